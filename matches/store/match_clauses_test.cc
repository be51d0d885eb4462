// Tests of Match: the clauses of the rules about match play, by name. For Renju see
// match_renju_test.
#include <algorithm>
#include <string>
#include <vector>

#include "envs/one_row.h"
#include "matches/game/commitment.h"
#include "tests/support/matches/driven_match.h"
#include "tests/support/matches/tournament_points.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::IsOk;
using testing::PlayAll;
using testing::StatusIs;

constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;
constexpr double kDay = 24 * 3600;

constexpr char kFirstStep[] = "kontranto; 0 circle; 1 circle; 0 c F3 G1 t E4 G3; 1 c D1 G5 t D2 F5";

TEST(KontrantoMatchTest, K2_WhoeverCommittedFirstIsSeat0) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  EXPECT_EQ(world.See().players[0].seat, envs::Seat::k0);
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  EXPECT_EQ(world.See().players[1].seat, envs::Seat::k0);
  EXPECT_EQ(world.See(1).knowledge.seat, envs::Seat::k0);
  EXPECT_NE(world.See().knowledge.record.find("0 circle; 1 triangle"), std::string::npos);
}

TEST(KontrantoMatchTest, K3_OfAChoiceOthersSeeThatItWasMadeAndNothingElse) {
  DrivenMatch world;
  world.Create("kontranto");
  const std::string before = world.See(1).knowledge.record;
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  for (const Audience audience : {Audience::kPlayer1, Audience::kSpectators}) {
    const MatchView sight = world.See(audience);
    EXPECT_TRUE(sight.players[0].seal.has_value());
    EXPECT_FALSE(sight.own.has_value());
    EXPECT_EQ(sight.knowledge.record, before);
    EXPECT_TRUE(world.Told(audience).back().sealed->move.empty());
    EXPECT_TRUE(world.Told(audience).back().sealed->nonce.empty());
  }
  EXPECT_EQ(world.See(0).own->move, "triangle");
}

TEST(KontrantoMatchTest, K13_TheClockOfWhoHasCommittedStopsUntilTheOtherHas) {
  DrivenMatch world;
  world.Create("kontranto");
  world.Pass(3);
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  EXPECT_FALSE(world.See().players[0].running);
  world.Pass(5);
  EXPECT_EQ(world.See().players[0].spent, 3'000'000);
  EXPECT_EQ(world.See().players[1].spent, 8'000'000);
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  EXPECT_TRUE(world.See().players[0].running);
  EXPECT_TRUE(world.See().players[1].running);
}

TEST(KontrantoMatchTest, K13_ClocksNeverDecideAndNoOtherClockIsTaken) {
  DrivenMatch world;
  world.Create("kontranto");
  world.Pass(23 * 3600);
  EXPECT_EQ(world.See().phase, Phase::kCommit);
  MatchSettings settings = DrivenMatch::Settings("kontranto");
  settings.clock = {.kind = ClockKind::kStages, .stages = {{0, 60'000, 0}}};
  EXPECT_THAT(world.table->Create(settings, {}, [](const Admission&) { return ""; }),
              StatusIs(absl::StatusCode::kInvalidArgument, "clock"));
}

TEST(KontrantoMatchTest, K13_TheTimeOfEveryCommitmentStandsInTheReport) {
  DrivenMatch world;
  world.Create("kontranto");
  world.Pass(2);
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  world.Pass(2);
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  ASSERT_EQ(report.lines.size(), 2u);
  EXPECT_EQ(report.lines[0].spent, 2'000'000);
  EXPECT_EQ(report.lines[1].spent, 4'000'000);
  EXPECT_EQ(report.lines[1].at_millis - report.lines[0].at_millis, 2000);
}

TEST(KontrantoMatchTest, K14_SealsAreOpenedByTheReveal) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  const std::string seal = *world.See().players[0].seal;
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  bool opened = false;
  for (const SeenEvent& event : world.Told(Audience::kSpectators)) {
    if (event.kind == EventKind::kMoved && event.player == 0) {
      EXPECT_EQ(event.sealed->seal, seal);
      EXPECT_EQ(CommitmentTo({world.match, 1, 0, 0, event.sealed->nonce, event.sealed->move}),
                seal);
      EXPECT_EQ(event.sealed->move, "triangle");
      opened = true;
    }
  }
  EXPECT_TRUE(opened);
}

TEST(KontrantoMatchTest, K14_WhoStopsAnsweringIsAskedAndThenHasGivenUp) {
  DrivenMatch world;
  world.Create("kontranto");
  ASSERT_THAT(world.Move(0, "triangle"), IsOk());
  world.Pass(kDay - 1);
  EXPECT_FALSE(world.WasTold(Audience::kPlayer1, EventKind::kAsked));
  world.Pass(2);
  EXPECT_TRUE(world.WasTold(Audience::kPlayer1, EventKind::kAsked));
  EXPECT_FALSE(world.WasTold(Audience::kPlayer0, EventKind::kAsked));
  world.Pass(58);
  EXPECT_EQ(world.See().phase, Phase::kCommit);
  world.Pass(2);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "abandoned");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{1, -1}));
}

