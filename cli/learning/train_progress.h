// TrainProgress: what `kvintet train` shows of a run at work, on a terminal or in a log.
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "absl/strings/string_view.h"

#include "training/run/progress.h"

namespace kvintet::cli {

// How far a run is, with the time left, in at most `columns` characters: a bar where a limit is
// known, then the figures that fit.
std::string ProgressBar(const training::Progress& progress, int columns);
// A line of the table, and its heading; figures that are not measured are "-".
std::string TableHeading();
std::string TableLine(const training::Progress& progress);

// On a terminal one bar is rewritten in place, and every minute a line of the table goes above it;
// elsewhere a line comes every 10 seconds at most, and one at the end. A warning is a line of its
// own when it comes up first. Any thread may call.
class TrainProgress {
 public:
  using Clock = std::chrono::steady_clock;

  // Writes to `out`; `columns`: of the terminal, 0 where there is none.
  TrainProgress(std::FILE* out, int columns, Clock::time_point now)
      : out_(out), columns_(columns), last_line_(now) {}

  void Show(const training::Progress& progress, Clock::time_point now);
  // A line of a log, which goes to `log`: above the bar where both are shown by one terminal.
  void Log(absl::string_view line, std::FILE* log);
  // The last line; ends that of the bar.
  void Finish(const training::Progress& progress);

 private:
  void WriteLine(const std::string& line);
  void WriteTableLine(const training::Progress& progress);
  void Warn(const training::Progress& progress);

  std::FILE* const out_;
  const int columns_;
  // Guards what follows.
  std::mutex mutex_;
  Clock::time_point last_line_;
  // The bar that stands there now; empty: none.
  std::string bar_;
  int table_lines_ = 0;
  // Kinds that have been told.
  std::set<std::string> told_;
};

// The columns of standard output; 0 where it is no terminal.
int ColumnsOfOutput();

}  // namespace kvintet::cli
