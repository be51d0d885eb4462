// Weights: the parameters of a network as named arrays, with their layout and first values.
//
// No LibTorch here: this is what checkpoints hold and what learners hand to networks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "training/network/tower/network_shape.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {

// An array of fp32 values with a name; row-major, values.size() is the product of `shape`.
struct NamedTensor {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;
  bool operator==(const NamedTensor&) const = default;
};

// One entry per parameter, in the order of WeightLayout.
using Weights = std::vector<NamedTensor>;

// What the architecture expects of one parameter.
struct WeightSpec {
  std::string name;
  std::vector<int64_t> shape;
  // Standard deviation of the normal first values; 0: all zero.
  double initial_deviation = 0;
  // Whether weight decay applies; never to biases.
  bool decays = false;

  int64_t Count() const;
};

// The parameters of a network, in the order in which the tower takes them; those of heads are the
// last. REQUIRES: the shape and the size pass their checks.
std::vector<WeightSpec> WeightLayout(const NetworkShape& shape, const NetworkSize& size,
                                     const TrainingHeads& heads = {});

// First values, a function of the seed alone: normal, scaled so that activations neither grow nor
// vanish without any normalisation layer, and so that each block begins near the identity. Heads
// change nothing of the others. REQUIRES: the shape and the size pass their checks.
Weights InitialWeights(const NetworkShape& shape, const NetworkSize& size, uint64_t seed,
                       const TrainingHeads& heads = {});

// InvalidArgument unless names, shapes and order are those of the layout and all values are
// finite; `where` begins the message.
absl::Status CheckWeights(std::span<const WeightSpec> layout, std::span<const NamedTensor> weights,
                          const std::string& where);

// "[64, 8, 3, 3]", for messages.
std::string DimensionsText(std::span<const int64_t> shape);

}  // namespace kvintet::network
