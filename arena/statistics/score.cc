// PairScores: see the header.
#include "arena/statistics/score.h"

#include <algorithm>
#include <cmath>

namespace kvintet::arena {
namespace {

// One extra pair, spread evenly over the five outcomes, keeps the variance of few or equal results
// above zero.
constexpr double kPriorPairs = 1;

struct Moments {
  double mean = 0;
  double variance = 0;
};

// Moments of one pair's score, in [0, 1], including the prior.
Moments SmoothedMoments(const std::array<int64_t, 5>& pairs) {
  double total = 0;
  double sum = 0;
  double squares = 0;
  for (size_t k = 0; k < pairs.size(); ++k) {
    const double score = static_cast<double>(k) / 4;
    const double weight = static_cast<double>(pairs[k]) + kPriorPairs / 5;
    total += weight;
    sum += weight * score;
    squares += weight * score * score;
  }
  const double mean = sum / total;
  return {.mean = mean, .variance = squares / total - mean * mean};
}

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

double PairScores::Mean() const {
  double points = 0;
  for (size_t k = 0; k < pairs.size(); ++k) {
    points += static_cast<double>(pairs[k]) * static_cast<double>(k) / 4;
  }
  return NumPairs() == 0 ? 0.5 : points / static_cast<double>(NumPairs());
}

double PairScores::Variance() const { return SmoothedMoments(pairs).variance; }

double PairScores::VarianceShare() const {
  const Moments moments = SmoothedMoments(pairs);
  return std::min(1.0, moments.variance / (moments.mean * (1 - moments.mean)));
}

Interval PairScores::Estimate(double confidence) const {
  const auto n = static_cast<double>(NumPairs());
  if (n == 0) {
    return {};
  }
  const double mean = Mean();
  const double z = NormalQuantile(confidence);
  const double t = z * z * VarianceShare() / n;
  const double centre = (mean + t / 2) / (1 + t);
  const double half = std::sqrt(t * mean * (1 - mean) + t * t / 4) / (1 + t);
  return {.score = mean,
          .low = std::clamp(centre - half, 0.0, mean),
          .high = std::clamp(centre + half, mean, 1.0)};
}

double PairScores::Deviations(double score) const {
  const double variance = VarianceShare() * score * (1 - score);
  return (Mean() - score) * std::sqrt(static_cast<double>(NumPairs()) / variance);
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

double ScoreOfElo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

double EloOfScore(double score) { return -400 * std::log10(1 / score - 1); }

}  // namespace kvintet::arena
