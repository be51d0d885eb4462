// Times networks on made-up rows.
#include "training/network/bench_network.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/network/made_up_rows.h"

namespace kvintet::network {
namespace {

constexpr int kChoiceBatch = 32;
constexpr uint64_t kSeed = 1;
constexpr double kGreatestDeviation = 0.03;

// Rows per second over at least `seconds` and one batch.
absl::StatusOr<double> Rate(const Network& network, MadeUpRows& rows, double seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  double elapsed = 0;
  int64_t evaluations = 0;
  while (elapsed < seconds || evaluations == 0) {
    KVINTET_RETURN_IF_ERROR(network.Evaluate(rows.Input(), rows.Output()));
    evaluations += static_cast<int64_t>(rows.offsets.size()) - 1;
    elapsed = SecondsSince(start);
  }
  return static_cast<double>(evaluations) / elapsed;
}

// Policies of each row, from logits.
std::vector<float> Probabilities(const MadeUpRows& rows) {
  std::vector<float> result(rows.logits.size());
  for (size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    float sum = 0;
    const auto begin = static_cast<size_t>(rows.offsets[row]);
    const auto end = static_cast<size_t>(rows.offsets[row + 1]);
    for (size_t i = begin; i < end; ++i) {
      result[i] = std::exp(rows.logits[i]);
      sum += result[i];
    }
    for (size_t i = begin; i < end; ++i) {
      result[i] /= sum;
    }
  }
  return result;
}

double GreatestDifference(std::span<const float> a, std::span<const float> b) {
  double greatest = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    greatest = std::max(greatest, static_cast<double>(std::abs(a[i] - b[i])));
  }
  return greatest;
}

absl::StatusOr<double> Deviation(const Network& exact, const Network& other) {
  MadeUpRows expected(exact.Shape(), kChoiceBatch, kSeed);
  MadeUpRows found = expected;
  KVINTET_RETURN_IF_ERROR(exact.Evaluate(expected.Input(), expected.Output()));
  KVINTET_RETURN_IF_ERROR(other.Evaluate(found.Input(), found.Output()));
  return std::max(GreatestDifference(expected.wdl, found.wdl),
                  GreatestDifference(Probabilities(expected), Probabilities(found)));
}

// The figures of one format and batch size while they are gathered.
struct Series {
  const Network* network;
  MadeUpRows rows;
  std::vector<double> rates;
};

NetworkTiming Summary(Series& series) {
  std::ranges::sort(series.rates);
  return {series.network->Options(), static_cast<int>(series.rows.offsets.size()) - 1,
          series.rates[series.rates.size() / 2], series.rates.front(), series.rates.back()};
}

}  // namespace

std::vector<NetworkOptions> BenchFormats(const Device& device) {
  std::vector<NetworkOptions> formats = {{.precision = Precision::kFp32, .device = device},
                                         {.precision = Precision::kBf16, .device = device}};
  if (!device.is_cuda) {
    formats.insert(formats.begin(), formats.front());
    formats.front().channels_first = true;
  }
  return formats;
}

absl::StatusOr<std::vector<NetworkTiming>> BenchNetwork(const NetworkShape& shape,
                                                        const NetworkSize& size,
                                                        const Weights& weights,
                                                        const NetworkBench& bench) {
  KVINTET_CHECK_GT(bench.rounds, 0);
  std::vector<std::unique_ptr<Network>> networks;
  std::vector<Series> all;
  for (const NetworkOptions& format : bench.formats) {
    KVINTET_ASSIGN_OR_RETURN(networks.emplace_back(),
                             Network::Create(shape, size, weights, format));
    for (const int batch : bench.batches) {
      all.push_back({networks.back().get(), MadeUpRows(shape, batch, kSeed), {}});
      // The first evaluations choose and compile kernels.
      KVINTET_RETURN_IF_ERROR(
          networks.back()->Evaluate(all.back().rows.Input(), all.back().rows.Output()));
    }
  }
  const double slice = bench.seconds / bench.rounds / static_cast<double>(all.size());
  for (int round = 0; round < bench.rounds; ++round) {
    for (Series& series : all) {
      KVINTET_ASSIGN_OR_RETURN(series.rates.emplace_back(),
                               Rate(*series.network, series.rows, slice));
    }
  }
  std::vector<NetworkTiming> timings;
  for (Series& series : all) {
    timings.push_back(Summary(series));
  }
  return timings;
}

std::string FormatText(const NetworkOptions& format) {
  return absl::StrFormat("%s channels %s%s", PrecisionName(format.precision),
                         format.channels_first ? "first" : "last",
                         format.device.is_cuda ? absl::StrCat(" ", DeviceName(format.device)) : "");
}

absl::StatusOr<PrecisionChoice> ChoosePrecision(const NetworkShape& shape, const NetworkSize& size,
                                                const Weights& weights, const Device& device) {
  const NetworkOptions fp32{.precision = Precision::kFp32, .device = device};
  const NetworkOptions bf16{.precision = Precision::kBf16, .device = device};
  PrecisionChoice choice;
  KVINTET_ASSIGN_OR_RETURN(const auto exact, Network::Create(shape, size, weights, fp32));
  KVINTET_ASSIGN_OR_RETURN(const auto other, Network::Create(shape, size, weights, bf16));
  KVINTET_ASSIGN_OR_RETURN(choice.deviation, Deviation(*exact, *other));
  const NetworkBench bench{
      .formats = {fp32, bf16}, .batches = {kChoiceBatch}, .rounds = 5, .seconds = 1.8};
  KVINTET_ASSIGN_OR_RETURN(choice.timings, BenchNetwork(shape, size, weights, bench));
  if (choice.deviation <= kGreatestDeviation &&
      choice.timings[1].median > choice.timings[0].median) {
    choice.precision = Precision::kBf16;
  }
  return choice;
}

std::string PrecisionChoice::Text() const {
  return absl::StrFormat(
      "%s (evaluations/s at batches of %d on one thread: fp32 %.0f, bf16 %.0f; greatest difference "
      "%.4f)",
      PrecisionName(precision), kChoiceBatch, timings[0].median, timings[1].median, deviation);
}

}  // namespace kvintet::network
