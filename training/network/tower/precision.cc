// Names of formats and devices, and whether this LibTorch has a device.
#include "training/network/tower/precision.h"

#include <torch/cuda.h>

#include <absl/strings/ascii.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/strip.h>

namespace kvintet::network {

std::string_view PrecisionName(Precision precision) {
  return precision == Precision::kBf16 ? "bf16" : "fp32";
}

std::string_view ConvolutionName(Convolution convolution) {
  return convolution == Convolution::kWinograd ? "winograd" : "direct";
}

std::string DeviceName(const Device& device) {
  return device.is_cuda ? absl::StrCat("CUDA:", device.index) : "CPU";
}

absl::StatusOr<Device> ParseDevice(std::string_view text) {
  const std::string upper = absl::AsciiStrToUpper(absl::string_view(text.data(), text.size()));
  const int found = static_cast<int>(torch::cuda::device_count());
  if (upper == "CPU" || (upper == "AUTO" && found == 0)) {
    return Device{};
  }
  Device device{.is_cuda = true};
  absl::string_view rest = upper;
  const bool numbered = absl::ConsumePrefix(&rest, "CUDA:");
  const bool number_is_good =
      numbered && absl::SimpleAtoi(rest, &device.index) && device.index >= 0;
  if (!number_is_good && upper != "CUDA" && upper != "AUTO") {
    return absl::InvalidArgumentError(
        absl::StrFormat("device must be AUTO, CPU, CUDA or CUDA:n, is \"%s\"", text));
  }
  if (device.index >= found) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "device %s wanted, %s", DeviceName(device),
        found == 0 ? "this LibTorch has no CUDA device"
                   : absl::StrFormat("this machine has %d CUDA devices, numbered from 0", found)));
  }
  return device;
}

}  // namespace kvintet::network
