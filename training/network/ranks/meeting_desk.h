// MeetingDesk: serves the further ranks of a group while it meets; internal.
#pragma once

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/strings/string_view.h>

#include "training/network/ranks/further_rank.h"
#include "training/network/ranks/meeting_board.h"

namespace kvintet::network {

// A thread that takes the ranks' notes to the board and brings them those that they ask for, until
// all have joined or one of them has failed.
class MeetingDesk {
 public:
  // The ranks' lines are the desk's until it ends. It closes the board when a rank fails.
  MeetingDesk(const std::vector<FurtherRank*>& ranks, double seconds, MeetingBoard* board);

  // Waits until all ranks have joined. Unavailable, saying why, if one has not in time.
  absl::Status Finish();

 private:
  struct Visitor {
    FurtherRank* rank = nullptr;
    bool has_joined = false;
    // The keys of the notes that it waits for.
    std::vector<std::string> wanted = {};
  };

  void Serve(const std::stop_token& stop);
  // Reads all that has come from a rank, and answers what can be answered.
  absl::Status Attend(Visitor* visitor);
  absl::Status Take(Visitor* visitor, const RankMessage& message);

  const double seconds_;
  MeetingBoard* const board_;
  std::vector<Visitor> visitors_;
  // Written by the thread.
  absl::Status end_;
  // Last, since the thread uses the other members.
  std::jthread thread_;
};

// A note with its key, as bytes.
std::string PackNote(absl::string_view key, absl::string_view note);

}  // namespace kvintet::network
