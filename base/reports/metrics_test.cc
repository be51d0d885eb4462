// Tests of metrics: counting from many threads, quantiles, snapshots.
#include "base/reports/metrics.h"

#include <cmath>
#include <cstddef>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/run_threads.h"

namespace kvintet {
namespace {

TEST(MetricsTest, NumbersHaveOneHomeByName) {
  Metrics metrics;
  metrics.NamedCounter("rows").Add(2);
  metrics.NamedCounter("rows").Add();
  metrics.NamedGauge("rate").Set(0.5);
  metrics.NamedHistogram("wait").Observe(3);
  const MetricsSnapshot snapshot = metrics.Snapshot();
  EXPECT_EQ(snapshot.counters.at("rows"), 3u);
  EXPECT_EQ(snapshot.gauges.at("rate"), 0.5);
  EXPECT_EQ(snapshot.histograms.at("wait").count, 1u);
  EXPECT_EQ(snapshot.counters.size() + snapshot.gauges.size() + snapshot.histograms.size(), 3u);
}

TEST(MetricsTest, ThreadsLoseNoCounts) {
  Metrics metrics;
  testing::RunThreads(4, [&metrics](size_t) {
    Counter& rows = metrics.NamedCounter("rows");
    Histogram& wait = metrics.NamedHistogram("wait");
    for (int k = 0; k < 5000; ++k) {
      rows.Add();
      wait.Observe(1);
    }
    EXPECT_LE(metrics.Snapshot().counters["rows"], 20000u);
  });
  EXPECT_EQ(metrics.Snapshot().counters.at("rows"), 20000u);
  EXPECT_EQ(metrics.Snapshot().histograms.at("wait").count, 20000u);
  EXPECT_EQ(metrics.Snapshot().histograms.at("wait").sum, 20000);
}

TEST(HistogramTest, QuantilesAreWithinTheirBucket) {
  Histogram histogram;
  for (int i = 1; i <= 10000; ++i) {
    histogram.Observe(i * 0.001);
  }
  const HistogramSnapshot snapshot = histogram.Snapshot();
  EXPECT_NEAR(snapshot.Mean(), 5, 0.01);
  for (const double quantile : {0.1, 0.5, 0.9, 0.99}) {
    EXPECT_NEAR(snapshot.Quantile(quantile), 10 * quantile, 2.5 * quantile) << quantile;
  }
}

TEST(HistogramTest, ValuesLieBetweenTheBoundsOfTheirBucket) {
  for (const double value : {2e-6, 1e-6 * std::sqrt(2), 0.4, 1.0, 77.7, 1e9}) {
    Histogram histogram;
    histogram.Observe(value);
    const HistogramSnapshot snapshot = histogram.Snapshot();
    size_t bucket = 0;
    while (snapshot.buckets[bucket] == 0) {
      ++bucket;
    }
    ASSERT_GT(bucket, 0u);
    EXPECT_LE(value, HistogramSnapshot::UpperBound(bucket) * (1 + 1e-9));
    EXPECT_GT(value, HistogramSnapshot::UpperBound(bucket - 1) * (1 - 1e-9));
  }
}

TEST(HistogramTest, TakesExtremesAndNonsense) {
  Histogram histogram;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double value : {0.0, -5.0, 1e300, kInfinity, std::nan("")}) {
    histogram.Observe(value);
  }
  const HistogramSnapshot snapshot = histogram.Snapshot();
  EXPECT_EQ(snapshot.count, 5u);
  EXPECT_EQ(snapshot.buckets.front(), 3u);
  EXPECT_EQ(snapshot.buckets.back(), 2u);
}

TEST(HistogramTest, AnEmptyOneHasZeroes) {
  const HistogramSnapshot snapshot = Histogram().Snapshot();
  EXPECT_EQ(snapshot.Mean(), 0);
  EXPECT_EQ(snapshot.Quantile(0.5), 0);
}

}  // namespace
}  // namespace kvintet
