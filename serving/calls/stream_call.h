// StreamCall: a call that is answered with a stream of messages, written one at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "serving/calls/call.h"
#include "serving/calls/message_queue.h"

namespace kvintet::serving {

// Its work is a sequence of jobs. The job in progress calls Offer and Push and finally Finish,
// after which it must not use the call. Sending messages is up to the transport.
template <typename Response>
class StreamCall : public Call {
 public:
  void Finish(const absl::Status& status) override {
    Change([&] { queue_.End(status); });
  }

 protected:
  StreamCall(Clock::time_point arrival, Clock::time_point deadline) : Call(arrival, deadline) {}

  // Implemented by the transport. Write starts a write and calls Written when it is done. The other
  // ends the stream; the call may be destroyed before it returns. Both are called only while no
  // write is in progress.
  virtual void Write(const Response& message) = 0;
  virtual void Close(const absl::Status& status) = 0;
  // Called by the transport. If not ok, nobody reads any more.
  void Written(bool ok) {
    bool resume = false;
    Change([&] {
      writing_ = false;
      if (!ok) {
        Cancel();
        queue_.Clear();
      }
      // The next message is taken now.
      resume = parked_ && queue_.Kept() <= kMaxKept;
      parked_ = parked_ && !resume;
    });
    // A parked call has not been finished, so it still exists.
    if (resume) {
      Resume();
    }
  }

  // Called by the work. Offers progress, of which only the newest is written.
  void Offer(Response message) {
    Change([&] { queue_.Offer(std::move(message)); });
  }
  // Adds messages that are all written.
  void Push(std::vector<Response> messages) {
    Change([&] { Keep(std::move(messages)); });
  }
  // Adds messages, then calls Resume at once or when there is room for more. It must be the last
  // call of the current job.
  void PushAndResume(std::vector<Response> messages) {
    bool room = false;
    Change([&] {
      Keep(std::move(messages));
      room = queue_.Kept() < kMaxKept;
      parked_ = !room;
    });
    if (room) {
      Resume();
    }
  }
  // Continues the work.
  virtual void Resume() {}

 private:
  // Number of unread messages at which the work pauses.
  static constexpr size_t kMaxKept = 16;

  void Keep(std::vector<Response> messages) {
    for (Response& message : messages) {
      queue_.Push(std::move(message));
    }
  }
  // Applies a change, then writes the next message or ends the stream. Both happen under one lock,
  // since the call may be destroyed once another thread has seen the end.
  template <typename F>
  void Change(F change) {
    std::optional<absl::Status> end;
    {
      const std::lock_guard lock(mutex_);
      change();
      if (writing_ || finished_) {
        return;
      }
      if (std::optional<Response> next = queue_.Take()) {
        written_ = *std::move(next);
        writing_ = true;
      } else if (queue_.Ended()) {
        end = queue_.Ended();
        finished_ = true;
      } else {
        return;
      }
    }
    // Called without the lock, since the transport may call back at once.
    if (end) {
      Close(*end);
    } else {
      Write(written_);
    }
  }

  std::mutex mutex_;
  // Guarded by mutex_.
  MessageQueue<Response> queue_;
  bool writing_ = false;
  bool parked_ = false;
  bool finished_ = false;
  // Used by the transport while it writes.
  Response written_;
};

}  // namespace kvintet::serving