TEST(KontrantoMatchTest, K14_WhereBothStopAnsweringNobodyHasLost) {
  DrivenMatch world;
  world.Create("kontranto");
  world.Pass(kDay + 61);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "void");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{0, 0}));
}

// A random game up to the beginning of the final two-step.
std::string TwoStepRecord() {
  const auto game = *envs::MakeGame("kontranto");
  for (uint32_t number = 0;; ++number) {
    RandomStream random(5, number, 0, Purpose::kTest);
    envs::Playthrough play(*game);
    while (!play.Ended()) {
      const auto view = play.View(envs::Seat::kSpectator);
      if (game->ViewText(view.Span()).find("; two-step") != std::string::npos) {
        return play.Record();
      }
      for (const envs::Seat seat : {envs::Seat::k0, envs::Seat::k1}) {
        while (play.Actors().Has(seat)) {
          const std::vector<envs::Action> legal = LegalList(*game, play.View(seat).Span());
          const auto pick = random.Below(static_cast<uint32_t>(legal.size()));
          KVINTET_CHECK(play.Apply(envs::ActorOf(seat), legal[pick]).ok());
          if (game->MoveProgress(play.View(seat).Span()) == 0) {
            break;
          }
        }
      }
    }
  }
}

TEST(KontrantoMatchTest, K14_TheFinalTwoStepBeginsWhenBothAgree) {
  DrivenMatch world;
  world.Create("kontranto");
  PlayAll(&world, TwoStepRecord());
  ASSERT_EQ(world.See().phase, Phase::kConsent);
  EXPECT_THAT(world.Move(0, "circle"), StatusIs(kFailed, "agree"));
  ASSERT_THAT(world.Act(0, ActKind::kConsent), IsOk());
  EXPECT_TRUE(world.See().players[0].consented);
  EXPECT_FALSE(world.See().players[1].consented);
  EXPECT_THAT(world.Act(0, ActKind::kConsent), StatusIs(kFailed));
  ASSERT_THAT(world.Act(1, ActKind::kConsent), IsOk());
  ASSERT_EQ(world.See().phase, Phase::kCommit);
  ASSERT_THAT(world.Move(0, "circle"), IsOk());
  ASSERT_THAT(world.Move(1, "circle"), IsOk());
  ASSERT_EQ(world.See().phase, Phase::kCommit);
  ASSERT_THAT(world.Move(1, "go"), IsOk());
  ASSERT_THAT(world.Move(0, "stay"), IsOk());
  EXPECT_EQ(world.See().end->reason, "two_step");
}

TEST(KontrantoMatchTest, K14_DelayingTheFinalTwoStepIsGivingUp) {
  DrivenMatch world;
  world.Create("kontranto");
  PlayAll(&world, TwoStepRecord());
  ASSERT_THAT(world.Act(0, ActKind::kConsent), IsOk());
  world.Pass(299);
  EXPECT_FALSE(world.WasTold(Audience::kPlayer1, EventKind::kAsked));
  world.Pass(2);
  EXPECT_TRUE(world.WasTold(Audience::kPlayer1, EventKind::kAsked));
  world.Pass(60);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "abandoned");
  EXPECT_EQ(world.See().end->returns[0], 1);
}

