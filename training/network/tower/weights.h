// Weights: a network's parameters as named arrays, their layout and their initial values.
//
// Independent of LibTorch: checkpoints store this type, and learners hand it to networks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <absl/status/status.h>

#include "training/network/tower/layout_builder.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/training_heads.h"

namespace kvintet::network {

// A named array of fp32 values; row-major. values.size() is the product of `shape`.
struct NamedTensor {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;
  bool operator==(const NamedTensor&) const = default;
};

// One entry per parameter, in the order of WeightLayout.
using Weights = std::vector<NamedTensor>;

// The parameters of a network, in the order that the tower expects: those of the body first, those
// of the heads last. REQUIRES: the shape and the size pass their checks; all heads are registered.
std::vector<WeightSpec> WeightLayout(const NetworkShape& shape, const NetworkSize& size,
                                     const TrainingHeads& heads = {});

// Initial values, which depend only on the seed. They are normally distributed and scaled so that
// activations neither grow nor vanish without normalisation layers, and so that each block starts
// near the identity. Heads do not change the other parameters' values. REQUIRES: the shape and the
// size pass their checks.
Weights InitialWeights(const NetworkShape& shape, const NetworkSize& size, uint64_t seed,
                       const TrainingHeads& heads = {});

// InvalidArgument, starting with `where`, unless names, shapes and order match the layout and all
// values are finite.
absl::Status CheckWeights(std::span<const WeightSpec> layout, std::span<const NamedTensor> weights,
                          const std::string& where);

// "[64, 8, 3, 3]", for error messages.
std::string DimensionsText(std::span<const int64_t> shape);

}  // namespace kvintet::network
