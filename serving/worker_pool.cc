// WorkerPool: see the header.
#include "serving/worker_pool.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace kvintet::serving {

WorkerPool::WorkerPool(int threads, size_t max_waiting) : max_waiting_(max_waiting) {
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
      waiting_.push_back({call, std::move(work)});
      call = nullptr;
    }
  }
  if (call != nullptr) {
    call->Finish(absl::ResourceExhaustedError(
        absl::StrCat(max_waiting_, " calls are waiting already; try again later")));
    return;
  }
  changed_.notify_one();
}

void WorkerPool::Run() {
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    if (waiting_.empty()) {
      return;
    }
    const Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (const absl::Status status = next.call->Check(); !status.ok()) {
      next.call->Finish(status);
      continue;
    }
    next.work();
  }
}

}  // namespace kvintet::serving
