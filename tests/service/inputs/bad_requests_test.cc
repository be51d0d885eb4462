// Tests of CheckAnswer, MutateRequest and Wire, the parts of the fuzz target of requests: each
// finds what it is for.
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <set>

#include "kvintet_api/v1/match.pb.h"
#include "kvintet_api/v1/rules.pb.h"
#include "serving/errors/refusal.h"
#include "tests/service/inputs/answer_check.h"
#include "tests/service/inputs/request_mutation.h"
#include "tests/service/inputs/sound_requests.h"
#include "tests/support/status_matchers.h"

namespace kvintet::testing {
namespace {

constexpr size_t kMaxBytes = 1024;

const AnyMethod& Method(const std::string& name) {
  for (const AnyMethod* method : AllMethods()) {
    if (method->name() == name) {
      return *method;
    }
  }
  KVINTET_CHECK(false);
  return *AllMethods().front();
}

absl::Status Check(const absl::Status& status, const std::string& request = "",
                   const std::vector<std::string>& messages = {}) {
  return CheckAnswer(Method("Describe"), request, kMaxBytes,
                     {.status = status, .messages = messages});
}

TEST(CheckAnswerTest, TakesWhatIsDocumented) {
  EXPECT_OK(Check(absl::OkStatus(), "", {v1::DescribeResponse().SerializeAsString()}));
  EXPECT_OK(Check(Refusal(v1::REASON_BAD_FIELD, "wanted a game", "state.game")));
  EXPECT_OK(Check(Refusal(v1::REASON_OVERLOADED, "later")));
  EXPECT_OK(Check(absl::UnimplementedError(""), "\xff"));
  EXPECT_OK(Check(absl::ResourceExhaustedError("too large"), std::string(2 * kMaxBytes + 1, ' ')));
}

// Negative control: each of these responses must be rejected.
TEST(CheckAnswerTest, FindsWhatIsNot) {
  const auto refuse = [](v1::Reason reason, const char* field = "") {
    return Refusal(reason, "a text", field);
  };
  EXPECT_THAT(Check(absl::InvalidArgumentError("no reason")),
              StatusIs(absl::StatusCode::kInternal, "wanted a reason"));
  EXPECT_FALSE(Check(absl::UnimplementedError(""), "").ok()) << "a sound message";
  EXPECT_FALSE(
      Check(absl::ResourceExhaustedError("not large"), std::string(2 * kMaxBytes, 'x')).ok());
  EXPECT_FALSE(Check(absl::DeadlineExceededError("it hangs")).ok());
  EXPECT_FALSE(Check(absl::UnavailableError("it is gone")).ok());
  EXPECT_THAT(Check(refuse(v1::REASON_BUG)), StatusIs(absl::StatusCode::kInternal, "no fault"));
  EXPECT_THAT(Check(refuse(v1::REASON_BAD_FIELD, "state.colour")),
              StatusIs(absl::StatusCode::kInternal, "wanted a field"));
  EXPECT_THAT(Check(Refusal(v1::REASON_BAD_FIELD, "")),
              StatusIs(absl::StatusCode::kInternal, "wanted a text"));
  absl::Status other(absl::StatusCode::kNotFound, "a text");
  refuse(v1::REASON_BAD_FIELD)
      .ForEachPayload([&](absl::string_view type, const absl::Cord& detail) {
        other.SetPayload(type, detail);
      });
  EXPECT_THAT(Check(other), StatusIs(absl::StatusCode::kInternal, "wanted the code"));
  const absl::Status hasty = WithRetry(refuse(v1::REASON_BAD_FIELD), std::chrono::seconds(1));
  EXPECT_THAT(Check(hasty), StatusIs(absl::StatusCode::kInternal, "wanted a time"));
  EXPECT_FALSE(Check(absl::OkStatus(), "", {"\xff"}).ok());
  EXPECT_FALSE(Check(absl::OkStatus(), "", {}).ok());
}

TEST(HasFieldTest, FollowsPaths) {
  const auto& type = *v1::CreateMatchRequest::descriptor();
  EXPECT_TRUE(HasField(type, "players[1].agent.variety"));
  EXPECT_TRUE(HasField(type, "clock"));
  EXPECT_FALSE(HasField(type, "players.level"));
  EXPECT_FALSE(HasField(type, "game.name"));
}

TEST(MutateRequestTest, ChangesMostRequestsAlwaysInTheSameWay) {
  // Protobuf would log texts that are not UTF-8.
  const google::protobuf::LogSilencer silence;
  const auto requests = SoundRequests();
  std::set<std::string> seen;
  int changed = 0;
  int readable = 0;
  constexpr uint32_t kTimes = 20;
  for (const SoundRequest& request : requests) {
    for (uint32_t seed = 1; seed <= kTimes; ++seed) {
      std::string twice[2];
      for (std::string& bytes : twice) {
        RandomStream random(seed, 0, 0, Purpose::kTest);
        const auto message = EmptyRequest(*request.method);
        message->CopyFrom(*request.message);
        MutateRequest(&random, message.get());
        bytes = MutatedBytes(&random, *message);
      }
      EXPECT_EQ(twice[0], twice[1]);
      changed += twice[0] == request.message->SerializePartialAsString() ? 0 : 1;
      readable += EmptyRequest(*request.method)->ParseFromString(twice[0]) ? 1 : 0;
      seen.insert(twice[0]);
    }
  }
  const int all = static_cast<int>(requests.size()) * static_cast<int>(kTimes);
  EXPECT_GT(changed, all * 8 / 10);
  EXPECT_GT(readable, all * 6 / 10) << "most get past the library";
  EXPECT_GT(std::ssize(seen), all / 2);
}

// Otherwise requests derived from them would test little.
TEST(SoundRoomTest, AnswersSoundRequests) {
  SoundRoom room;
  int answered = 0;
  std::set<std::string> unanswered;
  std::string told;
  for (const SoundRequest& request : SoundRequests()) {
    room.Fill(request.message.get());
    const std::string bytes = request.message->SerializeAsString();
    const WireAnswer answer = room.Call(*request.method, bytes);
    EXPECT_OK(CheckAnswer(*request.method, bytes, SoundRoom::kMaxRequestBytes, answer))
        << NameOf(*request.method);
    if (answer.status.ok()) {
      ++answered;
    } else {
      unanswered.insert(std::string(request.method->name()));
      told += answer.status.ToString() + "\n";
    }
  }
  // These need a model file, a token file, a repetition or the end of the match.
  const std::set<std::string> expected = {"AdjustPoints", "LoadModel",   "WarmModel", "SwitchModel",
                                          "RetireModel",  "RevokeToken", "ForceReset"};
  EXPECT_EQ(unanswered, expected) << told;
  EXPECT_GT(answered, 40);
}

TEST(SoundRoomTest, LeavesWhatIsNoMessageToTheLibrary) {
  SoundRoom room;
  const WireAnswer answer = room.Call(Method("Describe"), "\xff");
  EXPECT_EQ(answer.status, absl::UnimplementedError(""));
  EXPECT_OK(CheckAnswer(Method("Describe"), "\xff", SoundRoom::kMaxRequestBytes, answer));
}

}  // namespace
}  // namespace kvintet::testing
