// RunMatchTwins: checks that no byte that a match sends to a seat, to spectators or to the director
// of its tournament depends on what they may not know.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace kvintet::matches {

// What was compared, and the result.
struct TwinCount {
  // Pairs of games, those whose secrets differ, and those with a byte that leaks.
  int64_t pairs = 0;
  int64_t secret_pairs = 0;
  int64_t leaks = 0;
  // The first leak.
  std::string example = {};
};

// Plays `pairs` random games of `game` for part of their length. For each, the reference rules make
// a game with the same public history and other secrets; both are played as matches of a tournament
// with the same times and random bytes. Compares all events and the final state, as messages, for
// the seat that must not know, and all that the director is sent. The digest of an unrevealed
// choice is a hash over 32 random bytes and does differ: it is removed, and its length is compared.
// `leaky`: the messages contain the opponent's choice or rack, as a negative control. NotFound if
// there is no reference.
absl::StatusOr<TwinCount> RunMatchTwins(const std::string& game, int64_t pairs, uint64_t seed,
                                        bool leaky);

}  // namespace kvintet::matches
