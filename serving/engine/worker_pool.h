// WorkerPool: threads for work that would block gRPC's threads if a handler did it.
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

// Runs the work of calls, oldest first. Submit is thread-safe.
class WorkerPool {
 public:
  // At most `max_waiting` calls wait. `metrics` outlives the pool.
  WorkerPool(int threads, size_t max_waiting, ServiceMetrics* metrics);
  // Completes all submitted work first. REQUIRES: no thread calls Submit any more.
  ~WorkerPool();

  // Runs `work`, which must finish the call or hand it on. The pool itself finishes the call if too
  // many wait (at once, ResourceExhausted) or if its turn comes after its deadline.
  void Submit(Call* call, std::function<void()> work);

  size_t Waiting() const;
  // How long the oldest waiting call has waited.
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
  // Last member, so that it is joined first.
  std::vector<std::jthread> threads_;
};

}  // namespace kvintet::serving
