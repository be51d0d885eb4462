// LongForm: the command line of the conformance tests' long forms.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "envs/game.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// A game and its reference, the amount to play and the seed.
struct LongForm {
  std::unique_ptr<const envs::Game> game;
  std::unique_ptr<const reference::ReferenceGame> reference = {};
  int64_t count = 0;
  uint64_t seed = 1;
};

// Parses `PROGRAM GAME [COUNT [SEED]]`. On error, prints it to standard error and returns none.
// `unit` is the name of COUNT in the usage text, `count` its default.
std::optional<LongForm> ReadLongForm(std::span<char* const> arguments, const char* program,
                                     const char* unit, int64_t count);

}  // namespace kvintet::conformance
