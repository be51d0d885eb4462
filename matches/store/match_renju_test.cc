// Tests of Match: the clauses of Renju's rules about match play, by name.
#include <string>
#include <vector>

#include "tests/support/matches/driven_match.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::IsOk;
using testing::PlayAll;
using testing::StatusIs;

constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;

constexpr char kOpening[] = "renju; 0 h8; 0 g9; 0 i7; 1 keep; 1 h10; 0 i10+n12; 1 n12; 1 d11; 0 i9";

TEST(RenjuMatchTest, R7_ADrawIsOfferedWithAMoveAndAccepted) {
  DrivenMatch world;
  world.Create("renju");
  PlayAll(&world, kOpening);
  EXPECT_THAT(world.Act(0, ActKind::kAcceptDraw), StatusIs(kFailed));
  ASSERT_THAT(world.Move(1, "a1", true), IsOk());
  EXPECT_EQ(world.See().draw_offered_by, 1);
  EXPECT_TRUE(world.Told(Audience::kPlayer0).back().offers_draw);
  EXPECT_THAT(world.Act(1, ActKind::kAcceptDraw), StatusIs(kFailed));
  ASSERT_THAT(world.Act(0, ActKind::kAcceptDraw), IsOk());
  EXPECT_EQ(world.See().end->reason, "agreed");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{0, 0}));
}

TEST(RenjuMatchTest, R7_ADrawIsDeclinedBySayingSoOrByAMove) {
  DrivenMatch world;
  world.Create("renju");
  PlayAll(&world, kOpening);
  ASSERT_THAT(world.Move(1, "a1", true), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kDeclineDraw), IsOk());
  EXPECT_THAT(world.Act(0, ActKind::kAcceptDraw), StatusIs(kFailed));
  ASSERT_THAT(world.Move(0, "b1", true), IsOk());
  ASSERT_THAT(world.Move(1, "c1"), IsOk());
  EXPECT_THAT(world.Act(1, ActKind::kAcceptDraw), StatusIs(kFailed));
}

MatchSettings Timed(const std::string& game, std::vector<ClockStage> stages, bool claimed = false) {
  MatchSettings settings = DrivenMatch::Settings(game);
  settings.clock = {.kind = ClockKind::kStages, .stages = std::move(stages), .claimed = claimed};
  return settings;
}

constexpr char kClaimed[] = "renju{forbidden=claimed,opening=free}";
// Black, player 0, has five in a row on the eighth rank.
constexpr char kBlackFive[] = "renju; 0 h8; 1 a1; 0 i8; 1 a2; 0 j8; 1 a3; 0 k8; 1 a4; 0 l8";
// h9 makes a double three.
constexpr char kDoubleThree[] = "renju; 0 h8; 1 a1; 0 g9; 1 c1; 0 i9; 1 e1; 0 h10; 1 a3; 0 h9";

TEST(RenjuMatchTest, R4_ByDefaultTheServerSeesToWins) {
  DrivenMatch world;
  world.Create("renju{opening=free}");
  EXPECT_THAT(world.Act(0, ActKind::kClaimWin), StatusIs(kFailed, "no claim"));
  PlayAll(&world, kBlackFive);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "five");
  EXPECT_FALSE(world.See().end->claimed);
}

TEST(RenjuMatchTest, R4_AWinExistsOnlyOnceClaimed) {
  DrivenMatch world;
  world.Create(kClaimed);
  PlayAll(&world, kBlackFive);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  ASSERT_THAT(world.Move(1, "c1"), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kClaimWin), IsOk());
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "five");
  EXPECT_TRUE(world.See().end->claimed);
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{1, -1}));
}

TEST(RenjuMatchTest, R4_OfTwoGoodClaimsTheFirstToArriveWins) {
  for (const int first : {0, 1}) {
    DrivenMatch world;
    world.Create(kClaimed);
    PlayAll(&world, kBlackFive);
    // Black extends the unnoticed five to six.
    PlayAll(&world, "renju; 1 c1; 0 m8");
    ASSERT_THAT(world.Act(first, ActKind::kClaimWin), IsOk());
    EXPECT_THAT(world.Act(1 - first, ActKind::kClaimWin), StatusIs(kFailed, "over"));
    EXPECT_EQ(world.See().end->reason, first == 0 ? "five" : "forbidden");
    EXPECT_EQ(world.See().end->returns[static_cast<size_t>(first)], 1);
  }
}

