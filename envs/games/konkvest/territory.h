// Q4, territory: the cells directly behind pieces, and where pieces could be promoted.
#pragma once

#include "envs/games/konkvest/cells.h"

namespace kvintet::envs::konkvest {

// The cells of the pieces and everything directly behind them; `kWay` as in Steps.
//
// Decided: a vertical strip. An even number of rows back it contains the cell straight behind, an
// odd number of rows back the two cells that touch the line. A strip that has left the board does
// not return.
template <int kWay>
constexpr Cells Strips(const Cells& pieces) {
  using S = Steps<kWay>;
  Cells even = pieces | Shifted<S::kB2>(pieces);
  even |= Shifted<2 * S::kB2>(even);
  even |= Shifted<4 * S::kB2>(even);
  return kBoard & (even | Shifted<S::kBL>(even) | Shifted<S::kBR>(even));
}

// `territory=cone`: everything that can be reached with steps back-left and back-right.
template <int kWay>
constexpr Cells Cones(const Cells& pieces) {
  using S = Steps<kWay>;
  Cells cells = pieces;
  for (int row = 1; row < kRows; ++row) {
    cells = (cells | Shifted<S::kBL>(cells) | Shifted<S::kBR>(cells)) & kBoard;
  }
  return cells;
}

// The cells directly behind `cells` for a seat. Conversely, the cells that have one of `cells`
// directly behind them are `Behind` for the other seat.
inline Cells Behind(size_t seat, bool cone, const Cells& cells) {
  if (cone) {
    return seat == 0 ? Cones<1>(cells) : Cones<-1>(cells);
  }
  return seat == 0 ? Strips<1>(cells) : Strips<-1>(cells);
}
inline Cells InFrontOf(size_t seat, bool cone, const Cells& cells) {
  return Behind(1 - seat, cone, cells);
}

}  // namespace kvintet::envs::konkvest
