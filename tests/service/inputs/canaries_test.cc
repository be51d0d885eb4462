// Tests that secrets of players and directors are sent to nobody else and are in no log, metric or
// file.
#include "tests/service/inputs/canaries.h"

#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"

#include "base/reports/log.h"
#include "kvintet_api/v1/match.pb.h"
#include "tests/service/inputs/request_mutation.h"
#include "tests/service/inputs/sound_requests.h"
#include "tests/support/status_matchers.h"

namespace kvintet::testing {
namespace {

const std::string kSecret = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";

// Negative control: each form must be found.
TEST(CanarySetTest, FindsEveryForm) {
  CanarySet canaries;
  canaries.Add("token", kSecret);
  canaries.Add("other", "never seen by anybody");
  const std::string bytes = absl::HexStringToBytes(kSecret);
  for (const std::string& leak :
       {kSecret, absl::AsciiStrToUpper(kSecret), kSecret.substr(20, 20), bytes, bytes.substr(0, 16),
        absl::BytesToHexString(kSecret), absl::Base64Escape(kSecret), absl::Base64Escape(bytes),
        absl::Base64Escape("a" + bytes), absl::Base64Escape("ab" + kSecret + "c"),
        std::string(kSecret.rbegin(), kSecret.rend())}) {
    EXPECT_EQ(canaries.FindIn("before " + leak + " after"), "token") << leak;
  }
  EXPECT_EQ(canaries.FindIn("nothing at all, 0f1e2d3c4b5a"), "");
}

const AnyMethod& Method(const std::string& name) {
  for (const AnyMethod* method : AllMethods()) {
    if (method->name() == name) {
      return *method;
    }
  }
  KVINTET_CHECK(false);
  return *AllMethods().front();
}

std::string BytesOf(const WireAnswer& answer) {
  std::string bytes = answer.status.ToString();
  for (const std::string& message : answer.messages) {
    bytes += message;
  }
  return bytes;
}

// A room, and everything that its program logs meanwhile.
class CanariesTest : public ::testing::Test {
 protected:
  CanariesTest()
      : sink_([this](LogLevel, absl::string_view line) {
          const std::lock_guard lock(mutex_);
          logged_ += std::string(line) + "\n";
        }) {}

  std::string Ask(const std::string& method, const std::string& match, const std::string& token) {
    v1::GetMatchRequest request;
    request.set_match(match.empty() ? "" : room_.Known(match));
    request.set_token(token.empty() ? "" : room_.Known(token));
    return BytesOf(room_.Call(Method(method), request.SerializeAsString()));
  }
  void Commit(const std::string& token, const std::string& move) {
    v1::CommitMoveRequest request;
    request.set_match(room_.Known("$K"));
    request.set_token(room_.Known(token));
    request.set_game_number(1);
    request.set_move(move);
    ASSERT_OK(room_.Call(Method("CommitMove"), request.SerializeAsString()).status);
  }
  std::string NonceOf(const std::string& token) {
    v1::GetMatchRequest request;
    request.set_match(room_.Known("$K"));
    request.set_token(room_.Known(token));
    const WireAnswer answer = room_.Call(Method("GetMatch"), request.SerializeAsString());
    v1::GetMatchResponse response;
    KVINTET_CHECK(response.ParseFromString(answer.messages.at(0)));
    return response.state().own_commitment().nonce();
  }
  std::string Logged() {
    const std::lock_guard lock(mutex_);
    return logged_;
  }

