// LiveGames: the games in play in this server's matches, so that nobody can have them analysed.
//
// It knows only what everyone may see. Guessing at hidden information therefore reveals no more
// than a spectator sees. Options are ignored, because a game with another end rule is played in
// much the same way.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"

#include "base/hash.h"
#include "matches/state/match_view.h"
#include "serving/engine/requested_state.h"

namespace kvintet::serving {

// Thread-safe.
class LiveGames {
 public:
  // Games are compared from this number of decisions of seats on, since openings are common to many
  // games. Draws do not count: hidden ones are the same in all games.
  static constexpr size_t kOwnFrom = 6;

  // Sets what spectators see of a match now. Calls for one match must be serial and in order.
  void Update(const std::string& match, const matches::Knowledge& seen);
  void Remove(const std::string& match);

  // LIVE_MATCH if one of the two games continues the other, as far as everyone may see them, or, in
  // a game without hidden information, if the positions are equal up to a symmetry of the game.
  absl::Status Check(const RequestedState& situation) const;
  // The latter alone, for a position as a seat sees it.
  absl::Status CheckPosition(const envs::Game& game, envs::ConstViews view) const;

 private:
  // The form in which games are compared.
  struct Trace {
    // The keys of its prefixes from kOwnFrom decisions on; the last is that of the whole game.
    std::vector<Key128> beginnings = {};
    // The key of the position, if positions may be compared.
    std::optional<Key128> position = {};
  };
  static Trace TraceOf(const matches::Knowledge& seen);
  // Adds `change` to the counts of the trace's keys.
  void Count(const Trace& trace, int change);
  // Whether one of these positions is live. REQUIRES: mutex_ is held.
  bool HasPosition(const std::vector<Key128>& positions) const;

  mutable std::mutex mutex_;
  // Guarded by mutex_. Traces by match, then the number of matches with each key.
  std::unordered_map<std::string, Trace> traces_;
  std::unordered_map<Key128, int> beginnings_;
  std::unordered_map<Key128, int> wholes_;
  std::unordered_map<Key128, int> positions_;
};

}  // namespace kvintet::serving
