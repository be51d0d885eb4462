// Endgame: exact play from where nothing is hidden any more and chance has nothing left to decide.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "envs/game.h"

namespace kvintet::selfplay {

// What best play of both seats leads to.
struct ExactPlay {
  // A best action of the view's seat.
  envs::Action action = envs::kNoAction;
  // The return of the view's seat, in [-1, 1], as Game::Result gives it.
  float value = 0;
  // Positions looked at.
  int64_t nodes = 0;
};

// Asked with views alone: a view that is open leaves one position only. Of one thread.
class Endgame {
 public:
  virtual ~Endgame() = default;
  // Whether the view tells all there is, and no chance is to come.
  virtual bool IsOpen(envs::ConstViews one) const = 0;
  // Empty where `nodes` positions do not settle it. What a view is answered does not depend on what
  // was asked before. REQUIRES: IsOpen(one), its seat must act; nodes > 0.
  virtual std::optional<ExactPlay> Solve(envs::ConstViews one, int64_t nodes) = 0;
};

// Null for a game that has none. `game` must outlive it.
std::unique_ptr<Endgame> MakeEndgame(const envs::Game& game);

}  // namespace kvintet::selfplay
