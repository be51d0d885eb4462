// DerivedPlanes: what a network may see besides the planes of Game::Observe.
//
// They hold nothing that a view does not, but take work to find: the length of a way across the
// board, the points that make a four. A small network learns sooner with them. Environments leave
// them out, for their users have networks, and clocks, of their own. Of a Game by dynamic_cast.
#pragma once

#include <cstdint>
#include <span>

#include "envs/game.h"
#include "envs/row_span.h"

namespace kvintet::envs {

class DerivedPlanes {
 public:
  virtual ~DerivedPlanes() = default;
  // How many there are; 0 where the rules derive none. A model's file tells what its network sees
  // by the number of planes alone: another set of planes must have another number.
  virtual int NumDerivedPlanes() const = 0;
  // Planes [n, NumDerivedPlanes(), height, width] from the view's seat. What a symmetry does to the
  // planes of Observe, it does to these.
  virtual void Derive(ConstViews views, std::span<uint8_t> planes) const = 0;
};

// Null where the game's rules derive none.
inline const DerivedPlanes* DerivedPlanesOf(const Game& game) {
  const auto* derived = dynamic_cast<const DerivedPlanes*>(&game);
  return derived != nullptr && derived->NumDerivedPlanes() > 0 ? derived : nullptr;
}

}  // namespace kvintet::envs
