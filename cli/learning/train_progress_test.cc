// Tests of what `kvintet train` shows: a bar and a table on a terminal, few lines in a log.
#include "cli/learning/train_progress.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using training::Progress;

constexpr TrainProgress::Clock::time_point kStart;

// A file that collects output until Text is called.
class Output {
 public:
  Output() : file_(std::tmpfile(), &std::fclose) {}
  std::FILE* File() { return file_.get(); }
  std::string Text() {
    std::string text(static_cast<size_t>(std::ftell(file_.get())), '\0');
    std::rewind(file_.get());
    EXPECT_EQ(std::fread(text.data(), 1, text.size(), file_.get()), text.size());
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

Progress Half() {
  Progress progress;
  progress.games = 50;
  progress.done_share = 0.5;
  progress.steps = 7;
  progress.seconds = 60;
  progress.policy_loss = 1.25;
  return progress;
}

TEST(ProgressBarTest, ShowsThePartAndTheTimeLeft) {
  EXPECT_THAT(ProgressBar(Half(), 200),
              StartsWith("[############............]  50 %  0:01:00 left  games 50"));
  Progress timed = Half();
  timed.seconds_left = 180;
  timed.done_share = 0.25;
  EXPECT_THAT(ProgressBar(timed, 200),
              StartsWith("[######..................]  25 %  0:03:00 left"));
}

TEST(ProgressBarTest, WithoutALimitItShowsTheWork) {
  Progress progress = Half();
  progress.done_share = -1;
  EXPECT_THAT(ProgressBar(progress, 200), StartsWith("0:01:00 of work  games 50"));
}

// A longer bar would wrap and could not be rewritten in place.
TEST(ProgressBarTest, FitsIntoTheTerminal) { EXPECT_EQ(ProgressBar(Half(), 40).size(), 39u); }

TEST(TableTest, ColumnsStandUnderTheirNames) {
  EXPECT_EQ(TableHeading().size(), TableLine(Half()).size());
  EXPECT_THAT(TableLine(Half()), HasSubstr("1.250"));
  Progress measured = Half();
  measured.learning.held_out.top1 = 0.5;
  measured.learning.learnt.top1 = 0.75;
  EXPECT_THAT(TableLine(measured), HasSubstr("50 %"));
}

// Two minutes with an update every second.
TEST(TrainProgressTest, ALogHasALineInTenSeconds) {
  Output output;
  TrainProgress shown(output.File(), 0, kStart);
  for (int second = 0; second <= 120; ++second) {
    shown.Show(Half(), kStart + std::chrono::seconds(second));
  }
  const std::string text = output.Text();
  EXPECT_EQ(std::ranges::count(text, '\n'), 12);
  EXPECT_THAT(text, Not(HasSubstr("\r")));
}

TEST(TrainProgressTest, ATerminalHasABarAndALineOfTheTableAMinute) {
  Output output;
  TrainProgress shown(output.File(), 100, kStart);
  for (int second = 0; second <= 120; ++second) {
    shown.Show(Half(), kStart + std::chrono::seconds(second));
  }
  const std::string text = output.Text();
  // The heading and two lines.
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
  EXPECT_EQ(std::ranges::count(text, '['), 121 * 2 + 3) << "a bar each second, and the clearings";
}

// As on a terminal that shows both streams.
TEST(TrainProgressTest, ALineOfTheLogStandsAboveTheBar) {
  Output output;
  TrainProgress shown(output.File(), 40, kStart);
  shown.Log("before", output.File());
  shown.Show(Half(), kStart);
  shown.Log("between", output.File());
  shown.Finish(Half());
  shown.Log("after", output.File());
  const std::string clear = "\r\033[K";
  const std::string bar = ProgressBar(Half(), 40);
  EXPECT_EQ(output.Text(), "before\n" + clear + bar + clear + "between\n" + bar + clear +
                               TableHeading() + "\n" + clear + TableLine(Half()) + "\nafter\n");
}

TEST(TrainProgressTest, AWarningIsToldOnce) {
  Output output;
  TrainProgress shown(output.File(), 0, kStart);
  Progress progress = Half();
  progress.warnings = {{.kind = "overfitting", .text = "By heart."}};
  shown.Show(progress, kStart);
  shown.Show(progress, kStart + std::chrono::seconds(1));
  shown.Finish(progress);
  const std::string text = output.Text();
  EXPECT_THAT(text, StartsWith("warning: By heart.\ngames 50"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
}

}  // namespace
}  // namespace kvintet::cli
