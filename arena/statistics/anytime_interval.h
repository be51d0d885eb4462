// Anytime-valid intervals and evidence: they may be looked at after every pair or game.
//
// The truth is outside some interval of the whole sequence with probability 1 - confidence at most,
// however often one looks and whatever made one stop. Such intervals are wider than those for a
// number of pairs fixed before (about 1.7 times). Pairs must be counted in the order in which they
// were begun.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "arena/statistics/score.h"

namespace kvintet::arena {

// Bets against the claim that pairs score `mean` on average: what a gambler who began with 1 has
// made of it. If the claim is true, no strategy ever reaches c with more than probability 1 / c.
//
// The capital is shared evenly among constant bets of many sizes on either side (Waudby-Smith and
// Ramdas, "Estimating means of bounded random variables by betting", 2024), so it depends on the
// counts alone, and is convex in `mean`.
class MeanBets {
 public:
  // REQUIRES: mean in (0, 1).
  explicit MeanBets(double mean);

  // In nats.
  double LogCapital(const PairScores& scores) const;

 private:
  // Sizes 1, 1/2, 1/4, ...: what pays best in samples of a few pairs up to a million.
  static constexpr size_t kSizes = 10;

  // [bet, outcome]: the logarithm of what a pair makes of the bet.
  std::array<std::array<double, 5>, 2 * kSizes> log_factors_;
};

// The mean scores that the bets have not refuted: A's mean score a game. `confidence` in (0, 1).
Interval AnytimeScore(const PairScores& scores, double confidence = 0.95);

// Evidence (an e-value) against a probability `rate` of winning, in nats, from decisive games of
// which the order does not count: the Beta(prior, prior) mixture over true rates,
// E = B(prior + wins, prior + losses) / (B(prior, prior) rate^wins (1 - rate)^losses). At
// log(1 / alpha) the claim may be rejected at level alpha. A large prior looks for small
// differences. REQUIRES: counts >= 0, rate in (0, 1), prior > 0.
double LogWinEvidence(int64_t wins, int64_t losses, double rate = 0.5, double prior = 1);

// The rates without such evidence against them: of wins among decisive games.
Interval AnytimeWinRate(int64_t wins, int64_t losses, double confidence = 0.95, double prior = 1);

}  // namespace kvintet::arena
