// TestEquivalence: tests whether a score is equal within a margin, and plans sample sizes.
//
// Not having seen a difference does not show that there is none. This test (two one-sided tests,
// TOST) claims equality only if differences of the margin in either direction are refuted. The
// number of pairs must not depend on their results.
#pragma once

#include <cstdint>

#include "arena/statistics/score.h"

namespace kvintet::arena {

// The claim that the true mean is within `margin` of `centre`, in units of the tested quantity (for
// game scores in [0, 1], 0.01 is one percentage point). Wrong with probability at most alpha.
struct EquivalenceClaim {
  double centre = 0.5;
  double margin = 0.01;
  double alpha = 0.05;
};

// Result of the two tests.
struct EquivalenceResult {
  // The claim holds: p_value <= alpha.
  bool equivalent = false;
  // The larger p-value of the two tests, in [0, 1].
  double p_value = 1;
  // The mean with its 1 - 2 alpha interval, which lies inside the margin exactly if the claim
  // holds.
  Interval interval = {};
};

// Tests A's score in pairs. REQUIRES: centre - margin and centre + margin in (0, 1).
EquivalenceResult TestEquivalence(const PairScores& scores, const EquivalenceClaim& claim);

// A mean of any unit and its standard error, from many samples, e.g. corrected for luck.
struct MeanEstimate {
  double mean = 0;
  // Not negative; 0 means exactly known.
  double standard_error = 0;
};
EquivalenceResult TestEquivalence(const MeanEstimate& estimate, const EquivalenceClaim& claim);

// Sample sizes, rounded up. A sample is a pair or a game; `variance` is that of one sample, at most
// 1/4 for scores in [0, 1].

// For an interval mean +- half_width.
int64_t SamplesForWidth(double half_width, double confidence, double variance);
// For equivalence to be claimed with probability 1 - beta if the true mean is the centre. At least
// 100, since with fewer the error rate can reach twice alpha when nearly all pairs end alike.
// REQUIRES: margin > 0, alpha and beta in (0, 0.5).
int64_t SamplesForEquivalence(const EquivalenceClaim& claim, double beta, double variance);
// For a 1 - alpha interval to exclude 1/2 with probability `power` if the true score is `score` and
// a sample has `share` of a coin's variance. REQUIRES: score in (0, 1), not 1/2; alpha in (0, 0.5),
// power in (0.5, 1).
int64_t SamplesForDifference(double score, double alpha, double power, double share = 1);

}  // namespace kvintet::arena
