// WeightSpec, LayoutBuilder: the parameters of layers, with the scale of their initial values.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// The architecture's specification of one parameter.
struct WeightSpec {
  std::string name;
  std::vector<int64_t> shape;
  // Standard deviation of the normally distributed initial values; 0: all zero.
  double initial_deviation = 0;
  // Whether weight decay applies; never for biases.
  bool decays = false;

  int64_t Count() const;
};

// Gain of last layers, which start small.
inline constexpr double kSmallGain = 0.1;

// Collects the parameters of layers in order. A gain of 1 preserves the variance of activations
// through a layer that is followed by a rectifier.
class LayoutBuilder {
 public:
  // Adds a layer with weights of the given shape (outputs first) and one bias per output.
  void Layer(const std::string& name, std::vector<int64_t> shape, double gain) {
    int64_t fan_in = 1;
    for (size_t axis = 1; axis < shape.size(); ++axis) {
      fan_in *= shape[axis];
    }
    const int64_t outputs = shape[0];
    specs_.push_back({name + ".weight", std::move(shape), gain * Rectified(fan_in), true});
    specs_.push_back({name + ".bias", {outputs}, 0, false});
  }

  // Adds a linear map without bias, whose output is added to that of a layer with one.
  void Map(const std::string& name, int64_t outputs, int64_t inputs, double gain) {
    specs_.push_back({name + ".weight", {outputs, inputs}, gain * Rectified(inputs), true});
  }

  // Adds the last layers of a policy, after the layers that all policies share.
  void Policy(const std::string& name, const NetworkShape& shape, const NetworkSize& size) {
    if (shape.policy_planes > 0) {
      Layer(name + ".planes", {shape.policy_planes, size.policy_channels, 1, 1}, kSmallGain);
    }
    if (shape.policy_slots > 0) {
      Layer(name + ".slots", {shape.policy_slots, size.value_hidden}, kSmallGain);
    }
  }

  std::vector<WeightSpec> Take() { return std::move(specs_); }

 private:
  static double Rectified(int64_t fan_in) { return std::sqrt(2.0 / static_cast<double>(fan_in)); }

  std::vector<WeightSpec> specs_;
};

}  // namespace kvintet::network
