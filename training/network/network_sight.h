// NetworkSight: what a network that plays a game sees of a view.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <absl/status/statusor.h>

#include "envs/derived_planes.h"
#include "envs/game.h"
#include "proto/network_config.pb.h"
#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// A value; the game must outlive it.
class NetworkSight {
 public:
  // The game's own planes.
  explicit NetworkSight(const envs::Game& game) : game_(&game) {}

  // As a configuration wants it. InvalidArgument where it wants derived planes and the game's rules
  // derive none.
  static absl::StatusOr<NetworkSight> FromConfig(const envs::Game& game,
                                                 const NetworkConfig& config);
  // What networks of that shape see; nothing where none of this game has it.
  static std::optional<NetworkSight> OfShape(const envs::Game& game, const NetworkShape& shape);

  // The shape of networks that see this.
  NetworkShape Shape() const;
  // Planes [n, Shape().planes, height, width], the derived ones after the game's own, and globals
  // [n, globals], from the view's seat.
  void Observe(envs::ConstViews views, std::span<uint8_t> planes, std::span<float> globals) const;

 private:
  NetworkSight(const envs::Game& game, const envs::DerivedPlanes* derived)
      : game_(&game), derived_(derived) {}

  const envs::Game* game_;
  // Null where the network sees none.
  const envs::DerivedPlanes* derived_ = nullptr;
};

}  // namespace kvintet::network