  std::mutex mutex_;
  // Guarded by mutex_.
  std::string logged_;
  ScopedLogSink sink_;
  SoundRoom room_;
};

// Checked while the choice is hidden. GetMatchRequest and WatchMatchRequest have the same first
// fields; ListMatchesRequest has only the token at that place.
TEST_F(CanariesTest, ANonceIsToldNobodyElse) {
  constexpr int kMatches = 4;
  for (int i = 0; i < kMatches; ++i) {
    room_.Renew("$K");
    Commit("$C", i % 2 == 0 ? "circle" : "triangle");
    CanarySet canaries;
    canaries.Add("nonce", NonceOf("$C"));
    for (const char* token : {"$D", ""}) {
      for (const char* method : {"GetMatch", "WatchMatch", "GetReport", "JoinMatch"}) {
        EXPECT_EQ(canaries.FindIn(Ask(method, "$K", token)), "") << method << token;
      }
    }
    EXPECT_EQ(canaries.FindIn(Ask("ListMatches", "", "")), "");
    EXPECT_EQ(canaries.FindIn(room_.Metrics() + Logged()), "");
    EXPECT_EQ(canaries.FindIn(Ask("GetMatch", "$K", "$C")), "nonce") << "its owner";
    // Negative control: after the reveal the nonce is found.
    Commit("$D", "circle");
    EXPECT_EQ(canaries.FindIn(Ask("WatchMatch", "$K", "$D")), "nonce");
    EXPECT_EQ(canaries.FindIn(Ask("WatchMatch", "$K", "")), "nonce");
  }
}

// Tokens, invitations and request ids, in responses to requests with and without them.
TEST_F(CanariesTest, TokensAreToldTheirOwnersAlone) {
  // Protobuf would log texts that are not UTF-8.
  const google::protobuf::LogSilencer silence;
  std::map<std::string, std::string> secrets;
  for (const char* name :
       {"$A", "$B", "$C", "$D", "$G", "$H", "$U", "$V", "$X", "$Y", "$O", "$I", "$J"}) {
    secrets[name] = room_.Known(name);
  }
  secrets["id"] = "a request's secret id, 32 bytes..";
  int answers = 0;
  for (const SoundRequest& sound : SoundRequests()) {
    // A file path from an operator is logged, so AdminService is left out.
    for (uint32_t seed = 0; seed < 3 && sound.method->service()->name() != "AdminService"; ++seed) {
      RandomStream random(seed, 0, 0, Purpose::kTest);
      const auto message = EmptyRequest(*sound.method);
      message->CopyFrom(*sound.message);
      if (seed > 0) {
        MutateRequest(&random, message.get());
      }
      const auto* const id = message->GetDescriptor()->FindFieldByName("request_id");
      if (id != nullptr) {
        message->GetReflection()->SetString(message.get(), id, secrets["id"]);
      }
      room_.Fill(message.get());
      const std::string request = message->SerializePartialAsString();
      const std::string answer = BytesOf(room_.Call(*sound.method, request));
      CanarySet others;
      for (const auto& [name, secret] : secrets) {
        if (request.find(secret) == std::string::npos) {
          others.Add(name, secret);
        }
      }
      EXPECT_EQ(others.FindIn(answer), "") << NameOf(*sound.method);
      ++answers;
    }
  }
  EXPECT_GT(answers, 100);
  CanarySet all;
  for (const auto& [name, secret] : secrets) {
    all.Add(name, secret);
  }
  const std::string numbers = room_.Metrics();
  room_.Stop();
  EXPECT_EQ(all.FindIn(Logged()), "");
  EXPECT_EQ(all.FindIn(numbers), "");
  EXPECT_EQ(all.FindIn(room_.CallLog()), "");
  EXPECT_EQ(all.FindIn(room_.Journal()), "");
  // Negative controls: these texts are not empty, and a secret in them is found.
  EXPECT_NE(room_.CallLog().find("MatchService/CommitMove"), std::string::npos);
  EXPECT_NE(numbers.find("serving_"), std::string::npos);
  EXPECT_NE(room_.Journal().find(room_.Known("$M")), std::string::npos);
  LogInfo("test", "a leak", {{"token", secrets["$A"]}});
  EXPECT_EQ(all.FindIn(Logged()), "$A");
}

}  // namespace
}  // namespace kvintet::testing
