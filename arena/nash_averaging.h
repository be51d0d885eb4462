// NashAveraging: how strong each of several players is where strength may go round in circles.
//
// A player's mean against all others depends on who they are: clones of one who loses to it lift
// it. Nash averaging (Balduzzi and others, "Re-evaluating evaluation", 2018) measures each against
// the best mix of all instead, the equilibrium of the game in which both choose a player; of
// several equilibria the one of largest entropy, which clones share evenly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arena/cross_table.h"

namespace kvintet::arena {

// How players do against each other, in nats of log odds.
struct LogOdds {
  size_t num_players = 0;
  // [N, N]: of the row against the column; antisymmetric.
  std::vector<double> odds = {};
  // [N, N]: their variances, 0 where exactly known; symmetric.
  std::vector<double> variances = {};
};

// Of the scores in a table, a draw being half a win; with one pair more that ends even, so that who
// lost nothing has finite odds.
LogOdds LogOddsOf(const CrossTable& table);

struct NashAveraging {
  // [N] probabilities of the players in the equilibrium; and how many it comes to, exp of its
  // entropy, in [1, N].
  std::vector<double> mix = {};
  double effective_players = 0;
  // [N] log odds against the mix, in nats: 0 for those in it, less for the others.
  std::vector<double> ratings = {};
  // [N] the mean of a row: the part of strength that does not go round in circles.
  std::vector<double> means = {};
  // |C|^2 / |odds|^2 with C = odds - (differences of means), in [0, 1]; and what of it is expected
  // from chance alone, by the variances.
  double cyclic_share = 0;
  double cyclic_share_of_noise = 0;
};

// REQUIRES: one player at least; odds [N, N] antisymmetric and finite; variances [N, N] or none.
NashAveraging AverageByNash(const LogOdds& odds);

}  // namespace kvintet::arena
