// Fit: see the header.
#include "training/network/learning/fit.h"

#include <cmath>

namespace kvintet::network {
namespace {

// Smaller variances of returns are rounding errors.
constexpr double kMinVariance = 1e-6;

}  // namespace

Fit& Fit::operator+=(const Fit& other) {
  cross_entropy += other.cross_entropy;
  top1 += other.top1;
  entropy += other.entropy;
  kl_to_data += other.kl_to_data;
  clipped += other.clipped;
  value_cross_entropy += other.value_cross_entropy;
  value_entropy += other.value_entropy;
  squared_error += other.squared_error;
  target += other.target;
  target_square += other.target_square;
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] += other.results[i];
  }
  for (size_t i = 0; i < bins.size(); ++i) {
    bins[i].rows += other.bins[i].rows;
    bins[i].expected += other.bins[i].expected;
    bins[i].scored += other.bins[i].scored;
  }
  return *this;
}

double Fit::ExplainedVariance() const {
  const double variance = target_square - target * target;
  return variance < kMinVariance ? 0 : 1 - squared_error / variance;
}

double Fit::BaseLoss() const {
  double loss = 0;
  for (const double result : results) {
    loss -= result > 0 ? result * std::log(result) : 0;
  }
  return loss;
}

double Fit::CalibrationError() const {
  double error = 0;
  for (const Bin& bin : bins) {
    error += std::abs(bin.expected - bin.scored);
  }
  return error;
}

}  // namespace kvintet::network
