// AddLandings: where a piece of one kind may be placed, for all spots and rotations at once (P4).
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "envs/games/punct/board.h"
#include "envs/games/punct/position.h"

namespace kvintet::envs::punct {

// Calls visit.operator()<kind>() with a kind that is known only at run time.
template <typename Visit>
auto WithKind(int kind, const Visit& visit) {
  switch (kind) {
    case kTriangle:
      return visit.template operator()<kTriangle>();
    case kStraightMiddle:
      return visit.template operator()<kStraightMiddle>();
    case kStraightEnd:
      return visit.template operator()<kStraightEnd>();
    case kElbowLeft:
      return visit.template operator()<kElbowLeft>();
    case kElbowMiddle:
      return visit.template operator()<kElbowMiddle>();
    default:
      return visit.template operator()<kElbowRight>();
  }
}

// Calls visit.operator()<rotation>() for each rotation of a kind, until one returns true. Returns
// whether one did.
template <int kKind, typename Visit>
bool AnyRotation(const Visit& visit) {
  return [&]<size_t... kRotation>(std::index_sequence<kRotation...>) {
    return (visit.template operator()<static_cast<int>(kRotation)>() || ...);
  }
  (std::make_index_sequence<static_cast<size_t>(kShapes[kKind].rotations)>());
}

// The possible spots of the PÜNCT, by rotation.
using Landings = std::array<Lanes, kDirections>;

// The spots that are possible in some rotation.
inline Lanes Union(const Landings& landings) {
  return landings[0] | landings[1] | landings[2] | landings[3] | landings[4] | landings[5];
}

// The spots that can support a piece at one level. Spots off the board are in none of the sets.
struct Ground {
  Lanes ends;     // h is the level
  Lanes middles;  // h is the level or less
  Lanes puncts;   // where the PÜNCT may lie according to lines and colours
};

template <int kStride, int kKind, int kRotation>
inline Lanes LandingsAt(const Ground& ground, const Spots& fits) {
  constexpr PieceShape kShape = kShapes[kKind];
  constexpr int kFirst = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 0);
  constexpr int kSecond = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 1);
  const Lanes punct = kShape.punct_in_middle ? ground.middles : ground.ends;
  const Lanes first = kShape.first_in_middle ? ground.middles : ground.ends;
  return ground.puncts & Load(fits) & punct & Ahead<kFirst>(first) & Ahead<kSecond>(ground.ends);
}

// Adds where pieces of a kind may lie at one level.
template <int kStride, int kKind>
inline void AddLandings(const Ground& ground, const Board& board, Landings* landings) {
  const std::array<Spots, kDirections>& fits = board.Fits(kKind);
  [&]<size_t... kRotation>(std::index_sequence<kRotation...>) {
    (((*landings)[kRotation] |=
      LandingsAt<kStride, kKind, static_cast<int>(kRotation)>(ground, fits[kRotation])),
     ...);
  }
  (std::make_index_sequence<static_cast<size_t>(kShapes[kKind].rotations)>());
}

// The same for a kind known only at run time.
template <int kStride>
inline void AddLandings(int kind, const Ground& ground, const Board& board, Landings* landings) {
  WithKind(kind, [&]<int kKind>() { AddLandings<kStride, kKind>(ground, board, landings); });
}

// For each kind, the spots where a piece may lie on the ground, at level 0, in some rotation.
template <int kStride>
inline std::array<Lanes, kKinds> AnyLandings(const Ground& ground, const Board& board) {
  std::array<Lanes, kKinds> any;
  [&]<size_t... kKind>(std::index_sequence<kKind...>) {
    const auto one = [&]<int kOne>(std::integral_constant<int, kOne>) {
      Landings landings = {};
      AddLandings<kStride, kOne>(ground, board, &landings);
      return Union(landings);
    };
    ((any[kKind] = one(std::integral_constant<int, static_cast<int>(kKind)>())), ...);
  }
  (std::make_index_sequence<kKinds>());
  return any;
}

inline bool AnyOf(const Landings& landings) { return Any(Union(landings)); }

// Spots with nothing on them or above them.
inline Lanes EmptySpots(const Surface& surface, const Board& board) {
  return Load(board.All()) & ~(Load(surface.top[kWhite]) | Load(surface.top[kBlack]));
}

// The number of binary digits in use for heights.
inline int DigitsOf(const Surface& surface) {
  int digits = kHeightDigits;
  while (digits > 1 && !Any(Load(surface.height[static_cast<size_t>(digits) - 1]))) {
    --digits;
  }
  return digits;
}

// Calls visit(level, spots of exactly this height, spots of at most this height) in ascending
// order, for every level at which the ends of a piece could lie.
template <typename Visit>
inline void ForEachLevel(const Surface& surface, const Board& board, const Visit& visit) {
  const int digits = DigitsOf(surface);
  Lanes below = NoSpots();
  for (int level = 0; level < 1 << digits; ++level) {
    Lanes at = Load(board.All());
    for (int digit = 0; digit < digits; ++digit) {
      const Lanes ones = Load(surface.height[static_cast<size_t>(digit)]);
      at &= (level >> digit & 1) != 0 ? ones : ~ones;
    }
    if (Any(at)) {
      below |= at;
      visit(level, at, below);
    }
  }
}

// Where a piece of `colour` may go if its PÜNCT comes from `spot`; `surface` is without the piece
// (P3.2, P4). The result includes its old position.
template <int kStride>
inline Landings LandingsOfMove(const Surface& surface, const Board& board, int kind, int colour,
                               int spot) {
  Landings landings = {};
  const Lanes lines = Load(board.LinesFrom(spot));
  // Above the board the topmost dot under the PÜNCT must be own, however deep it lies, even if the
  // PÜNCT is the middle of a bridge.
  const Lanes own = lines & Load(surface.top[static_cast<size_t>(colour)]);
  ForEachLevel(surface, board, [&](int level, Lanes at, Lanes below) {
    AddLandings<kStride>(kind, {at, below, level == 0 ? lines : own}, board, &landings);
  });
  return landings;
}

}  // namespace kvintet::envs::punct
