// PairScores: results of paired games, with an interval that accounts for the pairing.
#pragma once

#include <array>
#include <cstdint>

namespace kvintet::arena {

// An estimate in [0, 1] and the bounds of its confidence interval.
struct Interval {
  double score = 0.5;
  double low = 0;
  double high = 1;
};

// Counts pairs of games with seats exchanged by A's points: index k stands for k / 2 of 2 points.
//
// The two games of a pair share opening and chance draws, so their results are correlated. Counting
// pairs (the pentanomial model) accounts for this, counting games would not.
struct PairScores {
  std::array<int64_t, 5> pairs = {};

  // Adds a pair by A's returns in [-1, 1] in its two games; values other than -1, 0, 1 count as the
  // nearest of the five outcomes.
  void Add(double first_return, double second_return);
  // Adds the pairs of `other`.
  void Add(const PairScores& other);
  // The same pairs from the opponent's point of view.
  PairScores Reversed() const;
  int64_t NumPairs() const;
  // A's mean score per game, in [0, 1]; 0.5 without games.
  double Mean() const;
  // Variance of the score of one pair, in [0, 1/4]. One extra pair is spread evenly over the five
  // outcomes, so that few or equal results do not count as certain.
  double Variance() const;

  // A's mean score per game, and a Wilson interval that uses the variance of pairs. It is never
  // empty and never outside [0, 1], even when all pairs ended alike. `confidence` in (0, 1). The
  // number of pairs must not depend on their results (otherwise use
  // arena/statistics/anytime_interval.h).
  Interval Estimate(double confidence = 0.95) const;
  // How many standard deviations the mean lies above `score` if that were the true score. At the
  // bounds of Estimate this equals the quantile of the confidence. REQUIRES: score in (0, 1).
  double Deviations(double score) const;

 private:
  // Variance of a pair relative to that of a coin with the same mean; in (0, 1].
  double VarianceShare() const;
};

// The z with P(|N(0, 1)| < z) = confidence.
double NormalQuantile(double confidence);

// Expected score in (0, 1) of a player stronger by `elo`, and the inverse; score in (0, 1).
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace kvintet::arena
