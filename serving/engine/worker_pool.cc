// WorkerPool: see the header.
#include "serving/engine/worker_pool.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/seconds.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {

WorkerPool::WorkerPool(int threads, size_t max_waiting, ServiceMetrics* metrics)
    : max_waiting_(max_waiting), metrics_(metrics) {
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { Run(); });
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  threads_.clear();
}

void WorkerPool::Submit(Call* call, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() < max_waiting_) {
      waiting_.push_back({call, Clock::now(), std::move(work)});
      call = nullptr;
    }
  }
  if (call != nullptr) {
    call->Finish(Refusal(v1::REASON_OVERLOADED, absl::StrCat(max_waiting_,
                                                             " calls are waiting already; try "
                                                             "again later")));
    return;
  }
  changed_.notify_one();
}

size_t WorkerPool::Waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

double WorkerPool::OldestSeconds() const {
  const std::lock_guard lock(mutex_);
  return waiting_.empty() ? 0 : ToSeconds(Clock::now() - waiting_.front().since);
}

void WorkerPool::Run() {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) {
      return;
    }
    const Item next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    metrics_->QueueSeconds().Observe(ToSeconds(Clock::now() - next.since));
    if (const absl::Status status = next.call->Check(); !status.ok()) {
      next.call->Finish(status);
      continue;
    }
    next.work();
  }
}

}  // namespace kvintet::serving
