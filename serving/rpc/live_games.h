// LiveGames: what is being played in matches of this server, so that nobody analyses it.
//
// It knows what all may see and nothing else, so that its answers tell nobody what is hidden: who
// tries guesses at it learns what a spectator sees. Options are left aside: a game goes on in much
// the same way where another rule ends it.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"

#include "base/hash.h"
#include "matches/state/match_sight.h"
#include "serving/engine/situation.h"

namespace kvintet::serving {

// Any thread.
class LiveGames {
 public:
  // Games are compared from this number of events on: openings are everybody's.
  static constexpr size_t kOwnFrom = 6;

  // How a match looks to spectators now. One thread at a time for one match, in order.
  void Update(const std::string& match, const Knowledge& seen);
  void Remove(const std::string& match);

  // LIVE_MATCH where one of two games goes on from the other, as far as all may see them, or, in a
  // game that hides nothing, the position is the same but for a symmetry of the game.
  absl::Status Check(const Situation& situation) const;

 private:
  // A game as it is compared.
  struct Trace {
    // The keys of its first events, from kOwnFrom on: the last is that of all.
    std::vector<Key128> beginnings = {};
    // Of the position, where it may be compared.
    std::optional<Key128> position = {};
  };
  static Trace TraceOf(const Knowledge& seen);
  // Adds `change` to the numbers of a trace's keys.
  void Count(const Trace& trace, int change);

  mutable std::mutex mutex_;
  // Guarded by mutex_. By match; then how many matches have each key.
  std::unordered_map<std::string, Trace> traces_;
  std::unordered_map<Key128, int> beginnings_;
  std::unordered_map<Key128, int> wholes_;
  std::unordered_map<Key128, int> positions_;
};

}  // namespace kvintet::serving
