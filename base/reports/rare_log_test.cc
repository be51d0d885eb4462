// Tests of RareLog: which of many events are logged.
#include "base/reports/rare_log.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet {
namespace {

using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::EndsWith;

TEST(RareLogTest, TellsTheFirstAtOnceAndThenHowManyThereWere) {
  std::vector<std::string> lines;
  const ScopedLogSink sink(
      [&lines](LogLevel, absl::string_view line) { lines.emplace_back(line); });
  RareLog log(LogLevel::kWarning, "serving", "tried again");
  const RareLog::Clock::time_point start;
  log.Tell("full", start);
  log.Tell("full", start + seconds(1));
  log.Tell("late", start + RareLog::kPause - seconds(1));
  EXPECT_EQ(lines.size(), 1u);
  log.Tell("late", start + RareLog::kPause);
  log.Tell("late", start + RareLog::kPause + seconds(1));
  log.Tell("full", start + 2 * RareLog::kPause);
  EXPECT_THAT(lines, ElementsAre(EndsWith(" WARNING serving: tried again why=full times=1"),
                                 EndsWith(" WARNING serving: tried again why=late times=3"),
                                 EndsWith(" WARNING serving: tried again why=full times=2")));
}

}  // namespace
}  // namespace kvintet
