// OnlyPosition: the position that a view determines, for searches of games that hide nothing.
#pragma once

#include "base/check.h"
#include "base/rng.h"
#include "envs/game.h"

namespace kvintet::selfplay {

// REQUIRES: the game has no secrets.
inline void OnlyPosition(const envs::Game& game, envs::ConstViews one, envs::Positions out) {
  KVINTET_DCHECK(!game.Spec().secrets);
  // All draws give the same position.
  RandomStream unused;
  game.Resample(one, &unused, out);
}

}  // namespace kvintet::selfplay
