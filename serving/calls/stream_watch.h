// StreamWatch: cuts off streams whose client reads nothing, so that they end after their deadline.
#pragma once

#include <chrono>
#include <mutex>
#include <set>

#include "serving/calls/call.h"
#include "serving/calls/periodic.h"

namespace kvintet::serving {

// After the time for its work: for the last batch, and for reading the answer.
inline constexpr std::chrono::milliseconds kForTheReader(5000);

// A stream that can be cut off.
class CutStream {
 public:
  // Its last message should have been read by then.
  virtual Clock::time_point CutAt() const = 0;
  // The library ends what is being written, and the stream leaves. May be called more than once.
  virtual void Cut() = 0;

 protected:
  ~CutStream() = default;
};

// Any thread.
class StreamWatch {
 public:
  StreamWatch() : sweep_(std::chrono::milliseconds(250), [this] { Sweep(); }) {}

  void Add(CutStream* stream) {
    const std::lock_guard lock(mutex_);
    streams_.insert(stream);
  }
  // When it returns, the stream is not touched any more.
  void Remove(CutStream* stream) {
    const std::lock_guard lock(mutex_);
    streams_.erase(stream);
  }

 private:
  void Sweep() {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    const std::set<CutStream*> all = streams_;
    for (CutStream* stream : all) {
      if (streams_.contains(stream) && stream->CutAt() <= now) {
        stream->Cut();
      }
    }
  }

  // Recursive: the library may end a stream in the very call that cuts it off.
  std::recursive_mutex mutex_;
  // Guarded by mutex_.
  std::set<CutStream*> streams_;
  // Last: joined first.
  Periodic sweep_;
};

}  // namespace kvintet::serving
