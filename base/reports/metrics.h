// Metrics: named counters, gauges and histograms, read as a snapshot.
//
// A component asks once for its counters and keeps the references; counting is then one relaxed
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

// A number that only grows. Any thread.
class Counter {
 public:
  // Relaxed, here and below: numbers are read for people, nothing else is ordered by them.
  void Add(uint64_t amount = 1) { value_.fetch_add(amount, std::memory_order_relaxed); }
  uint64_t Value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> value_ = 0;
};

// A number that is set. Any thread.
class Gauge {
 public:
  void Set(double value) { value_.store(value, std::memory_order_relaxed); }
  double Value() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> value_ = 0;
};

// The state of a histogram at one moment (while others observe, its parts may differ by a few).
struct HistogramSnapshot {
  // Bucket i holds values in (UpperBound(i - 1), UpperBound(i)]; the first all below, the last all
  // above. Bounds are 2^(1/2) apart, from 1e-6 to beyond 1e12.
  static constexpr size_t kBuckets = 128;
  static double UpperBound(size_t bucket);

  uint64_t count = 0;
  double sum = 0;
  std::array<uint64_t, kBuckets> buckets = {};

  double Mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }

  // The value below which a part `quantile` in [0, 1] lies, within its bucket (a fifth of its
  // value). 0 when empty.
  double Quantile(double quantile) const;
};

// Counts values by size. Any thread.
class Histogram {
 public:
  // Values that are not above zero, or not finite, count in the first or last bucket.
  void Observe(double value);
  HistogramSnapshot Snapshot() const;

 private:
  std::atomic<double> sum_ = 0;
  std::array<std::atomic<uint64_t>, HistogramSnapshot::kBuckets> buckets_ = {};
};

// All numbers of a Metrics at one moment, by name.
struct MetricsSnapshot {
  std::map<std::string, uint64_t> counters;
  std::map<std::string, double> gauges;
  std::map<std::string, HistogramSnapshot> histograms;
};

// Owns numbers by name. The references it gives live as long as it does. Any thread.
class Metrics {
 public:
  // The number of that name, made at the first call.
  Counter& NamedCounter(const std::string& name);
  Gauge& NamedGauge(const std::string& name);
  Histogram& NamedHistogram(const std::string& name);

  MetricsSnapshot Snapshot() const;

 private:
  mutable std::mutex mutex_;
  // Guarded by mutex_ (the maps; what they point to guards itself).
  std::map<std::string, std::unique_ptr<Counter>> counters_;
  std::map<std::string, std::unique_ptr<Gauge>> gauges_;
  std::map<std::string, std::unique_ptr<Histogram>> histograms_;
};

}  // namespace kvintet
