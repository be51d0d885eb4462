// RunMatchTwins: whether a byte that a match sends to a seat, to spectators or to the director of
// its event depends on what they may not know.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace kvintet::matches {

// What was compared and found.
struct TwinCount {
  // Pairs of games, those of them whose secrets differ, and those with a byte that tells.
  int64_t pairs = 0;
  int64_t secret_pairs = 0;
  int64_t leaks = 0;
  // Of the first leak.
  std::string example = {};
};

// Plays `pairs` random games of `game` for some of their way, and for each a game with the same
// public history and other secrets, which the reference rules make; both in matches of an event
// with the same times and random bytes. Compares all events and, in the end, the state, as
// messages, for the seat that must not know, and all that the director is sent. The seal of a
// choice that is not opened is a hash over 32 random bytes and does differ: it is taken out, its
// length is compared. `leaky`: what is sent holds the other's choice, or its rack: the negative
// control. NotFound if there is no reference.
absl::StatusOr<TwinCount> RunMatchTwins(const std::string& game, int64_t pairs, uint64_t seed,
                                        bool leaky);

}  // namespace kvintet::matches
