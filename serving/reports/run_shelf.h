// RunShelf: the training runs that the server shows, read again when they have changed.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/statusor.h"

#include "kvintet_api/v1/run.pb.h"
#include "serving/reports/report_folder.h"

namespace kvintet::serving {

// A run as it was read. Names, phases and times of change are added by the shelf.
struct RunReport {
  v1::RunState state = {};
  v1::RunHistory history = {};
};

// How the program that starts a server reads runs, since the service knows no training. All are
// called with a run's folder, by one thread at a time, while the run may be at work. Errors: what
// is damaged, with the path of the file.
struct RunReader {
  // The few figures of a list, without the history.
  std::function<absl::StatusOr<v1::RunSummary>(const std::string& folder)> summary = {};
  std::function<absl::StatusOr<RunReport>(const std::string& folder)> report = {};
  // Whether a process works on the run now.
  std::function<bool(const std::string& folder)> is_working = {};
};

// A run as callers see it.
struct ShownRun {
  // Never null. The same object as long as the run is not read again.
  std::shared_ptr<const RunReport> report = {};
  v1::RunPhase phase = v1::RUN_PHASE_UNSPECIFIED;

  v1::RunState State() const;
};

// Keeps the last few runs. Thread-safe; callers wait while a run is read.
class RunShelf {
 public:
  // The most runs in a list.
  static constexpr int kMostListed = 100;

  // `root` as for ReportFolder. Without a reader there are no runs.
  RunShelf(const std::string& root, RunReader reader);

  absl::StatusOr<v1::ListRunsResponse> List();
  // Errors of ReportFolder, and CORRUPT. A run whose last reading took long is not read again at
  // once, so that reading takes at most a twentieth of the time.
  absl::StatusOr<ShownRun> Find(const std::string& name);

 private:
  using Clock = std::chrono::steady_clock;
  struct Kept {
    std::string stamp = {};
    absl::StatusOr<std::shared_ptr<const RunReport>> report;
    // The earliest time at which it may be read again.
    Clock::time_point again = {};
    Clock::time_point used = {};
  };

  v1::RunPhase PhaseOf(const ReportPlace& place) const;
  absl::StatusOr<std::shared_ptr<const RunReport>> Read(const ReportPlace& place);
  void ForgetOldest();

  const RunReader reader_;
  const ReportFolder folder_;
  std::mutex mutex_;
  // Guarded by mutex_. By name.
  std::map<std::string, Kept> kept_;
};

}  // namespace kvintet::serving
