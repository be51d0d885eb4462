// StallMonitor: measures how long handlers block gRPC's threads.
//
// gRPC has about one thread per core. A handler that waits instead of handing its work on blocks
// all calls, health checks included.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace kvintet::serving {

// Thread-safe.
class StallMonitor {
 public:
  // Marks a handler as running, from its construction to its destruction.
  class Scope {
   public:
    // `method` has static lifetime.
    Scope(StallMonitor* watch, const char* method);
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

   private:
    StallMonitor* const watch_;
    const uint64_t number_;
  };

  // Methods whose handlers have been running for longer than `limit` and were not reported before.
  std::vector<std::string> NewlyStuck(std::chrono::milliseconds limit);
  // The longest time that a handler has taken, including those still running.
  double LongestSeconds() const;

 private:
  using Time = std::chrono::steady_clock::time_point;
  struct Reaction {
    const char* method;
    Time start;
    bool told = false;
  };
  uint64_t Begin(const char* method);
  void End(uint64_t number);

  mutable std::mutex mutex_;
  // Guarded by mutex_. Keyed by number, so the oldest comes first.
  std::map<uint64_t, Reaction> at_work_;
  uint64_t next_ = 0;
  double longest_ = 0;
};

}  // namespace kvintet::serving
