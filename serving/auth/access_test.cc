// Tests of Access, roles and tokens.
#include "serving/auth/access.h"

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "kvintet_api/v1/admin.pb.h"
#include "kvintet_api/v1/analysis.pb.h"
#include "kvintet_api/v1/catalog.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/client.h"
#include "serving/errors/refusal.h"
#include "serving/server.h"
#include "tests/support/service/timeout.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::serving {
namespace {

using testing::IsOk;
using testing::kTimeout;
using testing::StatusIs;

std::string Line(const std::string& name, Role role, const std::string& secret) {
  return absl::StrCat(name, " ", RoleName(role), " ", Sha256Hex(secret), "\n");
}

// Every schema in the folder is linked in, and every RPC in it has a role.
TEST(RoleTest, IsGivenToEveryRpc) {
  ASSERT_OK_AND_ASSIGN(const std::vector<std::string> files, ListDirectory("proto/kvintet_api/v1"));
  int methods = 0;
  for (const std::string& name : files) {
    if (!name.ends_with(".proto")) {
      continue;
    }
    const google::protobuf::FileDescriptor* file =
        google::protobuf::DescriptorPool::generated_pool()->FindFileByName("kvintet_api/v1/" +
                                                                           name);
    ASSERT_NE(file, nullptr) << name;
    for (int i = 0; i < file->service_count(); ++i) {
      const google::protobuf::ServiceDescriptor* service = file->service(i);
      for (int k = 0; k < service->method_count(); ++k) {
        const std::string method =
            absl::StrCat(service->full_name(), "/", service->method(k)->name());
        EXPECT_TRUE(RoleFor(method)) << method;
        const bool admin = service->name() == "AdminService";
        EXPECT_EQ(RoleFor(method) == Role::kOperator, admin) << method;
        ++methods;
      }
    }
  }
  EXPECT_GE(methods, 15);
}

TEST(RoleTest, IsNoneForWhatIsNotListed) {
  EXPECT_FALSE(RoleFor("kvintet.v1.RulesService/Undo"));
  const Access access(nullptr, Role::kOperator);
  EXPECT_EQ(ReasonOf(access.Check("kvintet.v1.RulesService/Undo", "")), v1::REASON_ROLE);
}

TEST(TokenTest, IsReadFromALine) {
  ASSERT_OK_AND_ASSIGN(
      const std::vector<Token> tokens,
      ParseTokens("# ours\n\n" + Line("ann", Role::kPlayer, "s") + " # end", "file"));
  ASSERT_EQ(tokens.size(), 1u);
  EXPECT_EQ(tokens[0], (Token{"ann", Role::kPlayer, Sha256Hex("s")}));
}

TEST(TokenTest, IsNoneWhereAWordIsWrong) {
  const std::string hash = Sha256Hex("s");
  const std::vector<std::string> wrong = {
      "ann player", "ann king " + hash, "ann player " + hash + "0", "ann player " + hash + " more",
      "ann player x" + hash.substr(1)};
  for (const std::string& bad : wrong) {
    EXPECT_THAT(ParseTokens("\n" + bad, "file"),
                StatusIs(absl::StatusCode::kInvalidArgument, "file:2: wanted"))
        << bad;
  }
  const std::string twice = Line("ann", Role::kPlayer, "s") + Line("bob", Role::kPlayer, "s");
  EXPECT_THAT(ParseTokens(twice, "file"),
              StatusIs(absl::StatusCode::kInvalidArgument, "file:2: the name or the hash"));
}

class TokenTableTest : public ::testing::Test {
 protected:
  TokenTableTest() : path_(folder_.Path("tokens")) {
    Write(Line("ann", Role::kPlayer, "one") + "# kept\n" + Line("bob", Role::kDesigner, "two"));
  }
  void Write(const std::string& text) const {
    KVINTET_CHECK(WriteFileAtomically(path_, text).ok());
  }

  const testing::TempDir folder_;
  const std::string path_;
};

TEST_F(TokenTableTest, FindsTheTokenOfASecret) {
  ASSERT_OK_AND_ASSIGN(const auto table, TokenTable::Read(path_));
  ASSERT_TRUE(table->Find("two"));
  EXPECT_EQ(table->Find("two")->name, "bob");
  EXPECT_FALSE(table->Find("three"));
  EXPECT_FALSE(table->Find(""));
  EXPECT_FALSE(table->Find(Sha256Hex("two")));
  EXPECT_FALSE(table->Find(std::string(1 << 20, 'x')));
}

TEST_F(TokenTableTest, RevokesForGood) {
  ASSERT_OK_AND_ASSIGN(const auto table, TokenTable::Read(path_));
  EXPECT_THAT(table->Revoke("carl"), StatusIs(absl::StatusCode::kNotFound, "carl"));
  ASSERT_THAT(table->Revoke("ann"), IsOk());
  EXPECT_FALSE(table->Find("one"));
  EXPECT_TRUE(table->Find("two"));
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile(path_));
  EXPECT_EQ(text, "# kept\n" + Line("bob", Role::kDesigner, "two"));
  ASSERT_THAT(table->Refresh(), IsOk());
  EXPECT_FALSE(table->Find("one"));
}

