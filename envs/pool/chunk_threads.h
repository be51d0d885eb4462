// ChunkThreads: runs the chunks of a pool at the same time, each on a thread of its own.
//
// There are two kinds. A build with OpenMP uses its threads, which all pools share. A build without
// it (the Python package, where a second OpenMP runtime in the process does harm) has threads of
// its own in each pool.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"

namespace kvintet::envs {

// What to do for one chunk.
using ChunkDeed = absl::FunctionRef<void(size_t)>;

// Threads of its own, one per chunk except the first, which runs on the caller's thread. Between
// calls they spin for some 200 microseconds, then sleep. One call at a time.
class OwnThreads {
 public:
  // Throws std::system_error if there are no more threads to be had.
  explicit OwnThreads(size_t chunks);
  ~OwnThreads();
  OwnThreads(const OwnThreads&) = delete;
  OwnThreads& operator=(const OwnThreads&) = delete;

  // Runs the deed for each chunk and returns when all are done.
  void Run(ChunkDeed deed);
  // Runs the first deed for each chunk and then, unless `done` returns true, the second.
  void RunTwice(ChunkDeed first, absl::FunctionRef<bool()> done, ChunkDeed second);

 private:
  void Work(size_t chunk);
  void End();

  // The deed of this round; null ends the threads.
  const ChunkDeed* deed_ = nullptr;
  std::atomic<uint32_t> round_ = 0;
  // Chunks of this round that other threads have not done yet.
  std::atomic<uint32_t> left_ = 0;
  std::vector<std::thread> threads_;
};

#ifndef KVINTET_OWN_THREADS
// The threads of OpenMP.
class OpenMpThreads {
 public:
  explicit OpenMpThreads(size_t chunks) : chunks_(chunks) {}

  void Run(ChunkDeed deed);
  // Both deeds run in one pass, since waking the threads again costs as much as a dozen rows.
  void RunTwice(ChunkDeed first, absl::FunctionRef<bool()> done, ChunkDeed second);

 private:
  const size_t chunks_;
};

using ChunkThreads = OpenMpThreads;
#else
using ChunkThreads = OwnThreads;
#endif

}  // namespace kvintet::envs
