// NetworkSight: what a network observes of a view.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/network_config.pb.h"
#include "training/network/tower/network_shape.h"

namespace kvintet::network {

// A value type. The game must outlive it.
class NetworkSight {
 public:
  // Observes the game's own planes.
  explicit NetworkSight(const envs::Game& game) : game_(&game) {}

  // As configured. InvalidArgument if the configuration asks for derived planes or for features of
  // slots and the game's rules have none.
  static absl::StatusOr<NetworkSight> FromConfig(const envs::Game& game,
                                                 const NetworkConfig& config);
  // What networks of that shape observe; empty if no sight of this game has that shape.
  static std::optional<NetworkSight> OfShape(const envs::Game& game, const NetworkShape& shape);

  // The shape of networks with this sight.
  NetworkShape Shape() const;
  // Planes [n, Shape().planes, height, width], the derived ones after the game's own, and globals
  // [n, Shape().globals], features of slots after the game's own, from the view's seat.
  void Observe(envs::ConstViews views, std::span<uint8_t> planes, std::span<float> globals) const;

 private:
  NetworkSight(const envs::Game& game, int derived_planes, const envs::SlotFeatures* slots)
      : game_(&game), derived_planes_(derived_planes), slots_(slots) {}

  const envs::Game* game_;
  // Of the game's derived planes, the number of those that the network sees.
  int derived_planes_ = 0;
  // Null if it does not see features of slots.
  const envs::SlotFeatures* slots_ = nullptr;
};

}  // namespace kvintet::network
