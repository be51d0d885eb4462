// TournamentPoints: the points of a game of Tantrix by its margins, for tests (T6).
#pragma once

#include <array>
#include <cstdint>

#include "envs/match_play.h"
#include "envs/registry.h"

namespace kvintet::matches {

inline std::array<int, 2> TournamentPoints(const std::array<int32_t, 2>& margin) {
  const auto game = envs::MakeGame("tantrix");
  return (*game)->match_play()->TournamentPoints(margin);
}

}  // namespace kvintet::matches
