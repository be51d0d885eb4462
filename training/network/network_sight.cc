// NetworkSight: see the header.
#include "training/network/network_sight.h"

#include <vector>

#include <absl/strings/str_cat.h>

namespace kvintet::network {

namespace {

absl::Status RefusedSetting(const char* setting, const envs::Game& game, const char* none) {
  return absl::InvalidArgumentError(absl::StrCat("network.", setting, " must be false for ",
                                                 game.Spec().name, ", whose rules ", none,
                                                 ", is true"));
}

}  // namespace

absl::StatusOr<NetworkSight> NetworkSight::FromConfig(const envs::Game& game,
                                                      const NetworkConfig& config) {
  const envs::DerivedPlanes* const derived =
      config.derived_planes() ? game.derived_planes() : nullptr;
  const envs::SlotFeatures* const slots = config.slot_features() ? game.slot_features() : nullptr;
  if (config.derived_planes() && derived == nullptr) {
    return RefusedSetting("derived_planes", game, "derive no planes");
  }
  if (config.slot_features() && slots == nullptr) {
    return RefusedSetting("slot_features", game, "describe no slots");
  }
  return NetworkSight(game, derived != nullptr ? derived->NumDerivedPlanes() : 0, slots);
}

std::optional<NetworkSight> NetworkSight::OfShape(const envs::Game& game,
                                                  const NetworkShape& shape) {
  constexpr const envs::SlotFeatures* kNoSlots = nullptr;
  std::vector<int> numbers = {0};
  if (const envs::DerivedPlanes* const derived = game.derived_planes()) {
    const std::span<const int> earlier = derived->EarlierDerivedPlanes();
    numbers.insert(numbers.end(), earlier.begin(), earlier.end());
    numbers.push_back(derived->NumDerivedPlanes());
  }
  for (const int derived : numbers) {
    for (const auto* slots : {kNoSlots, game.slot_features()}) {
      if (const NetworkSight sight(game, derived, slots); sight.Shape() == shape) {
        return sight;
      }
    }
  }
  return std::nullopt;
}

NetworkShape NetworkSight::Shape() const {
  const envs::GameSpec& spec = game_->Spec();
  NetworkShape shape = {.planes = spec.planes + derived_planes_,
                        .height = spec.height,
                        .width = spec.width,
                        .globals = spec.globals,
                        .policy_planes = spec.policy_planes,
                        .policy_slots = spec.policy_slots};
  if (slots_ != nullptr) {
    shape.featured_slots = slots_->NumFeaturedSlots();
    shape.slot_features = slots_->NumSlotFeatures();
    shape.globals += shape.FeatureCount();
  }
  return shape;
}

void NetworkSight::Observe(envs::ConstViews views, std::span<uint8_t> planes,
                           std::span<float> globals) const {
  if (derived_planes_ == 0 && slots_ == nullptr) {
    game_->Observe(views, planes, globals);
    return;
  }
  const NetworkShape shape = Shape();
  const auto own = static_cast<size_t>(game_->Spec().PlaneBytes());
  const auto all = static_cast<size_t>(shape.PlaneBytes());
  const auto own_globals = static_cast<size_t>(game_->Spec().globals);
  const auto all_globals = static_cast<size_t>(shape.globals);
  for (int i = 0; i < views.Count(); ++i) {
    const auto row = static_cast<size_t>(i);
    const std::span<uint8_t> to = planes.subspan(row * all, all);
    const std::span<float> numbers = globals.subspan(row * all_globals, all_globals);
    game_->Observe(views[i], to.first(own), numbers.first(own_globals));
    if (derived_planes_ > 0) {
      game_->derived_planes()->Derive(views[i], to.subspan(own));
    }
    if (slots_ != nullptr) {
      slots_->DescribeSlots(views[i], numbers.subspan(own_globals));
    }
  }
}

}  // namespace kvintet::network
