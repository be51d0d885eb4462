// Tests of Match: scheduled starts, with absent players: Renju §14.3, §15, and other games.
#include <string>
#include <vector>

#include "serving/errors/refusal.h"
#include "tests/support/matches/driven_tournament.h"
#include "tests/support/status_matchers.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::DrivenTournament;
using testing::IsOk;
using testing::PlayAll;
using testing::StatusIs;

constexpr auto kFailed = absl::StatusCode::kFailedPrecondition;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
constexpr int64_t kSecond = 1'000'000;
constexpr double kHour = 3600;
constexpr double kDay = 24 * kHour;

// A match of two persons with ten minutes each that starts in an hour.
MatchSettings InAnHour(const DrivenMatch& world, const std::string& game = "renju") {
  MatchSettings settings = DrivenMatch::Settings(game);
  settings.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 600'000}}};
  settings.start_millis = world.sources.time.wall + 3'600'000;
  return settings;
}

// A tournament match that starts in an hour; both players have invitations.
void AddInAnHour(DrivenTournament* world) {
  ASSERT_THAT(world->Add({.pairs = {DrivenTournament::Between("Ada", "Bob")},
                          .start_millis = world->sources.time.wall + 3'600'000}),
              IsOk());
}

TournamentSettings TenMinutes(const std::string& game) {
  TournamentSettings settings = DrivenTournament::EventOf(game);
  settings.match.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 600'000}}};
  return settings;
}

TEST(ScheduledStartTest, R14_3_AtTheHourBlacksClockStartsAndNotBefore) {
  DrivenMatch world;
  world.Create(InAnHour(world));
  EXPECT_EQ(world.See().phase, Phase::kScheduled);
  EXPECT_THAT(world.Act(0, ActKind::kReady), IsOk());
  EXPECT_THAT(world.Act(1, ActKind::kReady), IsOk());
  EXPECT_THAT(world.Act(1, ActKind::kReady), StatusIs(kFailed, "already"));
  world.Pass(kHour - 1);
  EXPECT_EQ(world.See().phase, Phase::kScheduled);
  EXPECT_THAT(world.Move(0, "h8"), StatusIs(kFailed, "start_ms"));
  world.Pass(1);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(7);
  EXPECT_EQ(world.See().players[0].spent, 7 * kSecond);
  EXPECT_EQ(world.See().players[1].spent, 0);
  EXPECT_THAT(world.Move(0, "h8"), IsOk());
}

TEST(ScheduledStartTest, R15_OfALateBlackTheOwnClockRuns) {
  DrivenTournament world(TenMinutes("renju"));
  AddInAnHour(&world);
  ASSERT_THAT(world.Come(1), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  world.Pass(kHour);
  world.Pass(120);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.See().players[0].left, 480 * kSecond);
  EXPECT_EQ(world.See().players[1].left, 600 * kSecond);
  ASSERT_THAT(world.Come(0), IsOk());
  world.Pass(10);
  EXPECT_EQ(world.See().players[0].left, 470 * kSecond);
  EXPECT_THAT(world.Move(0, "h8"), IsOk());
}

TEST(ScheduledStartTest, R15_OfALateWhiteTheClockRunsOnceBlackHasMoved) {
  DrivenTournament world(TenMinutes("renju"));
  AddInAnHour(&world);
  ASSERT_THAT(world.Come(0), IsOk());
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  world.Pass(kHour);
  world.Pass(20);
  PlayAll(&world, "renju; 0 h8; 0 g9; 0 i7");
  world.Pass(60);
  EXPECT_EQ(world.See().players[0].left, 580 * kSecond);
  EXPECT_EQ(world.See().players[1].left, 540 * kSecond);
  ASSERT_THAT(world.Come(1), IsOk());
  EXPECT_THAT(world.Move(1, "keep"), IsOk());
}

TEST(ScheduledStartTest, R15_WhileNeitherIsThereOneClockRunsAndItsTimeIsBoths) {
  DrivenTournament world(TenMinutes("renju"));
  AddInAnHour(&world);
  world.Pass(kHour);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(100);
  EXPECT_TRUE(world.See().players[0].running);
  EXPECT_TRUE(world.See().players[1].running);
  ASSERT_THAT(world.Come(1), IsOk());
  // Now only Black is late.
  EXPECT_FALSE(world.See().players[1].running);
  world.Pass(50);
  EXPECT_EQ(world.See().players[0].left, 450 * kSecond);
  EXPECT_EQ(world.See().players[1].left, 500 * kSecond);
}