TEST(RenjuMatchTest, R4_AForbiddenMoveStandsUntilWhiteClaimsIt) {
  DrivenMatch world;
  world.Create(kClaimed);
  PlayAll(&world, kDoubleThree);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  ASSERT_THAT(world.Act(1, ActKind::kClaimWin), IsOk());
  EXPECT_EQ(world.See().end->reason, "forbidden");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{-1, 1}));
}

TEST(RenjuMatchTest, R4_ADoubleThreeIsClaimedTooLateOnceWhiteHasMoved) {
  DrivenMatch world;
  world.Create(kClaimed);
  PlayAll(&world, kDoubleThree);
  ASSERT_THAT(world.Move(1, "o15"), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kClaimWin), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.Told(Audience::kSpectators).back().kind, EventKind::kClaimRefused);
}

TEST(RenjuMatchTest, R4_AWrongClaimIsRefusedAndRecordedAndItsTimeIsTheClaimants) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings(kClaimed);
  settings.clock = {.kind = ClockKind::kStages, .stages = {{0, 60'000, 0}}};
  world.Create(settings);
  PlayAll(&world, "renju; 0 h8");
  world.Pass(10);
  ASSERT_THAT(world.Act(1, ActKind::kClaimWin), IsOk());
  const SeenEvent told = world.Told(Audience::kPlayer0).back();
  EXPECT_EQ(told.kind, EventKind::kClaimRefused);
  EXPECT_EQ(told.player, 1);
  EXPECT_EQ(told.text, "win");
  world.Pass(5);
  EXPECT_EQ(world.See().players[1].left, 45'000'000);
  EXPECT_EQ(world.See().players[0].left, 60'000'000);
}

TEST(RenjuMatchTest, R4_AClaimIsGoodOnlyWithinTheClaimantsOwnTime) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings(kClaimed);
  settings.clock = {.kind = ClockKind::kStages, .stages = {{0, 60'000, 0}}, .claimed = true};
  world.Create(settings);
  PlayAll(&world, "renju; 0 h8; 1 a1; 0 i8; 1 a2; 0 j8; 1 a3; 0 k8; 1 a4");
  world.Pass(61);
  ASSERT_THAT(world.Move(0, "l8"), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kClaimWin), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_TRUE(world.WasTold(Audience::kPlayer1, EventKind::kClaimRefused));
}

TEST(RenjuMatchTest, R4_AWinMayBeClaimedAfterARestart) {
  DrivenMatch world;
  world.Create(kClaimed);
  PlayAll(&world, kBlackFive);
  world.Open();
  ASSERT_THAT(world.Act(0, ActKind::kClaimWin), IsOk());
  world.Open();
  EXPECT_EQ(world.See().end->reason, "five");
  EXPECT_TRUE(world.See().end->claimed);
}

TEST(RenjuMatchTest, R4_AgentsClaimNothing) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings(kClaimed);
  settings.players[1].kind = PlayerKind::kAgent;
  EXPECT_THAT(world.table->Create(settings, {}, [](const Admission&) { return ""; }),
              StatusIs(absl::StatusCode::kInvalidArgument, "claim"));
}

TEST(RenjuMatchTest, R8_TheServerIsTheTimeReferee) {
  DrivenMatch world;
  world.Create(Timed("renju", {{0, 60'000, 0}}));
  world.Pass(59);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_THAT(world.Act(1, ActKind::kClaimTime), StatusIs(kFailed, "no claim"));
  world.Pass(1);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "time");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{-1, 1}));
}

TEST(RenjuMatchTest, R8_AMoveCountsWhenTheServerHasReceivedIt) {
  DrivenMatch world;
  world.Create(Timed("renju", {{0, 60'000, 0}}));
  // Nobody has looked at the clocks since then.
  world.sources.time.Pass(60);
  EXPECT_THAT(world.Move(0, "h8"), StatusIs(kFailed, "over"));
  EXPECT_EQ(world.See().end->reason, "time");
}

TEST(RenjuMatchTest, R8_APeriodIsANumberOfMovesAndThenTheNext) {
  DrivenMatch world;
  world.Create(Timed("renju", {{2, 60'000, 0}, {1, 10'000, 1'000}}));
  world.Pass(10);
  ASSERT_THAT(world.Move(0, "h8"), IsOk());
  EXPECT_EQ(world.See().players[0].left, 50'000'000);
  world.Pass(10);
  ASSERT_THAT(world.Move(0, "g9"), IsOk());
  EXPECT_EQ(world.See().players[0].left, 50'000'000);
  ASSERT_THAT(world.Move(0, "i7"), IsOk());
  EXPECT_EQ(world.See().players[0].left, 61'000'000);
}

TEST(RenjuMatchTest, R14_1_WhitesChoicesAreNoMovesOfAPeriodAndEarnNoIncrement) {
  DrivenMatch world;
  world.Create(Timed("renju", {{2, 60'000, 1'000}, {1, 10'000, 0}}));
  PlayAll(&world, "renju; 0 h8; 0 g9; 0 i7");
  world.Pass(5);
  ASSERT_THAT(world.Move(1, "keep"), IsOk());
  EXPECT_EQ(world.See().players[1].left, 55'000'000);
  world.Pass(5);
  ASSERT_THAT(world.Move(1, "h10"), IsOk());
  EXPECT_EQ(world.See().players[1].left, 51'000'000);
  ASSERT_THAT(world.Move(0, "i10+n12"), IsOk());
  // R12_7: the choice of the fifth move and the sixth move form one interval.
  world.Pass(5);
  ASSERT_THAT(world.Move(1, "n12"), IsOk());
  EXPECT_EQ(world.See().players[1].left, 46'000'000);
  world.Pass(5);
  ASSERT_THAT(world.Move(1, "d11"), IsOk());
  // This is the second move of the period, so the time of the next period is added.
  EXPECT_EQ(world.See().players[1].left, 52'000'000);
}

TEST(RenjuMatchTest, R14_1_WhoExchangesColoursHasMadeNoMoveEither) {
  DrivenMatch world;
  world.Create(Timed("renju", {{0, 60'000, 1'000}}));
  PlayAll(&world, "renju; 0 h8; 0 g9; 0 i7; 1 swap");
  EXPECT_EQ(world.See().players[1].left, 60'000'000);
  EXPECT_EQ(world.See().players[0].left, 63'000'000);
  // Player 0 is White now and chooses the fifth move.
  PlayAll(&world, "renju; 0 h10; 1 i10+n12; 0 n12");
  EXPECT_EQ(world.See().players[0].left, 64'000'000);
  EXPECT_EQ(world.See().players[1].left, 61'000'000);
  world.Open();
  EXPECT_EQ(world.See().players[0].left, 64'000'000);
}

TEST(RenjuMatchTest, R8_WhereFlagsAreClaimedNobodyIsToldThatOneHasFallen) {
  DrivenMatch world;
  world.Create(Timed("renju", {{0, 60'000, 0}}, true));
  EXPECT_THAT(world.Act(1, ActKind::kClaimTime), IsOk());
  EXPECT_TRUE(world.WasTold(Audience::kPlayer0, EventKind::kClaimRefused));
  world.Pass(61);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  ASSERT_THAT(world.Act(1, ActKind::kClaimTime), IsOk());
  EXPECT_EQ(world.See().end->reason, "time");
  EXPECT_EQ(world.See().end->returns[1], 1);
}

TEST(RenjuMatchTest, R7_BothOverTheirTimeIsADraw) {
  DrivenMatch world;
  world.Create(Timed("renju", {{0, 60'000, 0}}, true));
  world.Pass(61);
  PlayAll(&world, "renju; 0 h8; 0 g9; 0 i7");
  world.Pass(61);
  ASSERT_THAT(world.Act(0, ActKind::kClaimTime), IsOk());
  EXPECT_EQ(world.See().end->reason, "both_time");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{0, 0}));
}

TEST(RenjuMatchTest, R8_AnInterruptionCostsNobodyTime) {
  DrivenMatch world;
  world.Create(Timed("renju", {{0, 60'000, 0}}));
  world.Pass(20);
  world.table->Stop();
  // Another process, in which the monotonic clock has other values.
  world.sources.time.Pass(3600);
  world.sources.time.micros = 5;
  world.Open();
  EXPECT_EQ(world.See().players[0].left, 40'000'000);
  world.Pass(39);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(1);
  EXPECT_EQ(world.See().end->reason, "time");
}

TEST(RenjuMatchTest, R8_TentativeColoursMayBeDrawnByLot) {
  std::array<int, 2> first = {};
  for (uint64_t seed = 0; seed < 20; ++seed) {
    DrivenMatch world(seed);
    MatchSettings settings = DrivenMatch::Settings("renju");
    settings.lot = true;
    world.Create(settings);
    ++first[world.See().players[0].seat == envs::Seat::k0 ? 0 : 1];
  }
  EXPECT_GT(first[0], 2);
  EXPECT_GT(first[1], 2);
}

}  // namespace
}  // namespace kvintet::matches
