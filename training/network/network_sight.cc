// NetworkSight: see the header.
#include "training/network/network_sight.h"

#include <absl/strings/str_cat.h>

namespace kvintet::network {

absl::StatusOr<NetworkSight> NetworkSight::FromConfig(const envs::Game& game,
                                                      const NetworkConfig& config) {
  if (!config.derived_planes()) {
    return NetworkSight(game);
  }
  const envs::DerivedPlanes* const derived = game.derived_planes();
  if (derived == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("network.derived_planes must be false for ",
                                                   game.Spec().name,
                                                   ", whose rules derive no planes, is true"));
  }
  return NetworkSight(game, derived);
}

std::optional<NetworkSight> NetworkSight::OfShape(const envs::Game& game,
                                                  const NetworkShape& shape) {
  if (const NetworkSight own(game); own.Shape() == shape) {
    return own;
  }
  const envs::DerivedPlanes* const derived = game.derived_planes();
  const NetworkSight all(game, derived);
  return derived != nullptr && all.Shape() == shape ? std::optional(all) : std::nullopt;
}

NetworkShape NetworkSight::Shape() const {
  const envs::GameSpec& spec = game_->Spec();
  return {.planes = spec.planes + (derived_ != nullptr ? derived_->NumDerivedPlanes() : 0),
          .height = spec.height,
          .width = spec.width,
          .globals = spec.globals,
          .policy_planes = spec.policy_planes,
          .policy_slots = spec.policy_slots};
}

void NetworkSight::Observe(envs::ConstViews views, std::span<uint8_t> planes,
                           std::span<float> globals) const {
  if (derived_ == nullptr) {
    game_->Observe(views, planes, globals);
    return;
  }
  const auto own = static_cast<size_t>(game_->Spec().PlaneBytes());
  const auto all = static_cast<size_t>(Shape().PlaneBytes());
  const auto num_globals = static_cast<size_t>(game_->Spec().globals);
  for (int i = 0; i < views.Count(); ++i) {
    const auto row = static_cast<size_t>(i);
    const std::span<uint8_t> to = planes.subspan(row * all, all);
    game_->Observe(views[i], to.first(own), globals.subspan(row * num_globals, num_globals));
    derived_->Derive(views[i], to.subspan(own));
  }
}

}  // namespace kvintet::network
