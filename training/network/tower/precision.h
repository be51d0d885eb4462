// Precision, Convolution, Device: how and where a network computes.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/statusor.h>

namespace kvintet::network {

// Format of the trunk's weights and activations. Stored in run directories by name.
enum class Precision { kFp32, kBf16 };

// "fp32" or "bf16".
std::string_view PrecisionName(Precision precision);

// How fp32 networks on the CPU convolve: with LibTorch, or as in kernels/winograd.h. Stored in run
// directories by name.
enum class Convolution { kDirect, kWinograd };

// "direct" or "winograd".
std::string_view ConvolutionName(Convolution convolution);

// A device that LibTorch can compute on.
struct Device {
  bool is_cuda = false;
  // Which CUDA device; 0 on the CPU.
  int index = 0;

  bool operator==(const Device&) const = default;
};

// "CPU" or "CUDA:1".
std::string DeviceName(const Device& device);

// Parses "AUTO" (CUDA:0 if there is one, else the CPU), "CPU", "CUDA" (= "CUDA:0") or "CUDA:n";
// case-insensitive. InvalidArgument for any other text, FailedPrecondition if this LibTorch or this
// machine has no such device.
absl::StatusOr<Device> ParseDevice(std::string_view text);

}  // namespace kvintet::network
