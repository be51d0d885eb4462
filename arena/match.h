// PlayMatch: plays two agents against each other in pairs of games with the seats exchanged.
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

// How many games to play, and how they begin and end.
struct MatchOptions {
  int pairs = 100;
  // Uniformly random actions before the agents take over, the same in both games of a pair.
  int opening_random_plies = 0;
  // Concurrent games; batched agents fill their batches from these.
  int parallel_games = 32;
  uint64_t seed = 0;
  // A game is cut off as a draw after this many actions; 0 means never.
  int max_plies = 0;
  // Called after each pair with all pairs so far, in the order in which the pairs began; true ends
  // the match with these pairs. This order makes it valid for sequential tests (the pairs that end
  // first are a biased sample).
  std::function<bool(const PairScores&)> enough = {};
  // A stop request ends the match with the completed pairs, in the same order.
  std::stop_token stop = {};
};

// One game as it was played.
struct MatchGame {
  int index = 0;
  // A's return in [-1, 1].
  double a_return = 0;
  int a_seat = 0;
  int plies = 0;
  // The reason that the rules give, or "forfeit: ..." if an agent failed (a loss, or a draw if both
  // failed in one simultaneous stage), or "max_plies".
  std::string reason = {};
  std::string record = {};
};

// A whole match, from agent A's point of view.
struct MatchResult {
  PairScores scores;
  // Every game that counts, by index; games 2k and 2k + 1 are pair k.
  std::vector<MatchGame> games = {};
  // How often games ended for each reason.
  std::map<std::string, int> Reasons() const;
};

// Plays options.pairs pairs, or fewer if options.enough or options.stop end the match. Both games
// of a pair have the same opening and the same chance draws; A holds seat 0 in the first, seat 1 in
// the second. The same seed gives the same games for any parallel_games. `finished` is called after
// each game, in no particular order, including games that do not count in the end.
absl::StatusOr<MatchResult> PlayMatch(const envs::Game& game, Agent* a, Agent* b,
                                      const MatchOptions& options,
                                      const std::function<void(const MatchGame&)>& finished = {});

}  // namespace kvintet::arena
