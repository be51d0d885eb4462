// SequentialTest: is A stronger than B by elo1 rather than by elo0? Decided as soon as pairs tell.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"

#include "arena/statistics/score.h"

namespace kvintet::arena {

// Two strengths of A over B, and how often the test may take one for the other.
struct SequentialSettings {
  // In Elo, elo0 < elo1.
  double elo0 = 0;
  double elo1 = 10;
  // Of deciding for elo1 where elo0 is true, and the other way round; each in (0, 0.5).
  double alpha = 0.05;
  double beta = 0.05;
};

// What has been accepted so far.
enum class SequentialDecision { kUndecided, kElo0, kElo1 };

// Wald's sequential test on pairs of games, with the likelihoods of the pentanomial distributions
// that explain the pairs best among those of mean score s0 and of s1 (the generalised SPRT).
//
// May be asked after every pair, as long as the pairs are counted in the order in which they were
// begun: those that end first are no fair sample. Few pairs and pairs that all end alike are no
// special cases: unseen outcomes may happen under either hypothesis.
class SequentialTest {
 public:
  // InvalidArgument where the settings are out of their ranges.
  static absl::StatusOr<SequentialTest> Make(const SequentialSettings& settings);
  // Of "elo0,elo1" or "elo0,elo1,alpha,beta".
  static absl::StatusOr<SequentialTest> Parse(std::string_view text);

  const SequentialSettings& Settings() const { return settings_; }
  // Of the log-likelihood ratio, in nats: elo0 is accepted at the lower, elo1 at the upper.
  double LowerBound() const;
  double UpperBound() const;
  // Of elo1 against elo0, in nats.
  double LogLikelihoodRatio(const PairScores& scores) const;
  SequentialDecision Decide(const PairScores& scores) const;

  // Before playing, as if the ratio were a Brownian motion: how probable the decision for elo1 is,
  // and how many pairs are needed on average, where A's true score is `score` and a pair's score
  // has this variance. REQUIRES: score in (0, 1), pair_variance > 0.
  double ProbabilityOfElo1(double score) const;
  double ExpectedPairs(double score, double pair_variance) const;

 private:
  explicit SequentialTest(const SequentialSettings& settings);

  SequentialSettings settings_;
  // The scores that belong to elo0 and elo1.
  double score0_;
  double score1_;
};

}  // namespace kvintet::arena
