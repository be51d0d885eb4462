// Tests that cheats of players, directors and strangers, and invalid tokens, budgets and names, are
// refused for the right reason and change nothing that anybody sees.
#include "tests/service/inputs/cheats.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "absl/strings/ascii.h"

#include "kvintet_api/v1/match.pb.h"
#include "serving/errors/refusal.h"
#include "tests/support/status_matchers.h"

namespace kvintet::testing {
namespace {

// One server for all tests.
CheatRoom& Room() {
  static auto* const kRoom = new CheatRoom();
  return *kRoom;
}

void TryAll(const std::vector<Cheat>& cheats) {
  for (const Cheat& cheat : cheats) {
    EXPECT_OK(Room().Try(cheat)) << cheat.name << ": " << cheat.attempt.method;
  }
}

TEST(CheatsTest, AreAtLeastFifty) {
  EXPECT_GE(SealedChoiceCheats().size() + SeatCheats().size() + DirectorCheats().size() +
                AnalysisCheats().size(),
            50u);
}

TEST(CheatsTest, SealedChoicesStaySealed) { TryAll(SealedChoiceCheats()); }
TEST(CheatsTest, PlayersPlayTheirOwnPart) { TryAll(SeatCheats()); }
TEST(CheatsTest, DirectorsAloneDirect) { TryAll(DirectorCheats()); }
TEST(CheatsTest, T7_ColoursClocksAndPausesAreTheRules) { TryAll(ColourAndClockCheats()); }
TEST(CheatsTest, DirectorsAloneDecide) { TryAll(DecisionCheats()); }
TEST(CheatsTest, LiveMatchesAreNotAnalysed) { TryAll(AnalysisCheats()); }
TEST(BadBudgetsTest, AreRefused) { TryAll(BadBudgets()); }

TEST(BadTokensTest, AreRefused) {
  SoundRoom& room = Room().room();
  for (Cheat cheat : BadTokens()) {
    // Made from the tokens of matches that are over, so that length and letters are the same.
    const std::string token = room.Known("$A");
    room.Remember("$c", token.substr(0, token.size() - 1));
    room.Remember("$u", absl::AsciiStrToUpper(token));
    room.Remember("$t", std::string(20000, 'a'));
    room.Remember("$l", std::string(SoundRoom::kMaxRequestBytes, 'a'));
    EXPECT_OK(Room().Try(cheat)) << cheat.name.substr(0, 200);
  }
}

TEST(BadNamesTest, AreRefusedAndNoFileIsSought) {
  Room().room().Remember("$t", std::string(20000, 'a'));
  TryAll(BadNames());
}

// Negative controls: an allowed call is reported as not refused; a leaked secret, a change and a
// wrong reason are found.
TEST(CheatRoomTest, FindsCheatsThatWork) {
  const Step commit = {"MatchService/CommitMove",
                       "match: '$K' token: '$C' game_number: 1 move: 'circle'"};
  EXPECT_THAT(Room().Try({"plays", {}, commit, v1::REASON_ALREADY_CHOSEN}),
              StatusIs(absl::StatusCode::kInternal, "found OK"));
  EXPECT_THAT(Room().Try({"plays", {}, commit}),
              StatusIs(absl::StatusCode::kInternal, "it changed"));
  const Step look = {"MatchService/GetMatch", "match: '$K' token: '$C'",
                     "state.own_commitment.nonce", "$n"};
  EXPECT_THAT(Room().Try({"looks at its own", {commit, look}, look, v1::REASON_UNSPECIFIED, "$n"}),
              StatusIs(absl::StatusCode::kInternal, "holds the secret"));
  const Step early = {"MatchService/CommitMove", "match: '$M' token: '$B' game_number: 1"};
  EXPECT_THAT(Room().Try({"moves early", {}, early, v1::REASON_ILLEGAL_MOVE}),
              StatusIs(absl::StatusCode::kInternal, "found FAILED_PRECONDITION"));
  EXPECT_THAT(Room().Try({"cannot be prepared", {early}, look}),
              StatusIs(absl::StatusCode::kInternal, "MatchService/CommitMove: "));
}

const AnyMethod& GetMatch() {
  for (const AnyMethod* method : AllMethods()) {
    if (method->name() == "GetMatch") {
      return *method;
    }
  }
  KVINTET_CHECK(false);
  return *AllMethods().front();
}

// Average microseconds of GetMatch with each of two tokens, in alternation.
std::pair<double, double> LookTimes(SoundRoom* room, const std::array<std::string, 2>& tokens) {
  constexpr int kTimes = 300;
  std::array<double, 2> micros = {};
  for (int i = 0; i < 2 * kTimes; ++i) {
    v1::GetMatchRequest request;
    request.set_match(room->Known("$M"));
    request.set_token(tokens[static_cast<size_t>(i % 2)]);
    const auto start = std::chrono::steady_clock::now();
    room->Call(GetMatch(), request.SerializeAsString());
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    micros[static_cast<size_t>(i % 2)] += time.count() / kTimes;
  }
  return {micros[0], micros[1]};
}

// Tokens are compared by their hashes in constant time; the figures are for people to read.
TEST(BadTokensTest, TakeTheSameTimeHoweverMuchIsRight) {
  SoundRoom& room = Room().room();
  room.Renew();
  const std::string token = room.Known("$A");
  const std::string nearly = token.substr(0, token.size() - 1) + (token.back() == '0' ? '1' : '0');
  const auto [first, last] = LookTimes(&room, {std::string(token.size(), 'x'), nearly});
  std::printf("a token that is all wrong: %.1f us; wrong at its end: %.1f us\n", first, last);
  v1::GetMatchRequest request;
  request.set_match(room.Known("$M"));
  std::array<absl::Status, 2> told;
  for (const bool near : {false, true}) {
    request.set_token(near ? nearly : std::string(token.size(), 'x'));
    told[near ? 1 : 0] = room.Call(GetMatch(), request.SerializeAsString()).status;
    EXPECT_EQ(ReasonOf(told[near ? 1 : 0]), v1::REASON_BAD_TOKEN);
  }
  EXPECT_EQ(told[0], told[1]);
}

}  // namespace
}  // namespace kvintet::testing
