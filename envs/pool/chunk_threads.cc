// ChunkThreads: see the header.
#include "envs/pool/chunk_threads.h"

namespace kvintet::envs {
namespace {

// 190 microseconds on a Xeon with AVX-512: a caller that steps again sooner wakes no thread.
constexpr int kSpins = 10000;

// Returns once the value is no longer `old`.
void WaitWhile(const std::atomic<uint32_t>& value, uint32_t old) {
  for (int spin = 0; spin < kSpins; ++spin) {
    if (value.load(std::memory_order_acquire) != old) {
      return;
    }
#ifdef __x86_64__
    __builtin_ia32_pause();
#endif
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

OwnThreads::OwnThreads(size_t chunks) {
  threads_.reserve(chunks);
  try {
    for (size_t chunk = 1; chunk < chunks; ++chunk) {
      threads_.emplace_back([this, chunk] { Work(chunk); });
    }
  } catch (...) {
    End();
    throw;
  }
}

void OwnThreads::End() {
  deed_ = nullptr;
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

void OwnThreads::Work(size_t chunk) {
  for (uint32_t round = 0;; ++round) {
    WaitWhile(round_, round);
    if (deed_ == nullptr) {
      return;
    }
    (*deed_)(chunk);
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      left_.notify_one();
    }
  }
}

void OwnThreads::Run(ChunkDeed deed) {
  deed_ = &deed;
  if (!threads_.empty()) {
    left_.store(static_cast<uint32_t>(threads_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }
  deed(0);
  for (uint32_t left = left_.load(std::memory_order_acquire); left != 0;
       left = left_.load(std::memory_order_acquire)) {
    WaitWhile(left_, left);
  }
}

void OwnThreads::RunTwice(ChunkDeed first, absl::FunctionRef<bool()> done, ChunkDeed second) {
  Run(first);
  if (!done()) {
    Run(second);
  }
}

#ifndef KVINTET_OWN_THREADS
void OpenMpThreads::Run(ChunkDeed deed) {
  if (chunks_ == 1) {
    return deed(size_t{0});
  }
#pragma omp parallel for num_threads(static_cast <int>(chunks_)) schedule(static, 1)
  for (size_t chunk = 0; chunk < chunks_; ++chunk) {
    deed(chunk);
  }
}

void OpenMpThreads::RunTwice(ChunkDeed first, absl::FunctionRef<bool()> done, ChunkDeed second) {
#pragma omp parallel num_threads(static_cast <int>(chunks_)) if (chunks_ > 1)
  {
#pragma omp for schedule(static, 1)
    for (size_t chunk = 0; chunk < chunks_; ++chunk) {
      first(chunk);
    }
    if (!done()) {
#pragma omp for schedule(static, 1) nowait
      for (size_t chunk = 0; chunk < chunks_; ++chunk) {
        second(chunk);
      }
    }
  }
}
#endif

}  // namespace kvintet::envs
