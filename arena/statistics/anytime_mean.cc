// AnytimeMean: see the header.
#include "arena/statistics/anytime_mean.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"

namespace kvintet::arena {
namespace {

// The mixture's precision, chosen so that the interval is tightest around 500 games.
constexpr double kMixture = 0.1;
constexpr double kSquare = kMixture * kMixture;

}  // namespace

void AnytimeMean::Add(double x) {
  ++samples_;
  const double before = x - mean_;
  mean_ += before / static_cast<double>(samples_);
  squares_ += before * (x - mean_);
}

double AnytimeMean::Variance() const {
  return samples_ < 2 ? 0 : squares_ / static_cast<double>(samples_ - 1);
}

MeanInterval AnytimeMean::Estimate(double confidence) const {
  if (samples_ < 2) {
    return {.mean = mean_, .low = least_, .high = most_, .samples = samples_};
  }
  const auto n = static_cast<double>(samples_);
  const double weight = n * kSquare + 1;
  const double half = std::sqrt(Variance() * 2 * weight / (n * n * kSquare) *
                                (std::log(weight) / 2 - std::log1p(-confidence)));
  return {.mean = mean_,
          .low = std::max(least_, mean_ - half),
          .high = std::min(most_, mean_ + half),
          .samples = samples_};
}

double AnytimeMean::LogEvidence(double mean) const {
  if (samples_ < 2) {
    return 0;
  }
  const double offset = mean_ - mean;
  if (Variance() == 0) {
    return offset == 0 ? 0 : std::numeric_limits<double>::infinity();
  }
  const auto n = static_cast<double>(samples_);
  const double weight = n * kSquare + 1;
  return n * n * kSquare * offset * offset / (2 * weight * Variance()) - std::log(weight) / 2;
}

std::vector<bool> RejectByEvidence(std::span<const double> log_evidence, double rate) {
  std::vector<size_t> order(log_evidence.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](size_t i) { return log_evidence[i]; });
  const auto count = static_cast<double>(order.size());
  size_t rejected = 0;
  for (size_t k = 1; k <= order.size(); ++k) {
    if (log_evidence[order[k - 1]] >= std::log(count / (rate * static_cast<double>(k)))) {
      rejected = k;
    }
  }
  std::vector<bool> result(order.size(), false);
  for (size_t k = 0; k < rejected; ++k) {
    result[order[k]] = true;
  }
  return result;
}

double Quantile(std::vector<double> values, double share) {
  KVINTET_CHECK(!values.empty());
  std::ranges::sort(values);
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, values.size() - 1);
  const double rest = place - static_cast<double>(below);
  return values[below] + rest * (values[above] - values[below]);
}

}  // namespace kvintet::arena
