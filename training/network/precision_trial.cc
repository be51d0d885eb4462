// TimePrecisions: see the header.
#include "training/network/precision_trial.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>

#include "base/check.h"
#include "base/seconds.h"
#include "base/status_macros.h"
#include "training/network/made_up_rows.h"
#include "training/network/network.h"
#include "training/network/weights.h"

namespace kvintet::network {
namespace {

constexpr NetworkShape kShape = {
    .planes = 16, .height = 15, .width = 15, .globals = 4, .policy_planes = 2, .policy_slots = 2};
constexpr int kRows = 8;
constexpr uint64_t kSeed = 1;
constexpr double kSeconds = 0.25;

// A network in one format, and the shortest time that its rows have taken.
struct Runner {
  std::unique_ptr<Network> network;
  MadeUpRows rows = {kShape, kRows, kSeed};
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
  // The first evaluation chooses and compiles kernels.
  KVINTET_RETURN_IF_ERROR(runner.network->Evaluate(runner.rows.Input(), runner.rows.Output()));
  return runner;
}

}  // namespace

absl::StatusOr<TrialRates> TimePrecisions(const Device& device, int channels) {
  KVINTET_CHECK(1 <= channels && channels <= kMostTrialChannels);
  const NetworkSize size = {.blocks = 2, .channels = channels};
  const Weights weights = InitialWeights(kShape, size, kSeed);
  KVINTET_ASSIGN_OR_RETURN(
      Runner fp32, MakeRunner(size, weights, {.precision = Precision::kFp32, .device = device}));
  KVINTET_ASSIGN_OR_RETURN(
      Runner bf16, MakeRunner(size, weights, {.precision = Precision::kBf16, .device = device}));
  const auto start = std::chrono::steady_clock::now();
  do {
    KVINTET_RETURN_IF_ERROR(fp32.Run());
    KVINTET_RETURN_IF_ERROR(bf16.Run());
  } while (SecondsSince(start) < kSeconds);
  return TrialRates{.fp32 = kRows / fp32.best, .bf16 = kRows / bf16.best};
}

}  // namespace kvintet::network
