// Scheduler: advances the tasks of all clients, evaluating them in shared batches.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "absl/status/status.h"

#include "base/reports/rare_log.h"
#include "serving/calls/call.h"
#include "serving/engine/game_cache.h"
#include "serving/engine/task.h"
#include "serving/monitoring/service_metrics.h"

namespace kvintet::serving {

// One task of one call.
struct Job {
  std::shared_ptr<const ServedGame> game = {};
  // Borrowed until `done`. Tells when to give up.
  const Call* call = nullptr;
  // Borrowed until `done`, which is called once, by a thread of the scheduler.
  Task* task = nullptr;
  std::function<void(const absl::Status&)> done = {};
  // Estimated number of consecutive evaluations that it needs.
  int rounds = 1;
  // Set by the scheduler: its count of calls, and the time of submission.
  std::shared_ptr<void> ticket = {};
  Clock::time_point since = {};
};

// Each thread takes the job whose call has the earliest deadline, adds other jobs of the same game
// up to a full batch or its share of all jobs, evaluates them, and lets each advance to its next
// evaluation. A batch with room to spare also evaluates what its tasks foresee. Thus clients share
// batches, all threads have work, a long search does not delay short ones, and a job that is late
// or cancelled ends at its next turn.
class Scheduler {
 public:
  // At most `max_calls` calls have jobs at a time. `metrics` outlives the scheduler.
  Scheduler(int threads, int max_batch, int max_calls, ServiceMetrics* metrics);
  // REQUIRES: all jobs are done.
  ~Scheduler();

  // Takes all jobs of one call, or none: ResourceExhausted if too many calls are in progress,
  // DeadlineExceeded if the remaining time cannot suffice. Thread-safe; never blocks for long.
  absl::Status Submit(std::vector<Job> jobs);

  // ResourceExhausted if Submit would return it now. Lets callers reject a call before costly work.
  absl::Status CheckRoom() const;

  // The number of calls with jobs, and how long the oldest waiting job has been here.
  int Calls() const { return calls_; }
  double OldestSeconds() const;

 private:
  class Worker;
  absl::Status CheckInTime(const Job& job) const;
  absl::Status Full() const;
  // Waits for the next batch; empty when the scheduler stops.
  std::vector<Job> Take();
  // One thread's share of all jobs. REQUIRES: mutex_ is held.
  size_t Share() const;
  // Returns the jobs that still wait, out of the `taken` jobs of a batch.
  void PutBack(std::vector<Job> jobs, size_t taken);

  const size_t num_threads_;
  const int max_batch_;
  const int max_calls_;
  ServiceMetrics* const metrics_;
  RareLog failures_{LogLevel::kError, "serving", "evaluation failed"};
  std::atomic<int> calls_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. Sorted by deadline, then by arrival.
  std::multimap<Clock::time_point, Job> ready_;
  size_t taken_ = 0;
  bool stopping_ = false;
  // Last member, so that it is joined first.
  std::vector<std::jthread> threads_;
};

}  // namespace kvintet::serving