// A service may be unable to write its file. Whoever edits it later does not bring the token back.
TEST_F(TokenTableTest, KeepsRevokedWhatItCannotRemoveFromTheFile) {
  ASSERT_OK_AND_ASSIGN(const auto table, TokenTable::Read(path_));
  std::filesystem::rename(folder_.Path(), folder_.Path() + ".away");
  EXPECT_FALSE(table->Revoke("ann").ok());
  std::filesystem::rename(folder_.Path() + ".away", folder_.Path());
  EXPECT_FALSE(table->Find("one"));
  Write(Line("ann", Role::kPlayer, "one") + Line("carl", Role::kPlayer, "three"));
  ASSERT_THAT(table->Refresh(), IsOk());
  EXPECT_TRUE(table->Find("three"));
  EXPECT_FALSE(table->Find("one"));
  Write(Line("ann", Role::kPlayer, "four"));
  ASSERT_THAT(table->Refresh(), IsOk());
  EXPECT_TRUE(table->Find("four"));
}

TEST_F(TokenTableTest, TakesANewFileAndKeepsTheOldWhereThatIsNone) {
  ASSERT_OK_AND_ASSIGN(const auto table, TokenTable::Read(path_));
  Write("nonsense");
  EXPECT_FALSE(table->Refresh().ok());
  EXPECT_TRUE(table->Find("one"));
  Write(Line("carl", Role::kPlayer, "three"));
  EXPECT_THAT(table->Refresh(), IsOk());
  EXPECT_TRUE(table->Find("three"));
  EXPECT_FALSE(table->Find("one"));
}

TEST_F(TokenTableTest, GivesACallerItsRole) {
  ASSERT_OK_AND_ASSIGN(auto table, TokenTable::Read(path_));
  const Access access(std::move(table), Role::kPublic);
  const std::string rules = "kvintet.v1.RulesService/Describe";
  const std::string analysis = "kvintet.v1.AnalysisService/ChooseMove";
  const std::string admin = "kvintet.v1.AdminService/Drain";
  EXPECT_THAT(access.Check(rules, ""), IsOk());
  EXPECT_EQ(ReasonOf(access.Check(analysis, "")), v1::REASON_BAD_TOKEN);
  EXPECT_THAT(access.Check(analysis, "Bearer one"), IsOk());
  EXPECT_EQ(ReasonOf(access.Check(admin, "Bearer two")), v1::REASON_ROLE);
  for (const char* bad : {"Bearer three", "Bearer ", "one", "Basic one", "bearer one"}) {
    EXPECT_EQ(ReasonOf(access.Check(rules, bad)), v1::REASON_BAD_TOKEN) << bad;
  }
  EXPECT_THAT(access.Check(analysis, access.OwnAuthorization()), IsOk());
}

// A token that is sent must be valid, whatever the method. Without a table none is valid.
TEST(AccessTest, NoTokenIsGoodWhereNoneIsKept) {
  const Access access(nullptr, Role::kDesigner);
  const std::string rules = "kvintet.v1.RulesService/Describe";
  EXPECT_THAT(access.Check(rules, ""), IsOk());
  EXPECT_THAT(access.Check(rules, access.OwnAuthorization()), IsOk());
  for (const char* shown : {"Bearer x", "Bearer ", "x", "Basic eDp5"}) {
    EXPECT_THAT(access.Check(rules, shown),
                StatusIs(absl::StatusCode::kUnauthenticated, "keeps no tokens"))
        << shown;
  }
}

TEST(AccessTest, AClientWithATokenIsRefusedWhereNoneIsKept) {
  ServeConfig config;
  config.set_listen("127.0.0.1:0");
  ASSERT_OK_AND_ASSIGN(const auto server, Server::Start(config, selfplay::SearchSettings(), {}));
  v1::DescribeRequest request;
  request.mutable_state()->set_game("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const auto with,
                       Client::Connect(server->Address(), kTimeout, {.token = "x"}));
  EXPECT_EQ(ReasonOf(with->Call<v1::DescribeResponse>(request, kTimeout).status()),
            v1::REASON_BAD_TOKEN);
  ASSERT_OK_AND_ASSIGN(const auto without, Client::Connect(server->Address(), kTimeout));
  EXPECT_THAT(without->Call<v1::DescribeResponse>(request, kTimeout), IsOk());
}

// Over the network, with our client.
TEST_F(TokenTableTest, LetsAClientInByItsToken) {
  ServeConfig config;
  config.set_listen("127.0.0.1:0");
  config.set_tokens(path_);
  ASSERT_OK_AND_ASSIGN(const auto server, Server::Start(config, selfplay::SearchSettings(), {}));
  v1::ChooseMoveRequest request;
  request.mutable_state()->set_game("tic_tac_toe");
  request.set_simulations(1);
  const auto choose = [&](const std::string& token) {
    const auto client = Client::Connect(server->Address(), kTimeout, {.token = token});
    KVINTET_CHECK(client.ok());
    return (*client)->Call<v1::ChooseMoveResponse>(request, kTimeout).status();
  };
  EXPECT_THAT(choose("one"), IsOk());
  EXPECT_EQ(ReasonOf(choose("")), v1::REASON_BAD_TOKEN);
  EXPECT_EQ(ReasonOf(choose("three")), v1::REASON_BAD_TOKEN);
}

}  // namespace
}  // namespace kvintet::serving
