// TrainProgress: see the header.
#include "cli/learning/train_progress.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <sys/ioctl.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "cli/words/work_time.h"

namespace kvintet::cli {
namespace {

using training::Figure;
using training::Progress;

constexpr std::chrono::seconds kLinePeriod(10);
constexpr std::chrono::minutes kTablePeriod(1);
constexpr int kHeadingEvery = 20;
constexpr int kBarCells = 24;
// Width assumed for a terminal that does not report one.
constexpr int kUsualColumns = 80;
constexpr char kClearLine[] = "\r\033[K";

// The known time left, or else an estimate from the share that is done.
std::optional<double> SecondsLeft(const Progress& p) {
  if (p.seconds_left >= 0) {
    return p.seconds_left;
  }
  return p.done_share > 0 ? std::optional(p.seconds * (1 - p.done_share) / p.done_share)
                          : std::nullopt;
}

std::string Number(const Figure& figure, int digits, double factor = 1) {
  return figure ? absl::StrFormat("%.*f", digits, factor * *figure) : "-";
}

// The cross-entropy above its floor, if it is measured.
Figure PolicyDistance(const Progress& p) {
  return p.learning.held_out.policy_kl ? p.learning.held_out.policy_kl
                                       : p.learning.learnt.policy_kl;
}

}  // namespace

std::string ProgressBar(const Progress& p, int columns) {
  std::string text;
  if (p.done_share >= 0) {
    const double done = std::min(p.done_share, 1.0);
    const int full = static_cast<int>(std::lround(done * kBarCells));
    text = absl::StrCat("[", std::string(static_cast<size_t>(full), '#'),
                        std::string(static_cast<size_t>(kBarCells - full), '.'), "] ");
    absl::StrAppendFormat(&text, "%3.0f %%  ", 100 * done);
    if (const std::optional<double> left = SecondsLeft(p)) {
      absl::StrAppend(&text, WorkTime(*left), " left  ");
    }
  } else {
    text = absl::StrCat(WorkTime(p.seconds), " of work  ");
  }
  absl::StrAppend(&text, training::FiguresText(p));
  // The last column stays free, since some terminals wrap when it is filled.
  return text.substr(0, static_cast<size_t>(std::max(columns - 1, 0)));
}

std::string TableHeading() {
  return absl::StrFormat("%9s %9s %10s %9s %8s %8s %8s %6s %8s %9s", "time", "games", "rows",
                         "steps", "policy", "value", "above", "top-1", "explains", "evals/s");
}

std::string TableLine(const Progress& p) {
  const training::LearningFigures& f = p.learning;
  const bool learnt = p.steps > 0;
  const Figure top1 = f.held_out.top1 ? f.held_out.top1 : f.learnt.top1;
  const Figure explained =
      f.held_out.explained_variance ? f.held_out.explained_variance : f.learnt.explained_variance;
  const auto percent = [](const Figure& figure) {
    return figure ? Number(figure, 0, 100) + " %" : "-";
  };
  return absl::StrFormat("%9s %9d %10d %9d %8s %8s %8s %6s %8s %9.0f", WorkTime(p.seconds), p.games,
                         p.rows, p.steps, Number(learnt ? Figure(p.policy_loss) : std::nullopt, 3),
                         Number(learnt ? Figure(p.value_loss) : std::nullopt, 3),
                         Number(PolicyDistance(p), 3), percent(top1), percent(explained),
                         p.evaluations_per_second);
}

void TrainProgress::Show(const Progress& progress, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  Warn(progress);
  const bool terminal = columns_ > 0;
  if (now - last_line_ >= (terminal ? Clock::duration(kTablePeriod) : kLinePeriod)) {
    last_line_ = now;
    if (terminal) {
      WriteTableLine(progress);
    } else {
      WriteLine(training::ToText(progress));
    }
  }
  if (terminal) {
    bar_ = ProgressBar(progress, columns_);
    std::fprintf(out_, "%s%s", kClearLine, bar_.c_str());
  }
  std::fflush(out_);
}

void TrainProgress::Log(absl::string_view line, std::FILE* log) {
  const std::lock_guard lock(mutex_);
  if (!bar_.empty()) {
    std::fputs(kClearLine, out_);
    std::fflush(out_);
  }
  std::fprintf(log, "%s\n", std::string(line).c_str());
  std::fflush(log);
  std::fputs(bar_.c_str(), out_);
  std::fflush(out_);
}

void TrainProgress::Finish(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  Warn(progress);
  if (columns_ > 0) {
    WriteTableLine(progress);
  } else {
    WriteLine(training::ToText(progress));
  }
  bar_.clear();
  std::fflush(out_);
}

void TrainProgress::WriteLine(const std::string& line) {
  std::fprintf(out_, "%s%s\n", columns_ > 0 ? kClearLine : "", line.c_str());
}

void TrainProgress::WriteTableLine(const Progress& progress) {
  if (table_lines_++ % kHeadingEvery == 0) {
    WriteLine(TableHeading());
  }
  WriteLine(TableLine(progress));
}

void TrainProgress::Warn(const Progress& progress) {
  for (const training::LearningWarning& warning : progress.warnings) {
    if (told_.insert(warning.kind).second) {
      WriteLine("warning: " + warning.text);
    }
  }
}

int ColumnsOfOutput() {
  if (isatty(STDOUT_FILENO) == 0) {
    return 0;
  }
  winsize size = {};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

}  // namespace kvintet::cli
