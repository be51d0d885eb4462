// RunShelf: see the header.
#include "serving/reports/run_shelf.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

// Runs kept in memory.
constexpr size_t kMostKept = 16;
// A reading that took a second is followed by at least this many seconds without one.
constexpr int kRest = 19;

}  // namespace

v1::RunState ShownRun::State() const {
  v1::RunState state = report->state;
  state.mutable_summary()->set_phase(phase);
  return state;
}

RunShelf::RunShelf(const std::string& root, RunReader reader)
    : reader_(std::move(reader)),
      folder_(reader_.report ? root : "",
              {.noun = "run",
               .mark = "config.textproto",
               .files = {"config.textproto", "progress.json", "metrics.jsonl", "ratings.jsonl"}}) {}

absl::StatusOr<v1::ListRunsResponse> RunShelf::List() {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<ReportPlace> places, folder_.List());
  v1::ListRunsResponse list;
  const std::lock_guard lock(mutex_);
  for (const ReportPlace& place : places) {
    if (list.runs_size() == kMostListed) {
      break;
    }
    v1::RunSummary& run = *list.add_runs();
    const absl::StatusOr<v1::RunSummary> read = reader_.summary(place.folder);
    if (read.ok()) {
      run = *read;
      run.set_phase(PhaseOf(place));
    } else {
      run.set_problem(std::string(folder_.Problem(place, read.status()).message()));
    }
    run.set_run(place.name);
    run.set_changed_ms(place.changed_ms);
  }
  list.set_omitted(static_cast<int>(places.size()) - list.runs_size());
  return list;
}

absl::StatusOr<ShownRun> RunShelf::Find(const std::string& name) {
  KVINTET_ASSIGN_OR_RETURN(const ReportPlace place, folder_.Find(name));
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  Kept& kept = kept_[name];
  kept.used = now;
  // A problem is not kept: once it is mended, the run is shown at once.
  if (kept.stamp != place.stamp && (now >= kept.again || !kept.report.ok())) {
    kept.report = Read(place);
    kept.stamp = place.stamp;
    kept.again = Clock::now() + kRest * (Clock::now() - now);
  }
  const ShownRun shown = {.report = kept.report.ok() ? *kept.report : nullptr,
                          .phase = PhaseOf(place)};
  const absl::Status status = kept.report.status();
  ForgetOldest();
  KVINTET_RETURN_IF_ERROR(status);
  return shown;
}

v1::RunPhase RunShelf::PhaseOf(const ReportPlace& place) const {
  return reader_.is_working(place.folder) ? v1::RUN_PHASE_WORKING : v1::RUN_PHASE_STOPPED;
}

absl::StatusOr<std::shared_ptr<const RunReport>> RunShelf::Read(const ReportPlace& place) {
  absl::StatusOr<RunReport> read = reader_.report(place.folder);
  if (!read.ok()) {
    return folder_.Problem(place, read.status());
  }
  v1::RunSummary& summary = *read->state.mutable_summary();
  summary.set_run(place.name);
  summary.set_changed_ms(place.changed_ms);
  return std::make_shared<const RunReport>(*std::move(read));
}

void RunShelf::ForgetOldest() {
  if (kept_.size() > kMostKept) {
    kept_.erase(
        std::ranges::min_element(kept_, {}, [](const auto& named) { return named.second.used; }));
  }
}

}  // namespace kvintet::serving