TEST(KontrantoMatchTest, K14_ARematchExchangesColoursWithoutAChoice) {
  DrivenMatch world;
  world.Create("kontranto");
  // The shapes are equal, so seat 1, which is player 1, is White.
  PlayAll(&world, kFirstStep);
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  EXPECT_NE(ReportText(report).find("seat 1    White, player 1, person"), std::string::npos);
  ASSERT_THAT(world.Rematch(1), IsOk());
  EXPECT_TRUE(world.See().players[1].wants_rematch);
  EXPECT_FALSE(world.See().players[0].wants_rematch);
  EXPECT_THAT(world.Rematch(1), StatusIs(absl::StatusCode::kAlreadyExists));
  ASSERT_THAT(world.Rematch(0), IsOk());
  const MatchView sight = world.See();
  EXPECT_EQ(sight.game_number, 2);
  EXPECT_EQ(sight.phase, Phase::kCommit);
  EXPECT_EQ(sight.players[0].seat, envs::Seat::k0);
  EXPECT_NE(sight.knowledge.game->Spec().text.find("colour_choice=false"), std::string::npos);
  EXPECT_EQ(sight.players[0].spent, 0);
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  ASSERT_THAT(world.Rematch(0), IsOk());
  ASSERT_THAT(world.Rematch(1), IsOk());
  EXPECT_EQ(world.See().players[1].seat, envs::Seat::k0);
}

TEST(KontrantoMatchTest, K10_ThereIsNoDrawByAgreement) {
  DrivenMatch world;
  world.Create("kontranto");
  EXPECT_THAT(world.Move(0, "circle", true), StatusIs(kFailed, "no draw"));
}

TEST(PunctMatchTest, P7_NoClockUnlessAgreed) {
  DrivenMatch world;
  world.Create("punct");
  EXPECT_EQ(world.See().clock.kind, ClockKind::kNone);
  ASSERT_THAT(world.Act(1, ActKind::kResign), IsOk());
  EXPECT_EQ(world.See().end->reason, "resigned");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{1, -1}));
  MatchSettings settings = DrivenMatch::Settings("punct");
  settings.clock = {.kind = ClockKind::kStages, .stages = {{0, 60'000, 2'000}}};
  world.Create(settings);
  world.Pass(60);
  EXPECT_EQ(world.See().end->reason, "time");
}

constexpr char kPlaced[] =
    "konkvest; 0 R@b1; 1 R@l7; 0 R@b7; 1 R@l1; 0 G@a3; 1 G@m4; 0 G@a4; 1 G@m3; 0 H@a1; 1 H@m6; "
    "0 H@a6; 1 H@m1; 0 N@b3; 1 N@l5; 0 N@b5; 1 N@l3";
constexpr char kCycle[] = "konkvest; 0 b3-b2; 1 l5-l6; 0 b2-b3; 1 l6-l5";

TEST(KonkvestMatchTest, Q8_WhereAPositionOccursAgainBothMayAgreeToBeginAnew) {
  DrivenMatch world;
  world.Create("konkvest");
  PlayAll(&world, kPlaced);
  EXPECT_THAT(world.Act(0, ActKind::kOfferReset), StatusIs(kFailed));
  PlayAll(&world, kCycle);
  ASSERT_TRUE(world.See().reset_possible);
  ASSERT_THAT(world.Act(1, ActKind::kOfferReset), IsOk());
  EXPECT_THAT(world.Act(1, ActKind::kAcceptReset), StatusIs(kFailed));
  const int ply = world.See().ply;
  ASSERT_THAT(world.Act(0, ActKind::kAcceptReset), IsOk());
  const MatchView sight = world.See();
  EXPECT_EQ(sight.phase, Phase::kToMove);
  EXPECT_EQ(sight.ply, ply);
  // The first move is exchanged, and each clock has half of its half.
  EXPECT_EQ(sight.players[1].seat, envs::Seat::k0);
  EXPECT_EQ(sight.players[0].left, 150'000'000);
  EXPECT_EQ(world.ToAct(), 1);
  // The report says so at the right place, before the first move that follows.
  PlayAll(&world, "konkvest; 1 R@a1");
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  EXPECT_NE(ReportText(report).find("player 1 l6-l5\n      reset, seats exchanged\n"),
            std::string::npos);
}

