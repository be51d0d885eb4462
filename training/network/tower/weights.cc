// The architecture's list of parameters, and their first values.
#include "training/network/tower/weights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/str_join.h>

#include "base/check.h"
#include "base/rng.h"

namespace kvintet::network {
namespace {

// Standard deviation that preserves the variance through a layer followed by a rectifier.
double Rectified(int64_t fan_in) { return std::sqrt(2.0 / static_cast<double>(fan_in)); }

// Collects the parameters of layers in order.
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

  std::vector<WeightSpec> Take() { return std::move(specs_); }

 private:
  std::vector<WeightSpec> specs_;
};

// Gain of last layers, which start small.
constexpr double kSmallGain = 0.1;

// Adds the last layers of a policy, after the layers that all policies share.
void AddPolicyLayers(const std::string& name, const NetworkShape& shape, const NetworkSize& size,
                     LayoutBuilder* layout) {
  if (shape.policy_planes > 0) {
    layout->Layer(name + ".planes", {shape.policy_planes, size.policy_channels, 1, 1}, kSmallGain);
  }
  if (shape.policy_slots > 0) {
    layout->Layer(name + ".slots", {shape.policy_slots, size.value_hidden}, kSmallGain);
  }
}

void AddHeads(const NetworkShape& shape, const NetworkSize& size, const TrainingHeads& heads,
              LayoutBuilder* layout) {
  if (heads.soft_policy) {
    AddPolicyLayers("soft_policy", shape, size, layout);
  }
  if (heads.reply_policy) {
    AddPolicyLayers("reply_policy", shape, size, layout);
  }
  if (heads.margin) {
    layout->Layer("margin", {kMarginBuckets, size.value_hidden}, kSmallGain);
  }
  if (heads.ownership) {
    layout->Layer("ownership", {3, size.channels, 1, 1}, kSmallGain);
  }
}

}  // namespace

int64_t WeightSpec::Count() const {
  int64_t count = 1;
  for (const int64_t dimension : shape) {
    count *= dimension;
  }
  return count;
}

std::vector<WeightSpec> WeightLayout(const NetworkShape& shape, const NetworkSize& size,
                                     const TrainingHeads& heads) {
  const int64_t channels = size.channels;
  // A board of one cell has no neighbours, so its convolutions are plain linear maps.
  const int64_t kernel = shape.Cells() == 1 ? 1 : 3;
  // Residual branches are scaled down with depth, as in "Fixup initialization" (Zhang, Dauphin and
  // Ma, 2019), but their last layer starts small instead of at zero.
  const double branch_gain = 1 / std::sqrt(static_cast<double>(size.blocks));

  LayoutBuilder layout;
  layout.Layer("stem", {channels, shape.planes, kernel, kernel}, 1);
  if (shape.globals > 0) {
    layout.Map("globals", channels, shape.globals, 1);
  }
  for (int block = 0; block < size.blocks; ++block) {
    const std::string name = absl::StrCat("blocks.", block);
    layout.Layer(name + ".first", {channels, channels, kernel, kernel}, branch_gain);
    layout.Layer(name + ".second", {channels, channels, kernel, kernel}, kSmallGain);
    if (HasPooling(size, block)) {
      layout.Map(name + ".pooled", channels, 2 * channels, kSmallGain);
    }
  }
  layout.Layer("hidden", {size.value_hidden, 2 * channels}, 1);
  layout.Layer("value", {3, size.value_hidden}, kSmallGain);
  if (shape.policy_planes > 0) {
    layout.Layer("policy.first", {size.policy_channels, channels, 1, 1}, 1);
    layout.Map("policy.pooled", size.policy_channels, 2 * channels, kSmallGain);
  }
  AddPolicyLayers("policy", shape, size, &layout);
  AddHeads(shape, size, heads, &layout);
  return layout.Take();
}

Weights InitialWeights(const NetworkShape& shape, const NetworkSize& size, uint64_t seed,
                       const TrainingHeads& heads) {
  Weights weights;
  uint32_t number = 0;
  for (const WeightSpec& spec : WeightLayout(shape, size, heads)) {
    NamedTensor tensor{spec.name, spec.shape, {}};
    tensor.values.resize(static_cast<size_t>(spec.Count()));
    if (spec.initial_deviation > 0) {
      RandomStream random(seed, number, 0, Purpose::kInit);
      for (float& value : tensor.values) {
        value = static_cast<float>(spec.initial_deviation * random.Normal());
      }
    }
    ++number;
    weights.push_back(std::move(tensor));
  }
  return weights;
}

absl::Status CheckWeights(std::span<const WeightSpec> layout, std::span<const NamedTensor> weights,
                          const std::string& where) {
  if (layout.size() != weights.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: wanted %d tensors, found %d", where, layout.size(), weights.size()));
  }
  for (size_t i = 0; i < layout.size(); ++i) {
    const NamedTensor& found = weights[i];
    if (found.name != layout[i].name || found.shape != layout[i].shape) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s: tensor %d: wanted %s %s, found %s %s", where, i, layout[i].name,
          DimensionsText(layout[i].shape), found.name, DimensionsText(found.shape)));
    }
    KVINTET_CHECK_EQ(layout[i].Count(), found.values.size());
    const auto bad =
        std::ranges::find_if_not(found.values, [](float v) { return std::isfinite(v); });
    if (bad != found.values.end()) {
      return absl::InvalidArgumentError(absl::StrFormat("%s: tensor %s: value %d is %f", where,
                                                        found.name, bad - found.values.begin(),
                                                        static_cast<double>(*bad)));
    }
  }
  return absl::OkStatus();
}

std::string DimensionsText(std::span<const int64_t> shape) {
  return absl::StrCat("[", absl::StrJoin(shape, ", "), "]");
}

}  // namespace kvintet::network
