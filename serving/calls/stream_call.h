// StreamCall: a call that is answered by messages, one written at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "serving/calls/call.h"
#include "serving/calls/outbox.h"

namespace kvintet::serving {

// Its work is one job after the other. Whoever does it calls Offer and Push and, last of all,
// Finish, after which the call is not touched. How messages travel is the transport's.
template <typename Response>
class StreamCall : public Call {
 public:
  void Finish(const absl::Status& status) override {
    Change([&] { outbox_.End(status); });
  }

 protected:
  StreamCall(Clock::time_point arrival, Clock::time_point deadline) : Call(arrival, deadline) {}

  // For the transport: starts to write, Written tells when that is done; ends the stream, and this
  // may be gone when it returns. Each is called when nothing is being written.
  virtual void Write(const Response& message) = 0;
  virtual void Close(const absl::Status& status) = 0;
  // By the transport. Not ok: nobody reads any more.
  void Written(bool ok) {
    bool resume = false;
    Change([&] {
      writing_ = false;
      if (!ok) {
        Cancel();
        outbox_.Clear();
      }
      // The next one is taken now.
      resume = parked_ && outbox_.Kept() <= kMostKept;
      parked_ = parked_ && !resume;
    });
    // One that is parked has not been finished: it is here still.
    if (resume) {
      Resume();
    }
  }

  // For the work. Progress: only the newest is written.
  void Offer(Response message) {
    Change([&] { outbox_.Offer(std::move(message)); });
  }
  // Messages that are all written.
  void Push(std::vector<Response> messages) {
    Change([&] { Keep(std::move(messages)); });
  }
  // The same, and then Resume, now or when there is room for more: the last thing that the work
  // does for the time being.
  void PushAndGoOn(std::vector<Response> messages) {
    bool room = false;
    Change([&] {
      Keep(std::move(messages));
      room = outbox_.Kept() < kMostKept;
      parked_ = !room;
    });
    if (room) {
      Resume();
    }
  }
  // Goes on with the work.
  virtual void Resume() {}

 private:
  // Messages that wait for a slow reader, when the work pauses.
  static constexpr size_t kMostKept = 16;

  void Keep(std::vector<Response> messages) {
    for (Response& message : messages) {
      outbox_.Push(std::move(message));
    }
  }
  // Makes a change, and writes what is next or ends the stream. Both under one lock: once another
  // thread has seen the end, this may be gone.
  template <typename F>
  void Change(F change) {
    std::optional<absl::Status> end;
    {
      const std::lock_guard lock(mutex_);
      change();
      if (writing_ || finished_) {
        return;
      }
      if (std::optional<Response> next = outbox_.Take()) {
        written_ = *std::move(next);
        writing_ = true;
      } else if (outbox_.Ended()) {
        end = outbox_.Ended();
        finished_ = true;
      } else {
        return;
      }
    }
    // Without the lock: the transport may call back at once.
    if (end) {
      Close(*end);
    } else {
      Write(written_);
    }
  }

  std::mutex mutex_;
  // Guarded by mutex_.
  Outbox<Response> outbox_;
  bool writing_ = false;
  bool parked_ = false;
  bool finished_ = false;
  // The transport's while it writes.
  Response written_;
};

}  // namespace kvintet::serving
