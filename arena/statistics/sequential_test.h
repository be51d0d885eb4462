// SequentialTest: decides with as few pairs as possible whether A is elo1 rather than elo0 stronger
// than B.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"

#include "arena/statistics/score.h"

namespace kvintet::arena {

// The two hypotheses about A's strength over B, and the error rates of the test.
struct SequentialSettings {
  // In Elo, elo0 < elo1.
  double elo0 = 0;
  double elo1 = 10;
  // Probability of deciding for elo1 if elo0 is true, and the reverse; each in (0, 0.5).
  double alpha = 0.05;
  double beta = 0.05;
};

// The hypothesis accepted so far.
enum class SequentialDecision { kUndecided, kElo0, kElo1 };

// Wald's sequential test on pairs of games. The likelihoods are those of the pentanomial
// distributions with mean scores s0 and s1 that fit the pairs best (the generalised SPRT).
//
// It may be evaluated after every pair, provided that pairs are counted in the order in which they
// began; the pairs that end first are a biased sample. Few pairs and pairs that all end alike need
// no special treatment, since both hypotheses allow unseen outcomes.
class SequentialTest {
 public:
  // InvalidArgument if a setting is out of range.
  static absl::StatusOr<SequentialTest> Make(const SequentialSettings& settings);
  // Parses "elo0,elo1" or "elo0,elo1,alpha,beta".
  static absl::StatusOr<SequentialTest> Parse(std::string_view text);

  const SequentialSettings& Settings() const { return settings_; }
  // Bounds of the log-likelihood ratio, in nats: elo0 is accepted at the lower, elo1 at the upper.
  double LowerBound() const;
  double UpperBound() const;
  // Log-likelihood ratio of elo1 to elo0, in nats.
  double LogLikelihoodRatio(const PairScores& scores) const;
  SequentialDecision Decide(const PairScores& scores) const;

  // Planning figures from the Brownian approximation of the ratio: the probability of deciding for
  // elo1, and the expected number of pairs, if A's true score is `score` and a pair's score has
  // this variance. REQUIRES: score in (0, 1), pair_variance > 0.
  double ProbabilityOfElo1(double score) const;
  double ExpectedPairs(double score, double pair_variance) const;

 private:
  explicit SequentialTest(const SequentialSettings& settings);

  SequentialSettings settings_;
  // The scores that elo0 and elo1 stand for.
  double score0_;
  double score1_;
};

}  // namespace kvintet::arena
