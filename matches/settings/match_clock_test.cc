// Tests of MatchClock: the time of a game that has a share of the agreed time.
#include "matches/settings/match_clock.h"

#include <gtest/gtest.h>

namespace kvintet::matches {
namespace {

TEST(MatchClockTest, EveryStageHasTheShareOfItsTimeAndIncrementsStayWhole) {
  MatchClock clock(
      {.kind = ClockKind::kStages,
       .stages = {{.moves = 2, .millis = 100, .increment_millis = 10}, {.millis = 50}}});
  EXPECT_EQ(clock.Left(0, {}), 100'000);
  clock.StartAgain(0.5);
  EXPECT_EQ(clock.Left(0, {}), 50'000);
  clock.Moved(0);
  EXPECT_EQ(clock.Left(0, {}), 60'000);
  clock.Moved(0);
  EXPECT_EQ(clock.Left(0, {}), 70'000 + 25'000);
  EXPECT_EQ(clock.Left(1, {}), 50'000);
  clock.StartAgain(1);
  EXPECT_EQ(clock.Left(0, {}), 100'000);
}

TEST(MatchClockTest, AnHourglassHasTheShareOfItsSand) {
  MatchClock clock({.kind = ClockKind::kHourglass, .total_millis = 100});
  EXPECT_EQ(clock.Left(0, {}), 50'000);
  clock.StartAgain(0.5);
  EXPECT_EQ(clock.Left(0, {}), 25'000);
}

}  // namespace
}  // namespace kvintet::matches
