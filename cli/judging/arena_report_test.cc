// Tests of the arena's reports: what is said of a table that was interrupted.
#include "cli/judging/arena_report.h"

#include <cstdint>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

using ::testing::HasSubstr;

arena::MatchResult Played(int64_t pairs) {
  arena::MatchResult match;
  match.scores.pairs[2] = pairs;
  return match;
}

TEST(ArenaReportTest, OfAnInterruptedTableTheFewestPairsAreTold) {
  const arena::CrossTable whole = {.agents = {"a", "b", "c"},
                                   .matches = {Played(9), Played(9), Played(9)}};
  EXPECT_THAT(TableText("g", whole, {}), HasSubstr("intervals, 9 pairs of games each\n"));
  const arena::CrossTable stopped = {.agents = {"a", "b", "c"},
                                     .matches = {Played(9), Played(4), Played(0)}};
  EXPECT_THAT(TableText("g", stopped, {}), HasSubstr("intervals, 0 to 9 pairs of games each\n"));
}

}  // namespace
}  // namespace kvintet::cli
