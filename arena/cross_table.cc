// PlayCrossTable: see the header.
#include "arena/cross_table.h"

#include <utility>

#include "base/check.h"
#include "base/status_macros.h"

namespace kvintet::arena {

const MatchResult& CrossTable::Match(size_t a, size_t b) const {
  KVINTET_CHECK(a < b && b < agents.size());
  // The row of `a` follows N - 1 matches of agent 0, N - 2 of agent 1, ...
  return matches.at(a * agents.size() - a * (a + 1) / 2 + b - a - 1);
}

PairScores CrossTable::Scores(size_t a, size_t b) const {
  return a < b ? Match(a, b).scores : Match(b, a).scores.Reversed();
}

PairScores CrossTable::Total(size_t a) const {
  PairScores total;
  for (size_t b = 0; b < agents.size(); ++b) {
    if (b != a) {
      total.Add(Scores(a, b));
    }
  }
  return total;
}

absl::StatusOr<CrossTable> PlayCrossTable(const envs::Game& game, std::span<Agent* const> agents,
                                          const MatchOptions& options) {
  if (agents.size() < 2) {
    return absl::InvalidArgumentError("a cross-table needs at least two agents");
  }
  CrossTable table;
  for (const Agent* agent : agents) {
    table.agents.push_back(agent->Spec());
  }
  for (size_t a = 0; a < agents.size(); ++a) {
    for (size_t b = a + 1; b < agents.size(); ++b) {
      KVINTET_ASSIGN_OR_RETURN(MatchResult match, PlayMatch(game, agents[a], agents[b], options));
      table.matches.push_back(std::move(match));
    }
  }
  return table;
}

}  // namespace kvintet::arena
