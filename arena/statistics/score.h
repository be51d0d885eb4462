// PairScores: the outcome of paired games, with an interval that is honest about pairs.
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

// Counts pairs of games with seats exchanged by A's points: index k = points k / 2 of 2.
//
// The two games of a pair share opening and draws, so their results hang together; counting pairs
// (the pentanomial model) keeps that, counting games would not.
struct PairScores {
  std::array<int64_t, 5> pairs = {};

  // Adds a pair by A's returns in [-1, 1] in its two games; other values than -1, 0, 1 go to the
  // nearest of the five.
  void Add(double first_return, double second_return);
  // Adds pairs counted elsewhere.
  void Add(const PairScores& other);
  // The same pairs from the opponent's point of view.
  PairScores Reversed() const;
  int64_t NumPairs() const;
  // A's mean score a game, in [0, 1]; 0.5 before any.
  double Mean() const;
  // Of the score of one pair, in [0, 1/4]: with one pair more, spread evenly over the five
  // outcomes, so that few or equal results are not taken for certain.
  double Variance() const;

  // A's mean score a game, and a Wilson interval that uses the pairs' own variance: never empty and
  // never outside [0, 1], also when all pairs ended alike. `confidence` in (0, 1). It is for a
  // number of pairs that does not depend on how they ended (else:
  // arena/statistics/anytime_interval.h).
  Interval Estimate(double confidence = 0.95) const;
  // How many standard deviations the mean lies above `score`, were that the truth: the bounds of
  // Estimate are where it is the confidence's quantile. REQUIRES: score in (0, 1).
  double Deviations(double score) const;

 private:
  // How much a pair varies, of what a coin of the same mean does: in (0, 1].
  double VarianceShare() const;
};

// The z with P(|N(0, 1)| < z) = confidence.
double NormalQuantile(double confidence);

// The mean score in (0, 1) of one who is stronger by so many Elo, and back; score in (0, 1).
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace kvintet::arena
