// Times networks on made-up rows.
#include "training/network/bench_network.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/timing/precision_choice.h"

namespace kvintet::network {
namespace {

constexpr uint64_t kSeed = 1;

// Rows per second, measured over at least `seconds` and one batch.
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

// Accumulates the figures of one format and batch size.
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
  std::vector<NetworkOptions> formats = {{.precision = Precision::kFp32, .device = device}};
  if (!device.is_cuda) {
    formats.resize(3, formats.front());
    formats[0].channels_first = true;
    formats[2].convolution = Convolution::kWinograd;
  }
  const NetworkOptions bf16 = {.precision = Precision::kBf16, .device = device};
  if (WhySlow(bf16).empty()) {
    formats.push_back(bf16);
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
      // The first evaluations select and compile kernels.
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
  timings.reserve(all.size());
  for (Series& series : all) {
    timings.push_back(Summary(series));
  }
  return timings;
}

std::string FormatText(const NetworkOptions& format) {
  return absl::StrFormat("%s channels %s%s%s", PrecisionName(format.precision),
                         format.channels_first ? "first" : "last",
                         format.convolution == Convolution::kWinograd ? " winograd" : "",
                         format.device.is_cuda ? absl::StrCat(" ", DeviceName(format.device)) : "");
}

}  // namespace kvintet::network