TEST(KonkvestMatchTest, Q8_ClocksWithStagesHaveHalfOfTheirTimeToo) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("konkvest");
  settings.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 600'000}}};
  world.Create(settings);
  PlayAll(&world, kPlaced);
  PlayAll(&world, kCycle);
  EXPECT_EQ(world.See().players[0].left, 600'000'000);
  ASSERT_THAT(world.Act(1, ActKind::kOfferReset), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kAcceptReset), IsOk());
  EXPECT_EQ(world.See().players[0].left, 300'000'000);
  EXPECT_EQ(world.See().players[1].left, 300'000'000);
}

TEST(KonkvestMatchTest, Q8_AMoveInsteadOfAnAnswerDeclinesAndTenTurnsMustPass) {
  DrivenMatch world;
  world.Create("konkvest");
  PlayAll(&world, kPlaced);
  PlayAll(&world, kCycle);
  ASSERT_THAT(world.Act(0, ActKind::kOfferReset), IsOk());
  EXPECT_THAT(world.Act(1, ActKind::kOfferReset), StatusIs(kFailed));
  ASSERT_THAT(world.Move(0, "b3-b2"), IsOk());
  EXPECT_THAT(world.Act(1, ActKind::kAcceptReset), StatusIs(kFailed, "no reset"));
  // That position had occurred before, too.
  EXPECT_THAT(world.Act(0, ActKind::kOfferReset), StatusIs(kFailed, "once in ten of its turns"));
  EXPECT_THAT(world.Act(1, ActKind::kOfferReset), IsOk());
  EXPECT_THAT(world.Act(0, ActKind::kDeclineReset), IsOk());
}

TEST(KonkvestMatchTest, Q8_PlayersWhoGoOnCyclingAreResetAtTheFifthOccurrence) {
  DrivenMatch world;
  world.Create("konkvest");
  PlayAll(&world, kPlaced);
  for (int i = 0; i < 3; ++i) {
    PlayAll(&world, kCycle);
  }
  PlayAll(&world, "konkvest; 0 b3-b2; 1 l5-l6; 0 b2-b3");
  EXPECT_FALSE(world.WasTold(Audience::kPlayer0, EventKind::kResetAccepted));
  EXPECT_TRUE(world.See().reset_possible);
  ASSERT_THAT(world.Move(1, "l6-l5"), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_TRUE(world.WasTold(Audience::kPlayer0, EventKind::kResetAccepted));
  EXPECT_EQ(world.ToAct(), 1);
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kPlayer0, 1));
  EXPECT_EQ(report.records.size(), 2u);
}

TEST(KonkvestMatchTest, Q8_WhenTheServerResetsIsAgreedOn) {
  for (const int forced : {0, 3}) {
    DrivenMatch world;
    MatchSettings settings = DrivenMatch::Settings("konkvest");
    settings.forced_reset = forced;
    world.Create(settings);
    PlayAll(&world, kPlaced);
    PlayAll(&world, kCycle);
    for (int i = 0; i < 6 && !world.WasTold(Audience::kPlayer0, EventKind::kResetAccepted); ++i) {
      PlayAll(&world, kCycle);
    }
    EXPECT_EQ(world.See().phase, Phase::kToMove);
    EXPECT_EQ(world.ToAct(), forced == 0 ? 0 : 1);
    EXPECT_EQ(world.See().ply, forced == 0 ? 16 + 28 : 16 + 8);
  }
  MatchSettings settings = DrivenMatch::Settings("konkvest");
  DrivenMatch world;
  settings.forced_reset = 1;
  EXPECT_THAT(world.table->Create(settings, {}, [](const Admission&) { return ""; }),
              StatusIs(absl::StatusCode::kInvalidArgument, "forced_reset"));
  settings = DrivenMatch::Settings("renju");
  settings.forced_reset = 5;
  EXPECT_THAT(world.table->Create(settings, {}, [](const Admission&) { return ""; }),
              StatusIs(absl::StatusCode::kInvalidArgument, "forced_reset"));
}

