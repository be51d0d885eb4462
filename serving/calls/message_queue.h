// MessageQueue: what a stream still has to write: the newest progress message, messages that must
// all be written, and the final status.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "absl/status/status.h"

namespace kvintet::serving {

// Unwritten progress uses the memory of one message, however slow the reader. Not thread-safe.
template <typename Message>
class MessageQueue {
 public:
  // Adds a progress message, which replaces an unwritten one.
  void Offer(Message message) {
    if (!end_) {
      offered_ = std::move(message);
    }
  }
  // Adds a message that must be written, in order. Unwritten progress is dropped as out of date.
  void Push(Message message) {
    if (!end_) {
      offered_.reset();
      kept_.push_back(std::move(message));
    }
  }
  // Ends the stream after the queued messages. Later additions are ignored, and the first End
  // counts.
  void End(const absl::Status& status) {
    if (!end_) {
      offered_.reset();
      end_ = status;
    }
  }
  // Drops everything, since nobody reads any more.
  void Clear() {
    offered_.reset();
    kept_.clear();
  }

  // The next message to write.
  std::optional<Message> Take() {
    if (!kept_.empty()) {
      std::optional<Message> first(std::move(kept_.front()));
      kept_.pop_front();
      return first;
    }
    return std::exchange(offered_, std::nullopt);
  }
  // The number of queued messages, progress not included.
  size_t Kept() const { return kept_.size(); }
  // The final status once nothing is left to write; empty before.
  const std::optional<absl::Status>& Ended() const { return end_; }

 private:
  std::optional<Message> offered_;
  std::deque<Message> kept_;
  std::optional<absl::Status> end_;
};

}  // namespace kvintet::serving
