// Tests of the log: the format of a line, and that an event is always one line.
#include "base/reports/log.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <absl/strings/string_view.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_threads.h"

namespace kvintet {
namespace {

using ::testing::EndsWith;
using ::testing::MatchesRegex;

// The lines logged while `work` runs.
template <typename Work>
std::vector<std::string> Capture(Work work) {
  std::vector<std::string> lines;
  const ScopedLogSink sink(
      [&lines](LogLevel, absl::string_view line) { lines.emplace_back(line); });
  work();
  return lines;
}

TEST(LogTest, ALineHasTimeLevelRoomSentenceAndFields) {
  const auto lines = Capture([] {
    LogInfo("selfplay", "shard sealed", {{"rows", 1200}, {"path", "a.kvs"}, {"rate", 0.5}});
    LogWarning("selfplay", "slow", {{"late", true}, {"size", uint64_t{1} << 63}});
    LogError("serving", "port taken");
  });
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_THAT(lines[0],
              MatchesRegex("[0-9-]+T[0-9:]+\\.[0-9]+Z INFO selfplay: shard sealed rows=1200 "
                           "path=a\\.kvs rate=0\\.5"));
  EXPECT_THAT(lines[1], EndsWith(" WARNING selfplay: slow late=true size=9223372036854775808"));
  EXPECT_THAT(lines[2], EndsWith(" ERROR serving: port taken"));
}

TEST(LogTest, AnEventIsOneLineWhateverItHolds) {
  const auto lines = Capture([] {
    LogInfo("base", "two\nlines", {{"a", "x y\n\"z\""}, {"b", ""}, {"c", "d=e"}});
  });
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], EndsWith("two\\nlines a=\"x y\\n\\\"z\\\"\" b=\"\" c=\"d=e\""));
}

TEST(LogTest, TheSinkIsTakenOnlyWhileItsOwnerLives) {
  EXPECT_EQ(Capture([] { LogInfo("base", "one"); }).size(), 1u);
  ::testing::internal::CaptureStderr();
  LogInfo("base", "two");
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), EndsWith(" INFO base: two\n"));
}

TEST(LogTest, ThreadsDoNotMixTheirLines) {
  const auto log_often = [](size_t) {
    for (int k = 0; k < 100; ++k) {
      LogInfo("base", "event", {{"k", k}});
    }
  };
  const auto lines = Capture([&] { testing::RunThreads(4, log_often); });
  EXPECT_EQ(lines.size(), 400u);
}

}  // namespace
}  // namespace kvintet
