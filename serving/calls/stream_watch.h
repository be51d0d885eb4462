// StreamWatch: cuts off streams whose client does not read, so that they end soon after their
// deadline.
#pragma once

#include <chrono>
#include <mutex>
#include <set>

#include "serving/calls/call.h"
#include "serving/calls/periodic.h"

namespace kvintet::serving {

// Time after the deadline for the last batch and for reading the answer.
inline constexpr std::chrono::milliseconds kForTheReader(5000);

// A stream that can be cut off.
class CutStream {
 public:
  // When the client should have read the last message.
  virtual Clock::time_point CutAt() const = 0;
  // Makes gRPC cancel the write in progress, so that the stream ends. May be called more than once.
  virtual void Cut() = 0;

 protected:
  ~CutStream() = default;
};

// Thread-safe.
class StreamWatch {
 public:
  StreamWatch() : sweep_(std::chrono::milliseconds(250), [this] { Sweep(); }) {}

  void Add(CutStream* stream) {
    const std::lock_guard lock(mutex_);
    streams_.insert(stream);
  }
  // After it returns, the watch no longer uses the stream.
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

  // Recursive, since gRPC may end a stream within the call that cuts it off.
  std::recursive_mutex mutex_;
  // Guarded by mutex_.
  std::set<CutStream*> streams_;
  // Last member, so that it is joined first.
  Periodic sweep_;
};

}  // namespace kvintet::serving
