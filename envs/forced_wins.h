// ForcedWins: the wins that a game's own rules find by looking ahead. Of a Game by dynamic_cast.
#pragma once

#include <cstdint>
#include <optional>

#include "envs/actor.h"
#include "envs/game.h"
#include "envs/row_span.h"

namespace kvintet::envs {

class ForcedWins {
 public:
  virtual ~ForcedWins() = default;
  // Whether the rules look for any.
  virtual bool HasForcedWin() const = 0;
  // An action after which the view's seat can win, whatever the other does. With `positions` 0
  // there is one wherever Game::KnownReturn is 1, and again behind each answer to it. With more, a
  // win is looked for besides among about so many positions; one that is found is as certain. The
  // same view and number always give the same. REQUIRES: HasForcedWin() and the seat must act.
  virtual std::optional<Action> ForcedWin(ConstViews one, int64_t positions) const = 0;
};

// Null where the game's rules look for none.
inline const ForcedWins* ForcedWinsOf(const Game& game) {
  const auto* wins = dynamic_cast<const ForcedWins*>(&game);
  return wins != nullptr && wins->HasForcedWin() ? wins : nullptr;
}

}  // namespace kvintet::envs
