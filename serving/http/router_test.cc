// Tests of Router: which requests reach a service, and which are refused.
#include "serving/http/router.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <set>

#include "kvintet_api/v1/admin.pb.h"
#include "serving/auth/role.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;

constexpr char kDescribe[] = "/kvintet.v1.RulesService/Describe";

class RouterTest : public ::testing::Test {
 protected:
  Route Find(const std::string& method, const std::string& target,
             const HttpFields& more = {{"content-type", "application/json"}},
             const std::string& host = "localhost:8080") {
    HttpRequest request = {.method = method, .target = target, .fields = more};
    if (!host.empty()) {
      request.fields.emplace_back("host", host);
    }
    return router_.Find(request);
  }
  HttpResponse Answer(const std::string& method, const std::string& target,
                      const HttpFields& more = {}, const std::string& host = "localhost:8080") {
    const Route route = Find(method, target, more, host);
    const auto* response = std::get_if<HttpResponse>(&route);
    return response == nullptr ? HttpResponse{.code = 0} : *response;
  }
  static std::string Field(const HttpResponse& response, const std::string& name) {
    return std::string(HttpRequest{.fields = response.fields}.Field(name));
  }

  bool healthy_ = true;
  HttpConfig config_ = [] {
    HttpConfig config;
    config.add_allowed_origins("https://games.example.org");
    return config;
  }();
  const Router router_{*SiteRules::Make(config_, {.host = "127.0.0.1", .port = 8080}, false),
                       StaticFiles(EmbeddedPage()), [this] { return healthy_; }};
};

// A new rpc is reachable without a change here.
TEST(RpcTableTest, HasTheMethodsOfAllRolesButTheOperators) {
  std::set<std::string> offered;
  const RpcTable table;
  for (const auto& [path, rpc] : table.All()) {
    EXPECT_EQ(path, rpc.path);
    const auto role = RoleFor(path.substr(1));
    ASSERT_TRUE(role) << path;
    EXPECT_NE(*role, Role::kOperator) << path;
    EXPECT_EQ(rpc.streams, path.find("/Analyze") != path.npos || path.find("/Watch") != path.npos);
    offered.insert(path);
  }
  EXPECT_GE(offered.size(), 34u);
}

TEST_F(RouterTest, FindsAMethod) {
  const Route route = Find("POST", kDescribe);
  ASSERT_TRUE(std::holds_alternative<ConnectCall>(route));
  EXPECT_EQ(std::get<ConnectCall>(route).rpc->path, kDescribe);
}

TEST_F(RouterTest, OffersNoMethodOfOperators) {
  const google::protobuf::ServiceDescriptor* admin =
      v1::LoadModelRequest::descriptor()->file()->FindServiceByName("AdminService");
  ASSERT_NE(admin, nullptr);
  for (int i = 0; i < admin->method_count(); ++i) {
    const std::string path = "/" + admin->full_name() + "/" + admin->method(i)->name();
    EXPECT_EQ(Answer("POST", path, {{"content-type", "application/json"}}).code, 404) << path;
  }
}

TEST_F(RouterTest, SaysThatThereIsNoSuchMethod) {
  for (const char* path : {"/", "/kvintet.v1.RulesService", "/kvintet.v1.RulesService/describe",
                           "//kvintet.v1.RulesService/Describe",
                           "/kvintet.v1.RulesService/Describe/", "/grpc.health.v1.Health/Check",
                           "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"}) {
    const HttpResponse response = Answer("POST", path, {{"content-type", "application/json"}});
    EXPECT_EQ(response.code, 404) << path;
    EXPECT_THAT(response.body, HasSubstr("\"unimplemented\""));
  }
  EXPECT_EQ(Field(Answer("DELETE", "/"), "allow"), "GET, HEAD, POST");
}

TEST_F(RouterTest, TellsItsHealthToAnybody) {
  EXPECT_EQ(Answer("GET", "/health", {}, "10.0.0.1").body, "ok\n");
  healthy_ = false;
  EXPECT_EQ(Answer("HEAD", "/health?now", {}, "").code, 503);
  EXPECT_EQ(Answer("POST", "/health").code, 405);
}

TEST_F(RouterTest, AnswersUnderItsOwnNamesOnly) {
  EXPECT_EQ(Answer("GET", "/", {}, "evil.example.org").code, 403);
  EXPECT_EQ(Answer("POST", kDescribe, {}, "evil.example.org").code, 403);
  EXPECT_EQ(Answer("GET", "/", {}, "").code, 400);
  EXPECT_EQ(Answer("GET", "/", {{"host", "localhost"}}).code, 400);
  EXPECT_EQ(Answer("GET", "http://localhost/").code, 400);
  EXPECT_EQ(Answer("OPTIONS", "*").code, 400);
}

TEST_F(RouterTest, RefusesPagesOfOtherSites) {
  for (const char* origin : {"https://evil.example.org", "null", "http://localhost:1", ""}) {
    const HttpResponse response = Answer("POST", kDescribe, {{"origin", origin}});
    EXPECT_EQ(response.code, 403) << origin;
    EXPECT_EQ(Field(response, "access-control-allow-origin"), "");
    EXPECT_EQ(Answer("OPTIONS", kDescribe,
                     {{"origin", origin}, {"access-control-request-method", "POST"}})
                  .code,
              403);
  }
  const HttpFields two = {{"origin", "https://games.example.org"},
                          {"origin", "https://evil.example.org"}};
  EXPECT_EQ(Answer("POST", kDescribe, two).code, 403);
}

TEST_F(RouterTest, LetsPagesOfListedSitesCall) {
  const HttpFields fields = {{"origin", "https://games.example.org"},
                             {"content-type", "application/json"}};
  const Route route = Find("POST", kDescribe, fields);
  ASSERT_TRUE(std::holds_alternative<ConnectCall>(route));
  const HttpResponse response =
      UnaryResponse(std::get<ConnectCall>(route), absl::InternalError("x"));
  EXPECT_EQ(Field(response, "access-control-allow-origin"), "https://games.example.org");
  EXPECT_EQ(Field(response, "vary"), "origin");
}

TEST_F(RouterTest, AnswersTheQuestionOfABrowserBeforeACall) {
  const HttpResponse response =
      Answer("OPTIONS", kDescribe,
             {{"origin", "https://games.example.org"}, {"access-control-request-method", "POST"}});
  EXPECT_EQ(response.code, 204);
  EXPECT_THAT(Field(response, "access-control-allow-headers"), HasSubstr("authorization"));
  EXPECT_EQ(Field(response, "access-control-allow-credentials"), "");
  EXPECT_EQ(Answer("OPTIONS", kDescribe).code, 405);
}

TEST_F(RouterTest, MarksEveryResponse) {
  for (const char* path : {"/", "/none.js", "/health", kDescribe}) {
    EXPECT_EQ(Field(Answer("GET", path), "x-content-type-options"), "nosniff") << path;
  }
  EXPECT_EQ(Field(Answer("GET", "/", {}, "evil"), "x-content-type-options"), "nosniff");
}

TEST_F(RouterTest, HasNoPageIfThereIsNone) {
  const Router bare(*SiteRules::Make({}, {.host = "127.0.0.1"}, false), std::nullopt,
                    [] { return true; });
  const Route route =
      bare.Find({.method = "GET", .target = "/", .fields = {{"host", "localhost"}}});
  EXPECT_EQ(std::get<HttpResponse>(route).code, 404);
}

}  // namespace
}  // namespace kvintet::serving