TEST(KonkvestMatchTest, Q8_AfterAForcedResetTheHalvesAreHalfAsFullAndNotHalvedAgain) {
  DrivenMatch world;
  world.Create("konkvest");
  PlayAll(&world, kPlaced);
  for (int i = 0; i < 4; ++i) {
    PlayAll(&world, kCycle);
  }
  EXPECT_EQ(world.See().players[0].left, 150'000'000);
  // The seats are exchanged now.
  std::string placed = kPlaced;
  std::string cycle = kCycle;
  for (std::string* moves : {&placed, &cycle}) {
    for (size_t i = 0; i + 2 < moves->size(); ++i) {
      if ((*moves)[i] == ';') {
        (*moves)[i + 2] = (*moves)[i + 2] == '0' ? '1' : '0';
      }
    }
  }
  PlayAll(&world, placed);
  for (int i = 0; i < 4; ++i) {
    PlayAll(&world, cycle);
  }
  EXPECT_EQ(world.See().players[0].left, 150'000'000);
  EXPECT_EQ(world.ToAct(), 0);
}

TEST(KonkvestMatchTest, Q9_TheHourglassStartsAfterTurn17AndFlows) {
  DrivenMatch world;
  world.Create("konkvest");
  PlayAll(&world, kPlaced);
  world.Pass(30);
  EXPECT_EQ(world.See().players[0].left, 300'000'000);
  ASSERT_THAT(world.Move(0, "b3-b2"), IsOk());
  EXPECT_TRUE(world.See().players[1].running);
  world.Pass(100);
  EXPECT_EQ(world.See().players[1].left, 200'000'000);
  EXPECT_EQ(world.See().players[0].left, 400'000'000);
  ASSERT_THAT(world.Move(1, "l5-l6"), IsOk());
  world.Pass(399);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(1);
  EXPECT_EQ(world.See().end->reason, "time");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{-1, 1}));
}

TEST(KonkvestMatchTest, Q9_AnOpeningTurnMayTakeAMinute) {
  DrivenMatch world;
  world.Create("konkvest");
  world.Pass(59);
  ASSERT_THAT(world.Move(0, "R@b1"), IsOk());
  world.Pass(59);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(1);
  EXPECT_EQ(world.See().end->reason, "abandoned");
  EXPECT_EQ(world.See().end->returns[0], 1);
}

TEST(KonkvestMatchTest, Q9_ARematchExchangesWhoIsFirst) {
  DrivenMatch world;
  world.Create("konkvest");
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_THAT(world.Rematch(0), IsOk());
  ASSERT_THAT(world.Rematch(1), IsOk());
  EXPECT_EQ(world.See().players[1].seat, envs::Seat::k0);
}

void Begin(DrivenMatch* world, const MatchSettings& settings) {
  world->Create(settings);
  ASSERT_THAT(world->Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world->Act(1, ActKind::kReady), IsOk());
}

TEST(TantrixMatchTest, T7_WhoHasItsColoursByWishKeepsThemInARematch) {
  for (const bool by_wish : {false, true}) {
    DrivenMatch world;
    MatchSettings settings = DrivenMatch::Settings("tantrix{colours=blue-green}");
    settings.keeps_seats = by_wish;
    Begin(&world, settings);
    ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
    ASSERT_THAT(world.Rematch(0), IsOk());
    ASSERT_THAT(world.Rematch(1), IsOk());
    EXPECT_EQ(world.See().players[0].seat, by_wish ? envs::Seat::k0 : envs::Seat::k1);
  }
}

