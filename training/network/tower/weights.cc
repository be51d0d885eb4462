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
#include "training/network/tower/body.h"

namespace kvintet::network {

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
  LayoutBuilder layout;
  AddBodyLayers(shape, size, &layout);
  layout.Layer("hidden", {size.value_hidden, 2 * channels}, 1);
  layout.Layer("value", {3, size.value_hidden}, kSmallGain);
  if (shape.policy_planes > 0) {
    layout.Layer("policy.first", {size.policy_channels, channels, 1, 1}, 1);
    layout.Map("policy.pooled", size.policy_channels, 2 * channels, kSmallGain);
  }
  layout.Policy("policy", shape, size);
  if (shape.FeatureCount() > 0) {
    layout.Layer("policy.features", {size.policy_channels, shape.slot_features}, 1);
    layout.Map("policy.context", size.policy_channels, 2 * channels, kSmallGain);
    layout.Map("policy.featured", 1, size.policy_channels, kSmallGain);
  }
  for (const std::string& head : heads.names) {
    EntryOfHead(head).add_layers(shape, size, &layout);
  }
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
