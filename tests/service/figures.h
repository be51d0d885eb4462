// Quantiles of a load test's measurements, for its line of JSON.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/reports/json.h"

namespace kvintet::testing {

// 0 if there are no values. REQUIRES: the values are sorted.
inline double Quantile(const std::vector<double>& sorted, double quantile) {
  if (sorted.empty()) {
    return 0;
  }
  const auto last = static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<size_t>(quantile * last)];
}

// {"p50": ..., "p99": ..., "p99.9": ..., "max": ...}, in the unit of the values.
inline Json Times(std::vector<double> values) {
  std::ranges::sort(values);
  return {{"p50", Quantile(values, 0.5)},
          {"p99", Quantile(values, 0.99)},
          {"p99.9", Quantile(values, 0.999)},
          {"max", Quantile(values, 1)}};
}

}  // namespace kvintet::testing
