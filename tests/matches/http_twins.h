// RunHttpTwins: checks that no byte that the service sends over HTTP to a seat or a spectator
// depends on what they may not know.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace kvintet::matches {

// What was compared, and the result.
struct HttpTwinCount {
  // Pairs of games, and those with a byte that leaks.
  int64_t pairs = 0;
  int64_t leaks = 0;
  // Bytes received in one of the games of each pair.
  int64_t bytes = 0;
  // The first leak.
  std::string example = {};
};

// Plays `pairs` pairs of games that differ, but that a viewer, a seat or a spectator, cannot tell
// apart, as matches over HTTP on two services with the same time and random bytes. Compares
// everything that the viewer receives: WatchMatch in its chunks, GetMatch after each event, and now
// and then ListMatches, Describe, ListMoves, Evaluate and refusals; heads, sizes and order
// included. Pairs alternate between JSON and binary. Digests of choices are hashes over random
// bytes and do differ: they are replaced by their numbers. `leaky`: GetMatch answers with what an
// opponent sees, as a negative control. NotFound if the game is neither kontranto nor tantrix.
absl::StatusOr<HttpTwinCount> RunHttpTwins(const std::string& game, int64_t pairs, uint64_t seed,
                                           bool leaky);

}  // namespace kvintet::matches
