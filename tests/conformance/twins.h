// RunTwins: whether anything that a seat is shown depends on what it may not know.
//
// A reference game makes the twins: games in which one seat has seen the same, with other secrets.
// Whatever the fast game shows that seat must be the same, byte for byte, in both.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// What was compared and what was found.
struct TwinReport {
  // Pairs compared, and those of them in which something hidden differed.
  int64_t pairs = 0;
  int64_t secret_pairs = 0;
  // What leaks, e.g. "observation", each with one example; "replay" where a twin cannot be played.
  std::map<std::string, std::string> leaks;
};

// Compares after about every `every`th event of random games from `start` on, a reference of the
// same game and options, for both seats and the spectator, until `pairs` pairs have been compared.
TwinReport RunTwins(const envs::Game& game, const reference::ReferenceGame& start, int64_t pairs,
                    uint32_t every, uint64_t seed);

}  // namespace kvintet::conformance
