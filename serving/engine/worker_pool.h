// WorkerPool: threads of our own for what a handler must not do: it would hold up all calls.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "serving/calls/call.h"
#include "serving/monitoring/service_metrics.h"

namespace kvintet::serving {

// Runs the work of calls, oldest first. Any thread may submit.
class WorkerPool {
 public:
  // At most `max_waiting` calls wait. `metrics` outlives the pool.
  WorkerPool(int threads, size_t max_waiting, ServiceMetrics* metrics);
  // Does all that was submitted first. REQUIRES: nobody submits any more.
  ~WorkerPool();

  // Runs `work`, which finishes the call or hands it on. Finishes it itself, at once when too many
  // wait (ResourceExhausted), later when its turn comes too late.
  void Submit(Call* call, std::function<void()> work);

  size_t Waiting() const;
  // How long the oldest has waited.
  double OldestSeconds() const;

 private:
  struct Item {
    Call* call;
    Clock::time_point since;
    std::function<void()> work;
  };
  void Run();

  const size_t max_waiting_;
  ServiceMetrics* const metrics_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::deque<Item> waiting_;
  bool stopping_ = false;
  // Last: joined first.
  std::vector<std::jthread> threads_;
};

}  // namespace kvintet::serving
