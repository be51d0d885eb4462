// LongForm: what the long forms of the conformance tests are called with.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// A game and its reference, how much to play and the seed.
struct LongForm {
  std::unique_ptr<const envs::Game> game;
  std::unique_ptr<const reference::ReferenceGame> reference = {};
  int64_t count = 0;
  uint64_t seed = 1;
};

// Reads `PROGRAM GAME [COUNT [SEED]]`; says on standard error what is wrong with it and returns
// none. `unit` is the usage's name for COUNT, `count` its default.
std::optional<LongForm> ReadLongForm(std::span<char* const> arguments, const char* program,
                                     const char* unit, int64_t count);

}  // namespace kvintet::conformance
