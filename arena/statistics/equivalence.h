// TestEquivalence: is a score as good as equal, that is within a margin? And the samples to plan.
//
// That a difference was not seen does not show that there is none. This test (two one-sided tests,
// TOST) claims equality only where both differences of the margin are refuted; it is for a number
// of pairs that does not depend on how they ended.
#pragma once

#include <cstdint>

#include "arena/statistics/score.h"

namespace kvintet::arena {

// The claim: the true mean is closer to `centre` than `margin`, in units of what is tested (scores
// of a game in [0, 1]: 0.01 is one point of a hundred). Wrong with probability alpha at most.
struct EquivalenceClaim {
  double centre = 0.5;
  double margin = 0.01;
  double alpha = 0.05;
};

// What the two tests say of a claim.
struct EquivalenceResult {
  // The claim holds: p_value <= alpha.
  bool equivalent = false;
  // Of the weaker of the two tests, in [0, 1].
  double p_value = 1;
  // The mean with its interval of confidence 1 - 2 alpha: inside the margin exactly where the claim
  // holds.
  Interval interval = {};
};

// Of A's score in pairs. REQUIRES: centre - margin and centre + margin in (0, 1).
EquivalenceResult TestEquivalence(const PairScores& scores, const EquivalenceClaim& claim);

// A mean of any unit and its standard error, from many samples: e.g. corrected for luck.
struct MeanEstimate {
  double mean = 0;
  // Not negative; 0 means exactly known.
  double standard_error = 0;
};
EquivalenceResult TestEquivalence(const MeanEstimate& estimate, const EquivalenceClaim& claim);

// Samples to plan, rounded up. A sample is a pair or a game; `variance` that of one sample, 1/4 at
// most for scores in [0, 1].

// For an interval mean +- half_width.
int64_t SamplesForWidth(double half_width, double confidence, double variance);
// For equivalence to be claimed with probability 1 - beta where the truth is the centre; 100 at
// least, since of fewer the error rate may be twice alpha where nearly all pairs end alike.
// REQUIRES: margin > 0, alpha and beta in (0, 0.5).
int64_t SamplesForEquivalence(const EquivalenceClaim& claim, double beta, double variance);
// For an interval of 1 - alpha to exclude 1/2 with probability `power` where the true score is
// `score` and a sample varies by `share` of what a coin does. REQUIRES: score in (0, 1), not 1/2;
// alpha in (0, 0.5), power in (0.5, 1).
int64_t SamplesForDifference(double score, double alpha, double power, double share = 1);

}  // namespace kvintet::arena
