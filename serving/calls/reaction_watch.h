// ReactionWatch: how long handlers hold up the library's threads.
//
// The library has about one thread a core. A handler that waits, instead of handing its work on,
// holds up all calls, health checks too.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace kvintet::serving {

// Any thread.
class ReactionWatch {
 public:
  // A handler at work, from its beginning to its return.
  class Scope {
   public:
    // `method` lives as long as the program.
    Scope(ReactionWatch* watch, const char* method);
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

   private:
    ReactionWatch* const watch_;
    const uint64_t number_;
  };

  // The methods whose handlers have been at work for longer than `limit` and were not told before.
  std::vector<std::string> NewlyStuck(std::chrono::milliseconds limit);
  // The longest that a handler has taken, those at work included.
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
  // Guarded by mutex_. By number, so the oldest first.
  std::map<uint64_t, Reaction> at_work_;
  uint64_t next_ = 0;
  double longest_ = 0;
};

}  // namespace kvintet::serving
