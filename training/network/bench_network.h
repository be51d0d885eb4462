// BenchNetwork: times networks on this machine in each format.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "training/network/tower/network.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// What to time: each format at each batch size. The `rounds` are interleaved, so that other load on
// the machine affects all alike.
struct NetworkBench {
  std::vector<NetworkOptions> formats;
  std::vector<int> batches;
  int rounds = 5;
  // For the whole benchmark.
  double seconds = 10;
};

// Evaluations (rows) per second of one thread: median, minimum and maximum over the rounds.
struct NetworkTiming {
  NetworkOptions format;
  int batch = 0;
  double median = 0;
  double least = 0;
  double most = 0;
};

// The formats worth timing. CPU: fp32 channels first, fp32 channels last, the same with Winograd
// convolutions and, if it is fast here, bf16 channels last. CUDA device: fp32 and bf16, channels
// last.
std::vector<NetworkOptions> BenchFormats(const Device& device);

// Times made-up rows with 64 actions each, spread over the policy indices (all of them if there are
// fewer). Results are in the order of formats, then batches. Uses the calling thread.
absl::StatusOr<std::vector<NetworkTiming>> BenchNetwork(const NetworkShape& shape,
                                                        const NetworkSize& size,
                                                        const Weights& weights,
                                                        const NetworkBench& bench);

// "fp32 channels last" or "fp32 channels last winograd", with the device unless it is the CPU.
std::string FormatText(const NetworkOptions& format);

}  // namespace kvintet::network
