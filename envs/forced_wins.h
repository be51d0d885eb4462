// ForcedWins: wins that a game's rules find by searching ahead. An optional interface of a Game.
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
  // Whether the rules search for forced wins.
  virtual bool HasForcedWin() const = 0;
  // An action after which the view's seat wins against any defence. With `positions` = 0, there is
  // one whenever Game::KnownReturn is 1, and again after each answer to it. With a larger number, a
  // win is also searched for, visiting about that many positions; a win that is found is just as
  // certain. The result is a pure function of the view and the number. REQUIRES: HasForcedWin(),
  // and the seat must act.
  virtual std::optional<Action> ForcedWin(ConstViews one, int64_t positions) const = 0;
};

// Null if the game's rules search for none. Uses dynamic_cast.
inline const ForcedWins* ForcedWinsOf(const Game& game) {
  const auto* wins = dynamic_cast<const ForcedWins*>(&game);
  return wins != nullptr && wins->HasForcedWin() ? wins : nullptr;
}

}  // namespace kvintet::envs
