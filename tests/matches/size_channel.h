// RunSizeChannel: whether sizes and numbers of what is sent while a choice is sealed tell of it.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "tests/matches/leaked_information.h"

namespace kvintet::matches {

// What was seen in simultaneous stages.
struct SizeCount {
  int64_t phases = 0;
  // By who chose first: the choice's length against the sizes; and which of 16 kinds of choices it
  // is, by the hash of its text.
  LeakedInformation lengths;
  LeakedInformation kinds;
  // Stages at whose end both players and spectators were not told the same kinds of events.
  int64_t uneven = 0;
};

// Plays random games of a game with simultaneous stages as matches between persons. In each stage
// one of both, chosen at random, chooses first. Noted is, of the other player and of spectators,
// how many events they are told by that and how many bytes these have, and by how many their state
// has grown; and how many bytes the answers to both choices have. Numbers of plies and cursors and
// times are left out, since they are longer the later it is. `leaky`: the size of spectators'
// states depends on the kind of choice: the negative control. NotFound for an unknown game.
absl::StatusOr<SizeCount> RunSizeChannel(const std::string& game, int64_t phases, uint64_t seed,
                                         bool leaky);

// So many different notes are thought possible for SizeCount's bounds.
inline constexpr int kSizeClasses = 64;

}  // namespace kvintet::matches
