// PrecisionChooser: see the header.
#include "training/network/timing/precision_choice.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <ATen/Version.h>
#include <torch/version.h>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/network/learning/made_up_rows.h"

namespace kvintet::network {
namespace {

constexpr char kNow[] = "timed at this start";
constexpr char kBefore[] = "remembered";
constexpr int kRows = 32;
constexpr uint64_t kChoiceSeed = 1;
// In the mean over rows, because one row out of many says little about a network.
constexpr double kGreatestDistance = 0.02;
// A format must gain in speed what it loses in accuracy. The margin also keeps repeated trials
// consistent.
constexpr double kMinGain = 1.1;

std::string Library() {
  return absl::StrCat("LibTorch ", TORCH_VERSION, ", ", at::get_mkldnn_version());
}

// Softmax policies of each row, from logits.
std::vector<float> Probabilities(const MadeUpRows& rows) {
  std::vector<float> result(rows.logits.size());
  for (size_t row = 0; row + 1 < rows.offsets.size(); ++row) {
    const auto begin = static_cast<size_t>(rows.offsets[row]);
    const auto end = static_cast<size_t>(rows.offsets[row + 1]);
    const float greatest = std::ranges::max(std::span(rows.logits).subspan(begin, end - begin));
    float sum = 0;
    for (size_t i = begin; i < end; ++i) {
      result[i] = std::exp(rows.logits[i] - greatest);
      sum += result[i];
    }
    for (size_t i = begin; i < end; ++i) {
      result[i] /= sum;
    }
  }
  return result;
}

// The probability that two distributions of a row do not share, in the mean over rows: half the sum
// of their differences.
double MeanDistance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(static_cast<double>(a[i]) - b[i]);
  }
  return sum / (2 * kRows);
}

absl::StatusOr<MadeUpRows> Evaluated(const Model& model, const NetworkOptions& format) {
  KVINTET_ASSIGN_OR_RETURN(
      const std::unique_ptr<Network> network,
      Network::Create(model.head.shape, model.head.size, model.weights, format));
  MadeUpRows rows(model.head.shape, kRows, kChoiceSeed);
  KVINTET_RETURN_IF_ERROR(network->Evaluate(rows.Input(), rows.Output()));
  return rows;
}

PrecisionChoice Failed(const absl::Status& status) {
  return {Precision::kFp32, absl::StrCat("bf16 fails: ", status.message())};
}

}  // namespace

std::string WhySlow(const NetworkOptions& options, const Processor& processor) {
  const bool fast = options.precision == Precision::kFp32 || options.device.is_cuda;
  return fast || processor.fast_bf16 ? ""
                                     : absl::StrCat("bf16 has no fast path on this processor (",
                                                    processor.instructions, ")");
}

PrecisionChooser::PrecisionChooser(Processor processor, std::string file, Trial trial)
    : processor_(std::move(processor)), memory_(std::move(file)), trial_(std::move(trial)) {}

PrecisionChooser& PrecisionChooser::Shared() {
  static PrecisionChooser chooser(ThisProcessor(), TrialFile());
  return chooser;
}

ConvolutionChoice PrecisionChooser::ChooseConvolution(const Model& model, const Device& device) {
  if (!CanWinograd(model.head.shape, model.head.size, {.device = device})) {
    return {Convolution::kDirect, "no Winograd form for this network"};
  }
  const int channels = std::min(model.head.size.channels, kMaxTrialChannels);
  const Tried& tried = TriedBefore(device, channels);
  if (!tried.rates.ok()) {
    return {Convolution::kDirect,
            absl::StrCat("the trial failed: ", tried.rates.status().message())};
  }
  const TrialRates& rates = *tried.rates;
  return {rates.winograd < kMinGain * rates.fp32 ? Convolution::kDirect : Convolution::kWinograd,
          absl::StrFormat("evaluations/s of %d channels on one thread: direct %.0f, Winograd %.0f, "
                          "%s",
                          channels, rates.fp32, rates.winograd, tried.source)};
}

absl::StatusOr<PrecisionChoice> PrecisionChooser::Choose(const Model& model, const Device& device,
                                                         Convolution convolution) {
  const NetworkOptions fp32 = {
      .precision = Precision::kFp32, .device = device, .convolution = convolution};
  const NetworkOptions bf16 = {.precision = Precision::kBf16, .device = device};
  if (std::string why = WhySlow(bf16, processor_); !why.empty()) {
    return PrecisionChoice{Precision::kFp32, std::move(why)};
  }
  const int channels = std::min(model.head.size.channels, kMaxTrialChannels);
  const Tried& tried = TriedBefore(device, channels);
  if (!tried.rates.ok()) {
    return Failed(tried.rates.status());
  }
  const TrialRates& rates = *tried.rates;
  const bool winograd = convolution == Convolution::kWinograd && rates.winograd > 0;
  const double fp32_rate = winograd ? rates.winograd : rates.fp32;
  const std::string timed =
      absl::StrFormat("evaluations/s of %d channels on one thread: fp32 %.0f, bf16 %.0f, %s",
                      channels, fp32_rate, rates.bf16, tried.source);
  if (rates.bf16 < kMinGain * fp32_rate) {
    return PrecisionChoice{Precision::kFp32, timed};
  }
  KVINTET_ASSIGN_OR_RETURN(const MadeUpRows exact, Evaluated(model, fp32));
  const absl::StatusOr<MadeUpRows> rounded = Evaluated(model, bf16);
  if (!rounded.ok()) {
    return Failed(rounded.status());
  }
  const double results = MeanDistance(exact.wdl, rounded->wdl);
  const double policies = MeanDistance(Probabilities(exact), Probabilities(*rounded));
  const bool near = results <= kGreatestDistance && policies <= kGreatestDistance;
  return PrecisionChoice{near ? Precision::kBf16 : Precision::kFp32,
                         absl::StrFormat("%s; results differ by %.4f in the mean, policies by %.4f",
                                         timed, results, policies)};
}

const PrecisionChooser::Tried& PrecisionChooser::TriedBefore(const Device& device, int channels) {
  const std::lock_guard lock(mutex_);
  const std::pair<std::string, int> key(DeviceName(device), channels);
  auto found = tried_.find(key);
  if (found == tried_.end()) {
    Tried tried =
        device.is_cuda ? Tried{TryNow(device, channels), kNow} : TryOnProcessor(device, channels);
    found = tried_.emplace(key, std::move(tried)).first;
  }
  return found->second;
}

PrecisionChooser::Tried PrecisionChooser::TryOnProcessor(const Device& device, int channels) const {
  const TrialKey key = {processor_, Library(), channels};
  if (const std::optional<TrialRates> before = memory_.Find(key); before.has_value()) {
    return {*before, kBefore};
  }
  const absl::StatusOr<TrialRates> rates = TryNow(device, channels);
  if (!rates.ok()) {
    return {rates, ""};
  }
  if (const absl::Status kept = memory_.Keep(key, *rates); !kept.ok()) {
    LogInfo("network", "cannot store timings", {{"why", kept.message()}});
  }
  // Another program may have stored its own result meanwhile. Then that one counts for both.
  const TrialRates counts = memory_.Find(key).value_or(*rates);
  return {counts, counts == *rates ? kNow : kBefore};
}

absl::StatusOr<TrialRates> PrecisionChooser::TryNow(const Device& device, int channels) const {
  LogInfo("network", "timing formats", {{"device", DeviceName(device)}, {"channels", channels}});
  return trial_(device, channels);
}

}  // namespace kvintet::network
