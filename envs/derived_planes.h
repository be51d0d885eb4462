// DerivedPlanes: extra input planes for a network, besides those of Game::Observe.
//
// They contain nothing that the view does not, but features that take work to compute, such as the
// length of a path across the board or the points that make a four. A small network learns faster
// with them. EnvPool leaves them out, since its users bring their own networks and time limits. Get
// the interface from a Game with DerivedPlanesOf, which uses dynamic_cast.
#pragma once

#include <cstdint>
#include <span>

#include "envs/game.h"
#include "envs/row_span.h"

namespace kvintet::envs {

class DerivedPlanes {
 public:
  virtual ~DerivedPlanes() = default;
  // The number of derived planes; 0 if the rules define none. A model file identifies the network's
  // input only by the number of planes, so a different set of planes must have a different number.
  virtual int NumDerivedPlanes() const = 0;
  // Writes planes [n, NumDerivedPlanes(), height, width] from the point of view of the view's seat.
  // A symmetry transforms these planes as it does those of Observe.
  virtual void Derive(ConstViews views, std::span<uint8_t> planes) const = 0;
};

// Null if the game's rules define no derived planes.
inline const DerivedPlanes* DerivedPlanesOf(const Game& game) {
  const auto* derived = dynamic_cast<const DerivedPlanes*>(&game);
  return derived != nullptr && derived->NumDerivedPlanes() > 0 ? derived : nullptr;
}

}  // namespace kvintet::envs
