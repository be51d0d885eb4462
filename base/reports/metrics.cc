// Metrics: the histogram buckets and the map from names to numbers.
#include "base/reports/metrics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/check.h"

namespace kvintet {
namespace {

constexpr double kSmallestBound = 1e-6;

size_t BucketOf(double value) {
  if (!(value > kSmallestBound)) {
    return 0;
  }
  if (value >= HistogramSnapshot::UpperBound(HistogramSnapshot::kBuckets - 2)) {
    return HistogramSnapshot::kBuckets - 1;
  }
  const double steps = std::ceil(2 * std::log2(value / kSmallestBound));
  return std::min(static_cast<size_t>(std::max(steps, 1.0)), HistogramSnapshot::kBuckets - 1);
}

template <typename T>
T& Named(std::map<std::string, std::unique_ptr<T>>& numbers, const std::string& name) {
  std::unique_ptr<T>& number = numbers[name];
  if (number == nullptr) {
    number = std::make_unique<T>();
  }
  return *number;
}

}  // namespace

double HistogramSnapshot::UpperBound(size_t bucket) {
  return kSmallestBound * std::exp2(static_cast<double>(bucket) / 2);
}

double HistogramSnapshot::Quantile(double quantile) const {
  KVINTET_CHECK(quantile >= 0 && quantile <= 1);
  const double wanted = quantile * static_cast<double>(count);
  double below = 0;
  for (size_t i = 0; i < kBuckets; ++i) {
    const auto inside = static_cast<double>(buckets[i]);
    if (inside > 0 && below + inside >= wanted) {
      const double lower = i == 0 ? 0 : UpperBound(i - 1);
      return lower + (UpperBound(i) - lower) * std::max(0.0, wanted - below) / inside;
    }
    below += inside;
  }
  return 0;
}

void Histogram::Observe(double value) {
  buckets_[BucketOf(value)].fetch_add(1, std::memory_order_relaxed);
  if (std::isfinite(value)) {
    sum_.fetch_add(value, std::memory_order_relaxed);
  }
}

HistogramSnapshot Histogram::Snapshot() const {
  HistogramSnapshot snapshot;
  snapshot.sum = sum_.load(std::memory_order_relaxed);
  for (size_t i = 0; i < HistogramSnapshot::kBuckets; ++i) {
    snapshot.buckets[i] = buckets_[i].load(std::memory_order_relaxed);
    snapshot.count += snapshot.buckets[i];
  }
  return snapshot;
}

Counter& Metrics::NamedCounter(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return Named(counters_, name);
}

Gauge& Metrics::NamedGauge(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return Named(gauges_, name);
}

Histogram& Metrics::NamedHistogram(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return Named(histograms_, name);
}

MetricsSnapshot Metrics::Snapshot() const {
  const std::lock_guard lock(mutex_);
  MetricsSnapshot snapshot;
  for (const auto& [name, counter] : counters_) {
    snapshot.counters[name] = counter->Value();
  }
  for (const auto& [name, gauge] : gauges_) {
    snapshot.gauges[name] = gauge->Value();
  }
  for (const auto& [name, histogram] : histograms_) {
    snapshot.histograms[name] = histogram->Snapshot();
  }
  return snapshot;
}

}  // namespace kvintet
