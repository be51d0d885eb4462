// Tests of RunningOf. How clocks run on is tested with whole matches (store/match_clauses_test).
#include "matches/state/running_time.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "base/check.h"
#include "matches/state/match_acts.h"
#include "tests/support/matches/driven_match.h"

namespace kvintet::matches {
namespace {

using testing::DrivenMatch;
using testing::DrivenSources;
using Both = std::array<bool, kPlayers>;

// A match with these settings, after its first events.
Match Created(const MatchSettings& settings) {
  DrivenSources driven;
  const MatchSources sources = driven.Borrow();
  Match match("match", testing::CachedGames(), {.events = 100, .plies = 100});
  const auto events = DecideCreate(settings, match.find(), {}, {.sources = &sources, .now = 0});
  KVINTET_CHECK(events.ok());
  for (const MatchEvent& event : *events) {
    KVINTET_CHECK(match.Apply(event, 0).ok());
  }
  return match;
}

TEST(RunningTimeTest, WhoMustMoveUsesTime) {
  const ClockRunning running = RunningOf(Created(DrivenMatch::Settings("tic_tac_toe")));
  EXPECT_EQ(running.clock, (Both{true, false}));
  EXPECT_EQ(running.patience, (Both{true, false}));
}

TEST(RunningTimeTest, AClockThatRunsOutMakesPatienceNeedless) {
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.clock = {.kind = ClockKind::kStages, .stages = {{.millis = 60'000}}};
  const ClockRunning running = RunningOf(Created(settings));
  EXPECT_EQ(running.clock, (Both{true, false}));
  EXPECT_EQ(running.patience, (Both{false, false}));
}

TEST(RunningTimeTest, BothMustChooseAtOnce) {
  const ClockRunning running = RunningOf(Created(DrivenMatch::Settings("kontranto")));
  EXPECT_EQ(running.clock, (Both{true, true}));
}

TEST(RunningTimeTest, APersonsTimeDoesNotRunBeforeTheAgentHasChosen) {
  MatchSettings settings = DrivenMatch::Settings("kontranto");
  settings.players[1].kind = PlayerKind::kAgent;
  EXPECT_EQ(RunningOf(Created(settings)).clock, (Both{false, true}));
}

TEST(RunningTimeTest, Q9_OpeningTurnsUseNoClock) {
  const ClockRunning running = RunningOf(Created(DrivenMatch::Settings("konkvest")));
  EXPECT_EQ(running.clock, (Both{false, false}));
  EXPECT_EQ(running.patience, (Both{true, false}));
}

TEST(RunningTimeTest, PatienceRunsForAnOpenPlaceUnlessAStartIsScheduled) {
  MatchSettings settings = DrivenMatch::Settings("tic_tac_toe");
  settings.players[1].open = true;
  EXPECT_EQ(RunningOf(Created(settings)).patience, (Both{false, true}));
  settings.start_millis = DrivenSources().time.wall + 60'000;
  EXPECT_EQ(RunningOf(Created(settings)).patience, (Both{false, false}));
}

}  // namespace
}  // namespace kvintet::matches
