// TestEquivalence: see the header.
#include "arena/statistics/equivalence.h"

#include <algorithm>
#include <cmath>

namespace kvintet::arena {
namespace {

// With fewer samples, the mean of skewed ones (nearly all pairs split, few won) is too far from
// normal.
constexpr int64_t kMinSamples = 100;

// P(N(0, 1) > z).
double UpperTail(double z) { return std::erfc(z / std::sqrt(2.0)) / 2; }

// The z with UpperTail(z) = alpha. REQUIRES: alpha in (0, 0.5).
double OneSidedQuantile(double alpha) { return NormalQuantile(1 - 2 * alpha); }

int64_t RoundedUp(double samples) {
  // Rounding errors must not add a sample.
  return static_cast<int64_t>(std::ceil(samples * (1 - 1e-12)));
}

// `above_low` is the distance from the lower end of the margin in standard deviations, `below_high`
// that from the upper end.
EquivalenceResult Weigh(double above_low, double below_high, double alpha) {
  const double p_value = UpperTail(std::min(above_low, below_high));
  return {.equivalent = p_value <= alpha, .p_value = p_value};
}

}  // namespace

EquivalenceResult TestEquivalence(const PairScores& scores, const EquivalenceClaim& claim) {
  EquivalenceResult result = Weigh(scores.Deviations(claim.centre - claim.margin),
                                   -scores.Deviations(claim.centre + claim.margin), claim.alpha);
  result.interval = scores.Estimate(1 - 2 * claim.alpha);
  return result;
}

EquivalenceResult TestEquivalence(const MeanEstimate& estimate, const EquivalenceClaim& claim) {
  // For an exactly known mean the distances are infinite, with the right sign.
  const double error = std::max(estimate.standard_error, 1e-300);
  const double offset = estimate.mean - claim.centre;
  EquivalenceResult result =
      Weigh((offset + claim.margin) / error, (claim.margin - offset) / error, claim.alpha);
  const double half = OneSidedQuantile(claim.alpha) * estimate.standard_error;
  result.interval = {
      .score = estimate.mean, .low = estimate.mean - half, .high = estimate.mean + half};
  return result;
}

int64_t SamplesForWidth(double half_width, double confidence, double variance) {
  const double z = NormalQuantile(confidence);
  return RoundedUp(z * z * variance / (half_width * half_width));
}

int64_t SamplesForEquivalence(const EquivalenceClaim& claim, double beta, double variance) {
  const double z = OneSidedQuantile(claim.alpha) + OneSidedQuantile(beta / 2);
  return std::max(kMinSamples, RoundedUp(z * z * variance / (claim.margin * claim.margin)));
}

int64_t SamplesForDifference(double score, double alpha, double power, double share) {
  const double wanted = NormalQuantile(1 - alpha) * 0.5 +
                        OneSidedQuantile(1 - power) * std::sqrt(score * (1 - score));
  return RoundedUp(share * wanted * wanted / ((score - 0.5) * (score - 0.5)));
}

}  // namespace kvintet::arena