TEST(ScheduledStartTest, R15_WhoHasJoinedBeforeTheHourIsThereByAnAct) {
  for (const bool moves : {false, true}) {
    DrivenMatch world;
    world.Create(InAnHour(world));
    world.Pass(kHour);
    world.Pass(30);
    EXPECT_EQ(world.See().players[0].spent, 30 * kSecond);
    EXPECT_EQ(world.See().players[1].spent, 30 * kSecond);
    if (moves) {
      ASSERT_THAT(world.Move(0, "h8"), IsOk());
    } else {
      ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
    }
    world.Pass(30);
    EXPECT_EQ(world.See().players[0].spent, 60 * kSecond);
    EXPECT_EQ(world.See().players[1].spent, 30 * kSecond);
  }
}

TEST(ScheduledStartTest, R15_WhoComesTooLateHasLost) {
  DrivenTournament world(TenMinutes("renju"));
  AddInAnHour(&world);
  ASSERT_THAT(world.Come(1), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  world.Pass(kHour);
  world.Pass(599);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(1);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "time");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{-1, 1}));
  EXPECT_EQ(world.Ranking(), "1 Bob 10, 2 Ada 0");
  EXPECT_THAT(world.Come(0), StatusIs(kFailed, "over"));
}

TEST(ScheduledStartTest, R15_R10_4_WhereNeitherComesBothAreOverTheirTime) {
  DrivenTournament world(TenMinutes("renju"));
  AddInAnHour(&world);
  world.Pass(kHour);
  world.Pass(600);
  ASSERT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "both_time");
  EXPECT_EQ(world.See().end->returns, (std::array<double, 2>{0, 0}));
}

TEST(ScheduledStartTest, R15_AFlagThatNobodyIsThereToClaimLeavesThePatience) {
  DrivenMatch world;
  MatchSettings settings = InAnHour(world);
  settings.clock.claimed = true;
  world.Create(settings);
  world.Pass(kHour);
  world.Pass(kDay - 1);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(62);
  EXPECT_EQ(world.See().phase, Phase::kOver);
  EXPECT_EQ(world.See().end->reason, "void");
}

TEST(ScheduledStartTest, R15_TheDirectorCallsTheStartOfAPausedRound) {
  DrivenTournament world(TenMinutes("renju"));
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")},
                         .paused_for = "round 1",
                         .start_millis = world.sources.time.wall}),
              IsOk());
  world.Pass(kHour);
  EXPECT_EQ(world.See().phase, Phase::kHeld);
  ASSERT_THAT(world.Do(DirectorActKind::kResumed), IsOk());
  world.Pass(0);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(5);
  EXPECT_EQ(world.See().players[0].spent, 5 * kSecond);
  EXPECT_EQ(world.See().players[1].spent, 5 * kSecond);
}

// Nothing shows a hidden choice before it is revealed, neither what nor whether (docs/matches.md).
TEST(ScheduledStartTest, AHiddenChoiceDoesNotShowThatThePlayerHasCome) {
  DrivenMatch world;
  MatchSettings settings = DrivenMatch::Settings("goofspiel");
  settings.start_millis = world.sources.time.wall + 3'600'000;
  world.Create(settings);
  world.Pass(kHour);
  const auto ready = [&](int audience) {
    const MatchView view = world.See(audience);
    return std::pair(view.players[0].ready, view.players[1].ready);
  };
  ASSERT_THAT(world.Move(1, world.Legal(1, 1)[0]), IsOk());
  for (int audience = 0; audience < kAudiences; ++audience) {
    EXPECT_EQ(ready(audience), std::pair(false, false)) << audience;
  }
  // An act that everybody sees shows it.
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  EXPECT_EQ(ready(0), std::pair(false, true));
  ASSERT_THAT(world.Move(0, world.Legal(0, 1)[0]), IsOk());
  EXPECT_EQ(ready(0), std::pair(true, true));
}

TEST(ScheduledStartTest, R14_6_WhatTheServerIsDownCostsNobodyTime) {
  DrivenMatch world;
  world.Create(InAnHour(world));
  world.Pass(kHour / 2);
  world.Open();
  EXPECT_EQ(world.See().phase, Phase::kScheduled);
  // The scheduled time passes while the match is not served.
  world.table->Stop();
  world.sources.time.Pass(kHour);
  world.sources.time.micros = 5;
  world.Open();
  world.Pass(0);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.See().players[0].left, 600 * kSecond);
  world.Pass(10);
  world.table->Stop();
  world.sources.time.Pass(kHour);
  world.Open();
  EXPECT_EQ(world.See().players[0].left, 590 * kSecond);
  EXPECT_EQ(world.See().players[1].left, 590 * kSecond);
}

TEST(ScheduledStartTest, TheHourIsOneOfTheWallClockEvenWhereThatIsSet) {
  DrivenMatch world;
  world.Create(InAnHour(world));
  world.sources.time.wall -= 600'000;
  world.Pass(kHour);
  EXPECT_EQ(world.See().phase, Phase::kScheduled);
  world.sources.time.wall += 600'000;
  // The wall clock is checked every minute.
  world.Pass(60);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
}

