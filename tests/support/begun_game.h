// Begun: one game of a match at its start, for tests.
#pragma once

#include <string>
#include <utility>

#include "base/check.h"
#include "envs/registry.h"
#include "matches/game/match_game.h"

namespace kvintet::testing {

// Player 1 has seat 0.
inline matches::MatchGame Begun(const std::string& text) {
  auto game = envs::MakeGame(text);
  KVINTET_CHECK(game.ok());
  matches::MatchGame begun(1, *std::move(game));
  begun.seats = {envs::Seat::k1, envs::Seat::k0};
  return begun;
}

}  // namespace kvintet::testing