TEST(TantrixMatchTest, T7_RacksAreDealtWhenBothAreReady) {
  DrivenMatch world;
  world.Create("tantrix");
  EXPECT_EQ(world.See().phase, Phase::kReady);
  EXPECT_EQ(world.See().ply, 0);
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  EXPECT_TRUE(world.See().players[1].ready);
  EXPECT_FALSE(world.See().players[0].ready);
  EXPECT_THAT(world.Act(1, ActKind::kReady), StatusIs(kFailed));
  EXPECT_EQ(world.See().ply, 0);
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_GT(world.See().ply, 10);
  EXPECT_TRUE(world.See().players[static_cast<size_t>(world.ToAct())].running);
}

TEST(TantrixMatchTest, T7_WhoIsNotReadyInTenMinutesForfeits) {
  DrivenMatch world;
  world.Create("tantrix");
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  world.Pass(600);
  EXPECT_EQ(world.See().end->reason, "forfeit");
  EXPECT_EQ(*world.See().end->tenths, (std::array{50, 150}));
}

TEST(TantrixMatchTest, T7_APauseIsCalledByOneAndEndedByBoth) {
  DrivenMatch world;
  Begin(&world, DrivenMatch::Settings("tantrix"));
  const int mover = world.ToAct();
  world.Pass(7);
  ASSERT_THAT(world.Act(1 - mover, ActKind::kPause), IsOk());
  world.Pass(100);
  EXPECT_EQ(world.See().players[static_cast<size_t>(mover)].spent, 7'000'000);
  EXPECT_THAT(world.Move(mover, world.Legal(mover)[0]), StatusIs(kFailed, "paused"));
  ASSERT_THAT(world.Act(0, ActKind::kResume), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kPaused);
  ASSERT_THAT(world.Act(1, ActKind::kResume), IsOk());
  EXPECT_THAT(world.Move(mover, world.Legal(mover)[0]), IsOk());
}

// Plays the first legal moves until the game ends.
void Finish(DrivenMatch* world) {
  while (world->See().phase != Phase::kOver) {
    const int player = world->ToAct();
    ASSERT_THAT(world->Move(player, world->Legal(player, 1)[0]), IsOk());
  }
}

TEST(TantrixMatchTest, T6_T7_PointsComeFromTheScoresAndThePriceOfTime) {
  DrivenMatch world;
  Begin(&world, DrivenMatch::Settings("tantrix"));
  const int slow = world.ToAct();
  world.Pass(20 * 60 + 61);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  Finish(&world);
  const MatchEnd end = *world.See().end;
  const std::array<int, 2> fair =
      TournamentPoints(end.reason == "deadlock" ? std::array<int32_t, 2>{} : end.margin);
  const auto seat =
      static_cast<size_t>(envs::Index(*world.See().players[static_cast<size_t>(slow)].seat));
  // 20:00 used up, and a full minute more.
  EXPECT_EQ((*end.tenths)[seat], std::max(0, fair[seat] - 20));
  EXPECT_EQ((*end.tenths)[0] + (*end.tenths)[1], 200);
}

TEST(TantrixMatchTest, T6_TheTable) {
  EXPECT_EQ(TournamentPoints({14, 14}), (std::array{100, 100}));
  EXPECT_EQ(TournamentPoints({15, 14}), (std::array{133, 67}));
  EXPECT_EQ(TournamentPoints({10, 20}), (std::array{38, 162}));
  EXPECT_EQ(TournamentPoints({56, 0}), (std::array{200, 0}));
  const envs::TournamentRules rules = RulesOf(**envs::MakeGame("tantrix")).tournament;
  EXPECT_EQ(AfterPenalties(rules, {200, 0}, {1'200'000'000, 0}, 1'200'000'000),
            (std::array{190, 10}));
  EXPECT_EQ(AfterPenalties(rules, {0, 200}, {1'260'000'000, 1'199'999'999}, 1'200'000'000),
            (std::array{0, 200}));
  EXPECT_EQ(AfterPenalties(rules, {100, 100}, {1'260'000'000, 1'200'000'000}, 1'200'000'000),
            (std::array{90, 110}));
}

}  // namespace
}  // namespace kvintet::matches
