// Tests of ConnectCall: heads of requests, responses and errors in the Connect protocol.
#include "serving/http/protocol/connect_call.h"

#include <gtest/gtest.h>

#include "absl/strings/escaping.h"

#include "base/check.h"
#include "base/reports/json.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/errors/refusal.h"
#include "serving/http/protocol/connect_error.h"
#include "tests/support/status_matchers.h"

namespace kvintet::serving {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

const RpcTable& Table() {
  static const auto* table = new RpcTable();
  return *table;
}
const Rpc& Unary() { return *Table().Find("/kvintet.v1.RulesService/Describe"); }
const Rpc& Streaming() { return *Table().Find("/kvintet.v1.AnalysisService/Analyze"); }

HttpRequest Post(const std::string& type, const HttpFields& more = {}) {
  HttpRequest request = {.method = "POST", .target = "/any", .fields = {{"content-type", type}}};
  request.fields.insert(request.fields.end(), more.begin(), more.end());
  return request;
}

ConnectCall Accepted(const Rpc& rpc, const HttpRequest& request) {
  const auto read = ReadConnectCall(rpc, request);
  const auto* call = std::get_if<ConnectCall>(&read);
  KVINTET_CHECK(call != nullptr);
  return *call;
}

HttpResponse RefusedBy(const Rpc& rpc, const HttpRequest& request) {
  const auto read = ReadConnectCall(rpc, request);
  const auto* response = std::get_if<HttpResponse>(&read);
  KVINTET_CHECK(response != nullptr);
  return *response;
}

std::string Field(const HttpResponse& response, const std::string& name) {
  return std::string(HttpRequest{.fields = response.fields}.Field(name));
}

Json JsonOf(const std::string& text) { return Json::parse(text, nullptr, false); }

// The content of the envelope with which a stream ends.
Json EndOf(const HttpResponse& response) {
  KVINTET_CHECK(response.code == 200 && response.body[0] == 2);
  return JsonOf(response.body.substr(kEnvelopeBytes));
}

TEST(ConnectCallTest, KnowsTheFormByTheContentType) {
  EXPECT_EQ(Accepted(Unary(), Post("application/json")).codec, Codec::kJson);
  EXPECT_EQ(Accepted(Unary(), Post("Application/JSON ; Charset=UTF-8")).codec, Codec::kJson);
  EXPECT_EQ(Accepted(Unary(), Post("application/proto")).codec, Codec::kProto);
  EXPECT_EQ(Accepted(Streaming(), Post("application/connect+json")).codec, Codec::kJson);
  EXPECT_EQ(Accepted(Streaming(), Post("application/connect+proto")).codec, Codec::kProto);
}

TEST(ConnectCallTest, RefusesOtherContentTypes) {
  for (const char* type : {"", "text/plain", "application/json; charset=latin1",
                           "application/jsonx", "application/connect+json", "application/grpc"}) {
    const HttpResponse response = RefusedBy(Unary(), Post(type));
    EXPECT_EQ(response.code, 415) << type;
    EXPECT_EQ(Field(response, "accept-post"), "application/json, application/proto");
  }
  EXPECT_EQ(RefusedBy(Streaming(), Post("application/json")).code, 415);
}

TEST(ConnectCallTest, RefusesOtherMethods) {
  for (const char* method : {"GET", "PUT", "DELETE", "OPTIONS", "HEAD", "post"}) {
    const HttpResponse response = RefusedBy(Unary(), {.method = method});
    EXPECT_EQ(response.code, 405) << method;
    EXPECT_EQ(Field(response, "allow"), "POST");
  }
}

TEST(ConnectCallTest, TakesTheTokenAndTheTimeout) {
  const ConnectCall call =
      Accepted(Unary(), Post("application/json", {{"authorization", "Bearer x"},
                                                  {"connect-timeout-ms", "9999999999"},
                                                  {"connect-protocol-version", "1"}}));
  EXPECT_EQ(call.authorization, "Bearer x");
  EXPECT_EQ(call.timeout, std::chrono::milliseconds(9'999'999'999));
  EXPECT_EQ(Accepted(Unary(), Post("application/json")).timeout, std::nullopt);
}

TEST(ConnectCallTest, RefusesATimeoutOrAVersionThatIsNone) {
  for (const char* timeout : {"10000000000", "-1", "1.5", "+1", "1s", " ", "0x1"}) {
    const HttpResponse response =
        RefusedBy(Unary(), Post("application/json", {{"connect-timeout-ms", timeout}}));
    EXPECT_EQ(response.code, 400) << timeout;
    EXPECT_EQ(JsonOf(response.body)["code"], "invalid_argument");
  }
  const HttpRequest version = Post("application/connect+json", {{"connect-protocol-version", "2"}});
  EXPECT_EQ(EndOf(RefusedBy(Streaming(), version))["error"]["code"], "invalid_argument");
}

TEST(ConnectCallTest, RefusesCompression) {
  const HttpResponse response =
      RefusedBy(Unary(), Post("application/json", {{"content-encoding", "gzip"}}));
  EXPECT_EQ(response.code, 501);
  EXPECT_EQ(Field(response, "accept-encoding"), "identity");
  EXPECT_THAT(response.body, HasSubstr("'gzip'"));
  const HttpResponse stream = RefusedBy(
      Streaming(), Post("application/connect+json", {{"connect-content-encoding", "br"}}));
  EXPECT_EQ(EndOf(stream)["error"]["code"], "unimplemented");
  EXPECT_EQ(Field(stream, "connect-accept-encoding"), "identity");
  Accepted(Unary(), Post("application/json", {{"content-encoding", "identity"}}));
}

TEST(ConnectCallTest, RefusesAQueryWhichOthersWouldLog) {
  HttpRequest request = Post("application/json");
  request.target = "/any?token=secret";
  const HttpResponse response = RefusedBy(Unary(), request);
  EXPECT_EQ(response.code, 400);
  EXPECT_EQ(response.body.find("secret"), std::string::npos);
}

TEST(ConnectCallTest, ReadsTheMessageOfItsBody) {
  const ConnectCall unary = {.rpc = &Unary()};
  EXPECT_EQ(*RequestMessage(unary, "{}", 100), "");
  EXPECT_THAT(RequestMessage(unary, std::string(101, ' '), 100),
              StatusIs(absl::StatusCode::kResourceExhausted, "at most 100 bytes"));
  const ConnectCall stream = {.rpc = &Streaming()};
  EXPECT_EQ(*RequestMessage(stream, Envelope(EnvelopeKind::kMessage, "{}"), 2), "");
  EXPECT_THAT(RequestMessage(stream, "{}", 100), StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(ConnectCallTest, AnswersWithTheMessage) {
  v1::DescribeResponse message;
  message.mutable_description()->set_game("hex");
  const HttpResponse json =
      UnaryResponse({.rpc = &Unary(), .more = {{"x", "y"}}}, message.SerializeAsString());
  EXPECT_EQ(json.code, 200);
  EXPECT_EQ(json.body, R"({"description":{"game":"hex"}})");
  EXPECT_EQ(Field(json, "content-type"), "application/json");
  EXPECT_EQ(Field(json, "x"), "y");
  const HttpResponse proto =
      UnaryResponse({.rpc = &Unary(), .codec = Codec::kProto}, message.SerializeAsString());
  EXPECT_EQ(proto.body, message.SerializeAsString());
  EXPECT_EQ(Field(proto, "content-type"), "application/proto");
}

TEST(ConnectErrorTest, HasTheReasonAndTheField) {
  const absl::Status error = Refusal(v1::REASON_OVERLOADED, "full", "state.game");
  const HttpResponse response = UnaryResponse({.rpc = &Unary(), .codec = Codec::kProto}, error);
  EXPECT_EQ(response.code, 429);
  EXPECT_EQ(Field(response, "content-type"), "application/json");
  const Json json = JsonOf(response.body);
  EXPECT_EQ(json["code"], "resource_exhausted");
  EXPECT_EQ(json["message"], "full");
  std::map<std::string, Json> details;
  for (const Json& detail : json["details"]) {
    const std::string type = detail["type"];
    details[type] = detail;
    const std::string value = detail["value"];
    EXPECT_EQ(value.find('='), std::string::npos);
    std::string bytes;
    ASSERT_TRUE(absl::Base64Unescape(value, &bytes));
    EXPECT_EQ(error.GetPayload("type.googleapis.com/" + type), absl::Cord(bytes));
  }
  EXPECT_EQ(details["google.rpc.ErrorInfo"]["debug"]["reason"], "OVERLOADED");
  EXPECT_EQ(details["google.rpc.BadRequest"]["debug"]["fieldViolations"][0]["field"], "state.game");
  EXPECT_EQ(details["google.rpc.RetryInfo"]["debug"]["retryDelay"], "0.100s");
}

TEST(ConnectErrorTest, HasTheCodesOfTheProtocol) {
  const std::map<std::string, int> table = {{"canceled", 499},
                                            {"unknown", 500},
                                            {"invalid_argument", 400},
                                            {"deadline_exceeded", 504},
                                            {"not_found", 404},
                                            {"already_exists", 409},
                                            {"permission_denied", 403},
                                            {"resource_exhausted", 429},
                                            {"failed_precondition", 400},
                                            {"aborted", 409},
                                            {"out_of_range", 400},
                                            {"unimplemented", 501},
                                            {"internal", 500},
                                            {"unavailable", 503},
                                            {"data_loss", 500},
                                            {"unauthenticated", 401}};
  std::map<std::string, int> found;
  for (int code = 1; code <= 16; ++code) {
    const absl::Status error(static_cast<absl::StatusCode>(code), "why");
    found[JsonOf(ErrorJson(error))["code"]] = HttpCodeOf(error.code());
  }
  EXPECT_EQ(found, table);
}

TEST(ConnectErrorTest, IsSoundWhateverTheTextIs) {
  const Json json = JsonOf(ErrorJson(absl::InternalError("\xff\n\"")));
  EXPECT_EQ(json["message"], "\xef\xbf\xbd\n\"");
  EXPECT_EQ(EndJson(absl::OkStatus()), "{}");
}

}  // namespace
}  // namespace kvintet::serving
