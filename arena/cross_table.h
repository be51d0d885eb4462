// CrossTable: a round robin, in which each of several agents plays each other.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/match.h"

namespace kvintet::arena {

// The matches of N agents, all with the same openings and draws.
struct CrossTable {
  // [N], their text forms.
  std::vector<std::string> agents;
  // [N (N - 1) / 2]: 0 against 1, 0 against 2, ..., 1 against 2, ...; from the point of view of the
  // first.
  std::vector<MatchResult> matches;

  // REQUIRES: a < b < N.
  const MatchResult& Match(size_t a, size_t b) const;
  // Scores of `a` against `b`. REQUIRES: a != b, both < N.
  PairScores Scores(size_t a, size_t b) const;
  // Scores of `a` against all others together. REQUIRES: a < N.
  PairScores Total(size_t a) const;
};

// Plays options.pairs pairs of games between every two agents. InvalidArgument for fewer than two
// agents.
absl::StatusOr<CrossTable> PlayCrossTable(const envs::Game& game, std::span<Agent* const> agents,
                                          const MatchOptions& options);

}  // namespace kvintet::arena
