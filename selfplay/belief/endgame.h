// Endgame: exact play once nothing is hidden and no chance draws remain.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "envs/game.h"

namespace kvintet::selfplay {

// The result of best play by both seats.
struct ExactPlay {
  // A best action of the view's seat.
  envs::Action action = envs::kNoAction;
  // The return of the view's seat, in [-1, 1], as Game::Result gives it.
  float value = 0;
  // Positions searched.
  int64_t nodes = 0;
};

// Works from views alone, since an open view determines the position. One thread at a time.
class Endgame {
 public:
  virtual ~Endgame() = default;
  // Whether the view determines the position and no chance draws remain.
  virtual bool IsOpen(envs::ConstViews one) const = 0;
  // Empty if `nodes` positions do not solve it. The answer for a view does not depend on earlier
  // calls. REQUIRES: IsOpen(one), its seat must act; nodes > 0.
  virtual std::optional<ExactPlay> Solve(envs::ConstViews one, int64_t nodes) = 0;
};

// Null if the game has none. `game` must outlive it.
std::unique_ptr<Endgame> MakeEndgame(const envs::Game& game);

}  // namespace kvintet::selfplay
