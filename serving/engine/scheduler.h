// Scheduler: answers the tasks of all clients together, in batches of evaluations.
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
  // Borrowed until `done`; tells when to give up.
  const Call* call = nullptr;
  // Borrowed until `done`, which is called once, by a thread of the scheduler.
  Task* task = nullptr;
  std::function<void(const absl::Status&)> done = {};
  // Evaluations that it needs one after the other, about.
  int rounds = 1;
  // The scheduler's own: its count of calls, and when the job came.
  std::shared_ptr<void> ticket = {};
  Clock::time_point since = {};
};

// Each thread takes the job whose call has the earliest deadline, with it others of that game up to
// a full batch or its share of all jobs, evaluates, and lets each go on to its next question. So
// clients share batches, all threads have work, a long search does not hold up short ones, and a
// job that is too late or cancelled ends at its next turn.
class Scheduler {
 public:
  // Calls with jobs at a time: at most `max_calls`. `metrics` outlives the scheduler.
  Scheduler(int threads, int max_batch, int max_calls, ServiceMetrics* metrics);
  // REQUIRES: all jobs are done.
  ~Scheduler();

  // Takes the jobs of one call, or none of them: ResourceExhausted where too many calls are here,
  // DeadlineExceeded where the time left cannot suffice. Any thread; never blocks for long.
  absl::Status Submit(std::vector<Job> jobs);

  // ResourceExhausted as Submit would say now: so that what is too much costs little.
  absl::Status CheckRoom() const;

  // Calls with jobs now; how long the oldest of those that wait has been here.
  int Calls() const { return calls_; }
  double OldestSeconds() const;

 private:
  class Worker;
  absl::Status CheckInTime(const Job& job) const;
  absl::Status Full() const;
  // Waits for the next batch; empty at the end.
  std::vector<Job> Take();
  // One thread's part of all jobs. REQUIRES: mutex_ is held.
  size_t Share() const;
  // Of so many that were taken those that still wait come back.
  void PutBack(std::vector<Job> jobs, size_t taken);

  const size_t num_threads_;
  const int max_batch_;
  const int max_calls_;
  ServiceMetrics* const metrics_;
  RareLog failures_{LogLevel::kError, "serving", "evaluation failed"};
  std::atomic<int> calls_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_. By deadline, then in order of arrival.
  std::multimap<Clock::time_point, Job> ready_;
  size_t taken_ = 0;
  bool stopping_ = false;
  // Last: joined first.
  std::vector<std::jthread> threads_;
};

}  // namespace kvintet::serving
