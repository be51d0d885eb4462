// Joins: whether a turn has completed a chain of dots between two opposite sides (P5).
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "envs/games/punct/board.h"

namespace kvintet::envs::punct {

// `spots` and their neighbours.
template <int kStride>
inline Lanes Grown(Lanes spots, const Board& board) {
  const std::array<Spots, kDirections>& inner = board.Inner();
  Lanes grown = spots;
  [&]<size_t... kDirection>(std::index_sequence<kDirection...>) {
    ((grown |= Ahead<-kSpotSteps<kStride>[kDirection]>(spots & Load(inner[kDirection]))), ...);
  }
  (std::make_index_sequence<kDirections>());
  return grown;
}

// The dots that are connected to `start`.
template <int kStride>
inline Lanes ComponentOf(Lanes start, Lanes dots, const Board& board) {
  Lanes component = start;
  while (true) {
    const Lanes grown = Grown<kStride>(component, board) & dots;
    if (!Any(grown & ~component)) {
      return component;
    }
    component = grown;
  }
}

// Whether the dots touch both sides of some opposite pair.
inline bool TouchOppositeSides(Lanes dots, const Board& board) {
  for (const std::array<Spots, 2>& pair : board.Sides()) {
    if (Any(dots & Load(pair[0])) && Any(dots & Load(pair[1]))) {
      return true;
    }
  }
  return false;
}

// Whether a connected group of `dots` that contains a dot of `changed` joins two opposite sides.
template <int kStride>
inline bool Joins(Lanes dots, Lanes changed, const Board& board) {
  if (!TouchOppositeSides(dots, board)) {
    return false;
  }
  while (Any(changed)) {
    Spots first = Store(changed);
    bool found = false;
    for (uint64_t& word : first.words) {
      word = found ? 0 : word & (~word + 1);
      found = found || word != 0;
    }
    const Lanes component = ComponentOf<kStride>(Load(first), dots, board);
    if (TouchOppositeSides(component, board)) {
      return true;
    }
    changed &= ~component;
  }
  return false;
}

}  // namespace kvintet::envs::punct
