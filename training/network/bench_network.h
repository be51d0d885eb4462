// BenchNetwork: how fast a network is here in each format.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "training/network/tower/network.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// What to time: each format at each batch size, in `rounds` interleaved rounds, so that other load
// on the machine falls on all alike.
struct NetworkBench {
  std::vector<NetworkOptions> formats;
  std::vector<int> batches;
  int rounds = 5;
  // For everything together.
  double seconds = 10;
};

// Evaluations (rows) per second of one thread; median, least and most over the rounds.
struct NetworkTiming {
  NetworkOptions format;
  int batch = 0;
  double median = 0;
  double least = 0;
  double most = 0;
};

// Those of the CPU: fp32 channels first, fp32 channels last, the same by Winograd's convolutions
// and, if it is fast here, bf16 channels last; on a CUDA device fp32 and bf16, channels last.
std::vector<NetworkOptions> BenchFormats(const Device& device);

// Times made-up rows with all policy indices of 64 actions each (or all there are). Results in the
// order of formats, then batches. Uses the calling thread.
absl::StatusOr<std::vector<NetworkTiming>> BenchNetwork(const NetworkShape& shape,
                                                        const NetworkSize& size,
                                                        const Weights& weights,
                                                        const NetworkBench& bench);

// "fp32 channels last" or "fp32 channels last winograd", with the device unless it is the CPU.
std::string FormatText(const NetworkOptions& format);

}  // namespace kvintet::network
