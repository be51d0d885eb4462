// NashAveraging: ratings of several players whose relative strength may be cyclic.
//
// A player's mean score depends on the set of opponents: clones of a player that loses to it raise
// it. Nash averaging (Balduzzi and others, "Re-evaluating evaluation", 2018) measures each player
// against the best mixture instead, which is the equilibrium of the game in which both sides choose
// a player. Of several equilibria it takes the one of largest entropy, which clones share evenly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/cross_table.h"

namespace kvintet::arena {

// Results of players against each other, as log odds in nats.
struct LogOdds {
  size_t num_players = 0;
  // [N, N]: the row player against the column player; antisymmetric.
  std::vector<double> odds = {};
  // [N, N]: variances of the odds, 0 if exactly known; symmetric.
  std::vector<double> variances = {};
};

// Log odds of the scores in a table, a draw being half a win. One even pair is added to each match,
// so that a player that never lost has finite odds.
LogOdds LogOddsOf(const CrossTable& table);

struct NashAveraging {
  // [N] probabilities of the players in the equilibrium, and their effective number: exp of the
  // entropy, in [1, N].
  std::vector<double> mix = {};
  double effective_players = 0;
  // [N] log odds against the mix, in nats: 0 for players in the mix, negative for the others.
  std::vector<double> ratings = {};
  // [N] the mean of each row: the transitive part of strength.
  std::vector<double> means = {};
  // |C|^2 / |odds|^2 with C = odds - (differences of means), in [0, 1], and the part of it that
  // noise alone would explain, by the variances.
  double cyclic_share = 0;
  double cyclic_share_of_noise = 0;
};

// REQUIRES: at least one player; odds [N, N] antisymmetric and finite; variances [N, N] or empty.
NashAveraging AverageByNash(const LogOdds& odds);

}  // namespace kvintet::arena
