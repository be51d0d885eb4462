// Network: fixed weights that turn batches of observations into policy logits and win/draw/loss.
//
// Shapes: B rows, [planes, height, width] and [globals] in; see NetworkShape for policy indices.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"
#include "training/network/tower/weights.h"

namespace kvintet::network {

// How a network computes. The trunk's memory layout is channels last; `channels_first` exists for
// the benchmark only.
struct NetworkOptions {
  Precision precision = Precision::kFp32;
  Device device = {};
  bool channels_first = false;
  // kWinograd takes effect if CanWinograd() is true; otherwise the network uses direct
  // convolutions.
  Convolution convolution = Convolution::kDirect;
};

// Whether a network of this size on boards of this shape has a Winograd form: in fp32 on the CPU,
// with channels that are a multiple of 8, on more than one cell, and a body that has one. REQUIRES:
// the size passes its check.
bool CanWinograd(const NetworkShape& shape, const NetworkSize& size, const NetworkOptions& options);

// The input: B rows, concatenated.
struct NetworkInput {
  // [B, planes, height, width]: 0 or 1, or small counts.
  std::span<const uint8_t> planes;
  // [B, globals].
  std::span<const float> globals;
  // The policy indices to evaluate; row b has offsets[b] to offsets[b + 1].
  std::span<const int32_t> actions;
  // [B + 1], ascending from 0 to actions.size().
  std::span<const int32_t> offsets;
};

// The caller's arrays for the results.
struct NetworkOutput {
  // A logit for each of NetworkInput::actions.
  std::span<float> logits;
  // [B, 3]: probabilities of win, draw and loss for the seat that sees the planes.
  std::span<float> wdl;
};

// Immutable weights on a device. Thread-safe: each evaluating thread computes alone. From its first
// evaluation on, such a thread uses one thread for LibTorch's loops (and as OpenMP's default).
class Network {
 public:
  // InvalidArgument if shape, size or weights are out of bounds or inconsistent, FailedPrecondition
  // if the device cannot be used.
  static absl::StatusOr<std::unique_ptr<Network>> Create(const NetworkShape& shape,
                                                         const NetworkSize& size,
                                                         const Weights& weights,
                                                         const NetworkOptions& options);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  // Evaluates any number of rows, including none. On the CPU a row's results are byte for byte
  // independent of the other rows, of B, and of its place. Internal if LibTorch fails or a result
  // is not finite; the output's contents are then unspecified. REQUIRES: spans of matching sizes, 0
  // <= action < PolicySize().
  absl::Status Evaluate(const NetworkInput& input, const NetworkOutput& output) const;

  const NetworkShape& Shape() const;
  const NetworkSize& Size() const;
  const NetworkOptions& Options() const;

 private:
  struct Impl;
  explicit Network(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace kvintet::network
