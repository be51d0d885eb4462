// TrainProgress: the progress display of `kvintet train`, on a terminal or in a log.
#pragma once

#include <chrono>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "absl/strings/string_view.h"

#include "training/run/progress.h"

namespace kvintet::cli {

// The progress of a run and the time left, in at most `columns` characters: a bar if a limit is
// known, then as many figures as fit.
std::string ProgressBar(const training::Progress& progress, int columns);
// A line of the table, and its heading. Figures that are not measured are shown as "-".
std::string TableHeading();
std::string TableLine(const training::Progress& progress);

// On a terminal, one bar is rewritten in place, and a line of the table is printed above it every
// minute. Elsewhere a line is printed at most every 10 seconds, and one at the end. A warning gets
// its own line the first time it comes up. Thread-safe.
class TrainProgress {
 public:
  using Clock = std::chrono::steady_clock;

  // Writes to `out`; `columns` is the width of the terminal, 0 if there is none.
  TrainProgress(std::FILE* out, int columns, Clock::time_point now)
      : out_(out), columns_(columns), last_line_(now) {}

  void Show(const training::Progress& progress, Clock::time_point now);
  // Writes a log line to `log`, above the bar if the same terminal shows both.
  void Log(absl::string_view line, std::FILE* log);
  // Writes the last line and ends that of the bar.
  void Finish(const training::Progress& progress);

 private:
  void WriteLine(const std::string& line);
  void WriteTableLine(const training::Progress& progress);
  void Warn(const training::Progress& progress);

  std::FILE* const out_;
  const int columns_;
  // Guards the members below.
  std::mutex mutex_;
  Clock::time_point last_line_;
  // The bar on the screen; empty: none.
  std::string bar_;
  int table_lines_ = 0;
  // Kinds of warnings that have been shown.
  std::set<std::string> told_;
};

// The width of standard output in columns; 0 if it is not a terminal.
int ColumnsOfOutput();

}  // namespace kvintet::cli
