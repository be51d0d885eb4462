// ViewToMove: what the seat knows that must act, for tests of searches.
#pragma once

#include "envs/one_row.h"
#include "envs/text/playthrough.h"

namespace kvintet::testing {

// REQUIRES: a seat must act.
inline envs::ViewBuffer ViewToMove(const envs::Game& game, envs::ConstPositions one) {
  return envs::ViewOf(game, one, envs::SeatOf(envs::ActorsOf(game, one).First()));
}
inline envs::ViewBuffer ViewToMove(const envs::Playthrough& play) {
  return ViewToMove(play.game(), play.Position());
}

}  // namespace kvintet::testing
