// Metrics: named counters, gauges and histograms, read as a snapshot.
//
// A component looks up its counters once and keeps the references; counting is then one relaxed
// atomic addition. Names are `room_noun_unit`, e.g. "selfplay_rows_total", "serving_wait_seconds".
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace kvintet {

// A number that only increases. Any thread.
class Counter {
 public:
  // Relaxed, here and below: people read these numbers, and no other memory access depends on them.
  void Add(uint64_t amount = 1) { value_.fetch_add(amount, std::memory_order_relaxed); }
  uint64_t Value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_ = 0;
};

// A number that is set to its current value. Any thread.
class Gauge {
 public:
  void Set(double value) { value_.store(value, std::memory_order_relaxed); }
  double Value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_ = 0;
};

// The state of a histogram at one moment. While other threads observe, its parts may disagree by a
// few counts.
struct HistogramSnapshot {
  // Bucket i holds values in (UpperBound(i - 1), UpperBound(i)]. The first bucket also holds
  // everything below, the last everything above. Bounds are a factor of 2^(1/2) apart, from 1e-6 to
  // beyond 1e12.
  static constexpr size_t kBuckets = 128;
  static double UpperBound(size_t bucket);

  uint64_t count = 0;
  double sum = 0;
  std::array<uint64_t, kBuckets> buckets = {};

  double Mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }

  // The value at `quantile` in [0, 1], as exact as its bucket allows (about a fifth of the value).
  // 0 if the histogram is empty.
  double Quantile(double quantile) const;
};

// Counts values by size. Any thread.
class Histogram {
 public:
  // Values that are not positive or not finite count in the first or last bucket.
  void Observe(double value);
  HistogramSnapshot Snapshot() const;

 private:
  std::atomic<double> sum_ = 0;
  std::array<std::atomic<uint64_t>, HistogramSnapshot::kBuckets> buckets_ = {};
};

// All numbers of a Metrics object at one moment, by name.
struct MetricsSnapshot {
  std::map<std::string, uint64_t> counters;
  std::map<std::string, double> gauges;
  std::map<std::string, HistogramSnapshot> histograms;
};

// Owns numbers by name. The references that it returns live as long as it does. Any thread.
class Metrics {
 public:
  // The number with that name, created at the first call.
  Counter& NamedCounter(const std::string& name);
  Gauge& NamedGauge(const std::string& name);
  Histogram& NamedHistogram(const std::string& name);

  MetricsSnapshot Snapshot() const;

 private:
  mutable std::mutex mutex_;
  // Guarded by mutex_. This holds for the maps; the objects in them are thread-safe themselves.
  std::map<std::string, std::unique_ptr<Counter>> counters_;
  std::map<std::string, std::unique_ptr<Gauge>> gauges_;
  std::map<std::string, std::unique_ptr<Histogram>> histograms_;
};

}  // namespace kvintet
