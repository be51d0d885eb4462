// Follower: the work of a further rank; internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/strings/string_view.h>

#include "training/network/learning/learner.h"
#include "training/network/learning/rank_group.h"
#include "training/network/ranks/rank_line.h"

namespace kvintet::network {

// The place of a member, as the first rank tells it.
struct MeetingCall {
  int32_t rank = 1;
  int32_t ranks = 2;
  double timeout_seconds = 30;
  double meeting_seconds = 10;
};
// With the address at which the others reach the member.
std::string PackCall(const MeetingCall& call, absl::string_view address);

// Does what the first rank says: meets the others, gets the learner's state, and takes its steps. A
// group that breaks is left, and the first rank calls the next one.
class Follower {
 public:
  // `threads` for gradients; if not set, as many as the first rank uses. The line must outlive it.
  Follower(RankLine* line, std::optional<int> threads);
  ~Follower();

  // Ok when the run is over, Cancelled if asked to stop; Unavailable if the line is lost,
  // InvalidArgument if it brings something else than messages. Asked to stop, it finishes its step.
  absl::Status Follow(const std::stop_token& stop = {});

 private:
  absl::Status Meet(const RankMessage& message);
  // Joins the others and takes over the learner's state.
  absl::Status Join(const MeetingCall& call, const std::string& address);
  absl::Status Step(const RankMessage& message);
  void Leave();

  RankLine* const line_;
  const std::optional<int> threads_;
  std::unique_ptr<RankGroup> group_;
  std::unique_ptr<Learner> learner_;
  std::vector<std::byte> batch_;
};

}  // namespace kvintet::network
