// Backpressure: see the header.
#include "training/fleet/backpressure.h"

#include <algorithm>
#include <vector>

#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// How many notes are fetched. If as many shards wait, that is too many, whatever they hold.
constexpr size_t kShards = 1024;

}  // namespace

absl::Status Backpressure::Look(RunLink* link, Clock::time_point now) {
  if (!pace_.IsDue(now)) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<ShardNote> waiting, link->Waiting(kShards));
  // Actors say how many games there are. A false number can only make the fleet pause.
  int64_t games = 0;
  for (const ShardNote& note : waiting) {
    games = std::min(games + std::min(note.games, most_games_ + 1), most_games_ + 1);
  }
  pauses_ = waiting.size() == kShards || games > (pauses_ ? most_games_ / 2 : most_games_);
  return absl::OkStatus();
}

}  // namespace kvintet::training
