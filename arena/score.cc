// PairScores: see the header.
#include "arena/score.h"

#include <algorithm>
#include <cmath>

namespace kvintet::arena {
namespace {

// One pair more, spread evenly over the five outcomes, keeps the variance of few or equal results
// from being taken for nothing.
constexpr double kPriorPairs = 1;

}  // namespace

void PairScores::Add(double first_return, double second_return) {
  const double points = (first_return + 1) / 2 + (second_return + 1) / 2;
  const auto index = static_cast<size_t>(std::clamp(std::lround(points * 2), 0L, 4L));
  ++pairs[index];
}

void PairScores::Add(const PairScores& other) {
  for (size_t k = 0; k < pairs.size(); ++k) {
    pairs[k] += other.pairs[k];
  }
}

PairScores PairScores::Reversed() const {
  PairScores reversed = *this;
  std::ranges::reverse(reversed.pairs);
  return reversed;
}

int64_t PairScores::NumPairs() const {
  int64_t total = 0;
  for (const int64_t count : pairs) {
    total += count;
  }
  return total;
}

Interval PairScores::Estimate(double confidence) const {
  const auto n = static_cast<double>(NumPairs());
  if (n == 0) {
    return {};
  }
  double mean = 0;
  double prior_mean = 0;
  double prior_square = 0;
  for (size_t k = 0; k < pairs.size(); ++k) {
    const double score = static_cast<double>(k) / 4;
    const double weight = static_cast<double>(pairs[k]) + kPriorPairs / 5;
    mean += static_cast<double>(pairs[k]) * score / n;
    prior_mean += weight * score / (n + kPriorPairs);
    prior_square += weight * score * score / (n + kPriorPairs);
  }
  // A score in [0, 1] varies by at most m (1 - m), as a coin does; `share` is how much of that.
  const double variance = prior_square - prior_mean * prior_mean;
  const double share = std::min(1.0, variance / (prior_mean * (1 - prior_mean)));
  const double z = NormalQuantile(confidence);
  const double t = z * z * share / n;
  const double centre = (mean + t / 2) / (1 + t);
  const double half = std::sqrt(t * mean * (1 - mean) + t * t / 4) / (1 + t);
  return {.score = mean,
          .low = std::clamp(centre - half, 0.0, mean),
          .high = std::clamp(centre + half, mean, 1.0)};
}

double NormalQuantile(double confidence) {
  double low = 0;
  double high = 10;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erf(middle / std::sqrt(2.0)) < confidence ? low : high) = middle;
  }
  return low;
}

}  // namespace kvintet::arena
