// TimePrecisions: see the header.
#include "training/network/timing/precision_trial.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/network.h"
#include "training/network/tower/processor.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {
namespace {

constexpr NetworkShape kShape = {
    .planes = 16, .height = 15, .width = 15, .globals = 4, .policy_planes = 2, .policy_slots = 2};
constexpr int kTrialRows = 8;
constexpr uint64_t kTrialSeed = 1;
constexpr double kSeconds = 0.25;

// A network in one format, and the shortest time that its rows have taken.
struct Runner {
  std::unique_ptr<Network> network;
  MadeUpRows rows = {kShape, kTrialRows, kTrialSeed};
  double best = std::numeric_limits<double>::infinity();

  absl::Status Run() {
    const auto start = std::chrono::steady_clock::now();
    KVINTET_RETURN_IF_ERROR(network->Evaluate(rows.Input(), rows.Output()));
    best = std::min(best, SecondsSince(start));
    return absl::OkStatus();
  }
};

absl::StatusOr<Runner> MakeRunner(const NetworkSize& size, const Weights& weights,
                                  const NetworkOptions& format) {
  Runner runner;
  KVINTET_ASSIGN_OR_RETURN(runner.network, Network::Create(kShape, size, weights, format));
  // The first evaluation selects and compiles kernels.
  KVINTET_RETURN_IF_ERROR(runner.network->Evaluate(runner.rows.Input(), runner.rows.Output()));
  return runner;
}

}  // namespace

absl::StatusOr<TrialRates> TimePrecisions(const Device& device, int channels) {
  KVINTET_CHECK(1 <= channels && channels <= kMaxTrialChannels);
  const NetworkSize size = {.blocks = 2, .channels = channels};
  const Weights weights = InitialWeights(kShape, size, kTrialSeed);
  const NetworkOptions direct = {.device = device};
  NetworkOptions winograd = direct;
  winograd.convolution = Convolution::kWinograd;
  NetworkOptions bf16 = direct;
  bf16.precision = Precision::kBf16;
  TrialRates rates;
  std::vector<std::pair<double*, NetworkOptions>> wanted = {{&rates.fp32, direct}};
  if (CanWinograd(kShape, size, winograd)) {
    wanted.emplace_back(&rates.winograd, winograd);
  }
  if (device.is_cuda || ThisProcessor().fast_bf16) {
    wanted.emplace_back(&rates.bf16, bf16);
  }
  std::vector<Runner> runners;
  for (const auto& [rate, format] : wanted) {
    KVINTET_ASSIGN_OR_RETURN(runners.emplace_back(), MakeRunner(size, weights, format));
  }
  const auto start = std::chrono::steady_clock::now();
  do {
    for (Runner& runner : runners) {
      KVINTET_RETURN_IF_ERROR(runner.Run());
    }
  } while (SecondsSince(start) < kSeconds);
  for (size_t i = 0; i < runners.size(); ++i) {
    *wanted[i].first = kTrialRows / runners[i].best;
  }
  return rates;
}

}  // namespace kvintet::network
