// Anytime-valid intervals and evidence, which may be checked after every pair or game.
//
// The probability that any interval of the whole sequence misses the true value is at most 1 -
// confidence, for any number of looks and any stopping rule. Such intervals are about 1.7 times as
// wide as those for a number of pairs fixed in advance. Pairs must be counted in the order in which
// they began.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "arena/statistics/score.h"

namespace kvintet::arena {

// Bets against the claim that pairs score `mean` on average. The capital is what a gambler who
// started with 1 holds now. If the claim is true, every strategy reaches capital c with probability
// at most 1 / c.
//
// The capital is split evenly among constant bets of several sizes on either side (Waudby-Smith and
// Ramdas, "Estimating means of bounded random variables by betting", 2024), so it depends on the
// counts alone, and is convex in `mean`.
class MeanBets {
 public:
  // REQUIRES: mean in (0, 1).
  explicit MeanBets(double mean);

  // In nats.
  double LogCapital(const PairScores& scores) const;

 private:
  // Sizes 1, 1/2, 1/4, ..., which cover the best bets for samples of a few pairs up to a million.
  static constexpr size_t kSizes = 10;

  // [bet, outcome]: logarithm of the factor by which the outcome of a pair multiplies the bet.
  std::array<std::array<double, 5>, 2 * kSizes> log_factors_;
};

// A's mean score per game and the range of mean scores that the bets have not refuted. `confidence`
// in (0, 1).
Interval AnytimeScore(const PairScores& scores, double confidence = 0.95);

// Evidence (an e-value) against a winning probability of `rate`, in nats, from decisive games in
// any order. It uses the Beta(prior, prior) mixture over true rates, E = B(prior + wins, prior +
// losses) / (B(prior, prior) rate^wins (1 - rate)^losses). From log(1 / alpha) on, the claim may be
// rejected at level alpha. A larger prior is more sensitive to small differences. REQUIRES: counts
// >= 0, rate in (0, 1), prior > 0.
double LogWinEvidence(int64_t wins, int64_t losses, double rate = 0.5, double prior = 1);

// The win rate among decisive games, with the range of rates that have no such evidence against
// them.
Interval AnytimeWinRate(int64_t wins, int64_t losses, double confidence = 0.95, double prior = 1);

}  // namespace kvintet::arena