TEST(ScheduledStartTest, NoPatienceIsUsedBeforeTheHour) {
  DrivenTournament world("konkvest");
  ASSERT_THAT(world.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")},
                         .start_millis = world.sources.time.wall + 5 * 24 * 3'600'000}),
              IsOk());
  ASSERT_THAT(world.Come(0), IsOk());
  world.Pass(5 * kDay - 1);
  EXPECT_EQ(world.See().phase, Phase::kOpen);
  ASSERT_THAT(world.Come(1), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kScheduled);
  ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
  ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
  world.Pass(1);
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  // Q9: an opening turn has one minute.
  world.Pass(60);
  EXPECT_EQ(world.See().end->reason, "abandoned");
}

TEST(ScheduledStartTest, T7_AtTheHourTheMinutesForBeingReadyBegin) {
  for (const bool early : {false, true}) {
    DrivenTournament world("tantrix");
    AddInAnHour(&world);
    ASSERT_THAT(world.Come(0), IsOk());
    if (early) {
      ASSERT_THAT(world.Come(1), IsOk());
      ASSERT_THAT(world.Act(1, ActKind::kReady), IsOk());
    }
    ASSERT_THAT(world.Act(0, ActKind::kReady), IsOk());
    EXPECT_EQ(world.See().ply, 0);
    world.Pass(kHour);
    EXPECT_EQ(world.See().phase, early ? Phase::kToMove : Phase::kReady);
    EXPECT_EQ(world.See().ply > 0, early);
    world.Pass(601);
    EXPECT_EQ(world.See().phase, early ? Phase::kToMove : Phase::kOver);
    EXPECT_EQ(world.See().end.has_value(), !early);
    if (!early) {
      EXPECT_EQ(world.See().end->reason, "forfeit");
      EXPECT_EQ(world.Ranking(), "1 Ada 150, 2 Bob 50");
    }
  }
}

TEST(ScheduledStartTest, TheHourStandsInStateListAndReport) {
  DrivenMatch world;
  const MatchSettings settings = InAnHour(world);
  world.Create(settings);
  EXPECT_EQ(world.See().start_millis, settings.start_millis);
  ASSERT_OK_AND_ASSIGN(const MatchPage page, world.table->List({}));
  ASSERT_EQ(page.matches.size(), 1u);
  EXPECT_EQ(page.matches[0].start_millis, settings.start_millis);
  EXPECT_EQ(page.matches[0].phase, Phase::kScheduled);
  world.Pass(kHour);
  ASSERT_THAT(world.Act(0, ActKind::kResign), IsOk());
  ASSERT_OK_AND_ASSIGN(const MatchReport report,
                       world.table->Report(world.match, Audience::kSpectators, 0));
  EXPECT_NE(ReportText(report).find("start     2027-01-15 09:00:00 UTC\n"), std::string::npos)
      << ReportText(report);
  // A rematch begins when both want it.
  ASSERT_THAT(world.Rematch(0), IsOk());
  ASSERT_THAT(world.Rematch(1), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  world.Pass(5);
  EXPECT_EQ(world.See().players[0].spent, 0);
  EXPECT_EQ(world.See().players[1].spent, 5 * kSecond);
}

TEST(ScheduledStartTest, AVoidMatchIsPlayedAgainWithoutItsHour) {
  DrivenTournament world(TenMinutes("renju"));
  AddInAnHour(&world);
  ASSERT_THAT(world.Come(0), IsOk());
  ASSERT_THAT(world.Come(1), IsOk());
  ASSERT_THAT(world.Do(DirectorActKind::kVoided), IsOk());
  world.Pass(kHour);
  EXPECT_EQ(world.See().phase, Phase::kOver);
  ASSERT_THAT(world.Replay(), IsOk());
  EXPECT_EQ(world.See().phase, Phase::kToMove);
  EXPECT_EQ(world.See().start_millis, 0);
}

TEST(ScheduledStartTest, RefusesHoursThatCannotBe) {
  DrivenMatch world;
  MatchSettings settings = InAnHour(world);
  const int64_t now = world.sources.time.wall;
  for (const int64_t start : {int64_t{-1}, now - 1, now + int64_t{367} * 24 * 3'600'000}) {
    settings.start_millis = start;
    const absl::Status refused =
        world.table->Create(settings, {}, [](const Admission&) { return ""; }).status();
    EXPECT_THAT(refused, StatusIs(kInvalid, "start_ms"));
    EXPECT_EQ(FieldOf(refused), "start_ms");
  }
  DrivenTournament event("renju");
  const absl::Status refused =
      event.Add({.pairs = {DrivenTournament::Between("Ada", "Bob")}, .start_millis = now - 1});
  EXPECT_EQ(FieldOf(refused), "start_ms");
}

}  // namespace
}  // namespace kvintet::matches
