// RunSizeChannel: checks whether sizes and numbers of messages reveal a choice before it is
// revealed.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "tests/matches/leaked_information.h"

namespace kvintet::matches {

// The observations in simultaneous stages.
struct SizeCount {
  int64_t phases = 0;
  // With the player who chose first as context: the length of the choice against the sizes, and the
  // kind of the choice, one of 16 by the hash of its text, against the sizes.
  LeakedInformation lengths;
  LeakedInformation kinds;
  // Stages at whose end the players and spectators did not all receive the same kinds of events.
  int64_t uneven = 0;
};

// Plays random games of a game with simultaneous stages as matches between persons. In each stage
// one player, selected at random, chooses first. Recorded for the other player and for spectators:
// how many events they receive by that, the bytes of these events, and by how many bytes their
// state grows; and the bytes of the replies to both choices. Plies, cursors and times are left out,
// since their texts grow with time. `leaky`: the size of spectators' states depends on the kind of
// the choice, as a negative control. NotFound for an unknown game.
absl::StatusOr<SizeCount> RunSizeChannel(const std::string& game, int64_t phases, uint64_t seed,
                                         bool leaky);

// The number of different observations assumed possible for SizeCount's bounds.
inline constexpr int kSizeClasses = 64;

}  // namespace kvintet::matches
