// The numbers of Konkvest's actions, and the order of the set-up.
#pragma once

#include <array>
#include <cstddef>

#include "envs/actor.h"
#include "envs/games/konkvest/board.h"
#include "envs/games/konkvest/cells.h"

namespace kvintet::envs::konkvest {

// The first action of each group. An action is that plus the gapless number of the piece's or the
// destination's cell, or plus the Kind for a drop.
inline constexpr Action kPieces = 0;
inline constexpr Action kDrops = kPieces + kCells;
inline constexpr Action kTargets = kDrops + kReserveKinds;
inline constexpr Action kPromotions = kTargets + kCells;
// The 13 cells of rows a and b, then those of l and m.
inline constexpr Action kPlacements = kPromotions + kCells;
inline constexpr int kHomeCells = 13;
inline constexpr Action kActions = kPlacements + 2 * kHomeCells;

// Q3: the pieces that each player places, in this order.
inline constexpr int kPlacedPieces = 16;
inline constexpr std::array<Kind, kPlacedPieces / 2> kPlacementOrder = {
    kRook, kRook, kGuard, kGuard, kHunter, kHunter, kGeneral, kGeneral};

// The cell of a placement action.
inline int PlacedCell(Action action) {
  const int index = action - kPlacements;
  const int dense = index < kHomeCells ? index : index + kCells - 2 * kHomeCells;
  return kDense.cell[static_cast<size_t>(dense)];
}

}  // namespace kvintet::envs::konkvest
