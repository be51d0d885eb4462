// PlayMatch: two agents over pairs of games with the seats exchanged.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "arena/statistics/score.h"

namespace kvintet::arena {

// How many games are played, and from where.
struct MatchOptions {
  int pairs = 100;
  // Uniformly random actions before the agents take over, the same in both games of a pair.
  int opening_random_plies = 0;
  // Games in play at once: what agents that think in batches can fill a batch with.
  int parallel_games = 32;
  uint64_t seed = 0;
  // A game is cut off as a draw after so many actions; 0: never.
  int max_plies = 0;
  // Asked after each pair, in the order in which pairs were begun, with all pairs until then; true:
  // the match ends with these. So a sequential test may ask (pairs that end soon are no fair
  // sample).
  std::function<bool(const PairScores&)> enough = {};
  // A request ends the match with the pairs that are complete, in the same order.
  std::stop_token stop = {};
};

// One game as it was played.
struct MatchGame {
  int index = 0;
  // A's return in [-1, 1].
  double a_return = 0;
  int a_seat = 0;
  int plies = 0;
  // The rules' word, or "forfeit: ..." when an agent failed, or "max_plies".
  std::string reason = {};
  std::string record = {};
};

// A whole match, from agent A's point of view.
struct MatchResult {
  PairScores scores;
  // Every game that counts, by index: games 2k and 2k + 1 are pair k.
  std::vector<MatchGame> games = {};
  // How often games ended for each reason.
  std::map<std::string, int> Reasons() const;
};

// Plays options.pairs pairs, fewer where options.enough or options.stop say so. Both games of a
// pair have the same opening and the same draws of chance; A holds seat 0 in the first, seat 1 in
// the second. Same seed, same games, whatever parallel_games is. `finished` is called after each
// game, in no particular order, also for games that do not count in the end.
absl::StatusOr<MatchResult> PlayMatch(const envs::Game& game, Agent* a, Agent* b,
                                      const MatchOptions& options,
                                      const std::function<void(const MatchGame&)>& finished = {});

}  // namespace kvintet::arena
