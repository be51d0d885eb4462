// Outbox: what a stream has still to write: the newest message of progress, messages that none may
// take the place of, and how it ends.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <utility>

#include "absl/status/status.h"

namespace kvintet::serving {

// However slowly its reader reads, progress takes one message's memory. One thread at a time.
template <typename Message>
class Outbox {
 public:
  // Progress: takes the place of what was offered before and is not written.
  void Offer(Message message) {
    if (!end_) {
      offered_ = std::move(message);
    }
  }
  // Kept, in order; what was offered before and is not written is out of date.
  void Push(Message message) {
    if (!end_) {
      offered_.reset();
      kept_.push_back(std::move(message));
    }
  }
  // After what is kept; nothing is taken in any more. The first end counts.
  void End(const absl::Status& status) {
    if (!end_) {
      offered_.reset();
      end_ = status;
    }
  }
  // Nobody reads any more.
  void Clear() {
    offered_.reset();
    kept_.clear();
  }

  // The next message to write, in order.
  std::optional<Message> Take() {
    if (!kept_.empty()) {
      std::optional<Message> first(std::move(kept_.front()));
      kept_.pop_front();
      return first;
    }
    return std::exchange(offered_, std::nullopt);
  }
  // How many are kept.
  size_t Kept() const { return kept_.size(); }
  // Once there is nothing left to write: how it has ended; empty while it goes on.
  const std::optional<absl::Status>& Ended() const { return end_; }

 private:
  std::optional<Message> offered_;
  std::deque<Message> kept_;
  std::optional<absl::Status> end_;
};

}  // namespace kvintet::serving
