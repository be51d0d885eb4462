// Windows: runs of five points that one side can still fill, by the number of its stones in them.
//
// Include this only in source files of this game (see rows.h).
#pragma once

#include <array>

#include "envs/games/renju/forbidden.h"
#include "envs/games/renju/renju.h"
#include "envs/games/renju/rows.h"

namespace kvintet::envs::renju {

// The stones of one side, and the points that are free.
struct Side {
  Rows own;
  Rows free;
  bool exact;  // six in a row does not win
};

// The first points of windows of five with only own stones and free points, by number of stones.
struct Windows {
  Rows four;
  Rows three;
  Rows two;
};

template <typename L>
inline Windows WindowsAlong(const Side& side) {
  const Rows s0 = side.own;
  const Rows s1 = L::template Ahead<1>(s0);
  const Rows s2 = L::template Ahead<2>(s0);
  const Rows s3 = L::template Ahead<3>(s0);
  const Rows s4 = L::template Ahead<4>(s0);
  const Rows either = s0 | side.free;
  const Rows two = either & L::template Ahead<1>(either);
  Rows open = two & L::template Ahead<2>(two) & L::template Ahead<4>(either);
  if (side.exact) {
    open &= ~(L::template Ahead<-1>(s0) | L::template Ahead<5>(s0));
  }
  // Counts the stones in binary, with carries of weight 2.
  const Rows odd_3 = s0 ^ s1 ^ s2;
  const Rows pair_3 = (s0 & s1) | (s2 & (s0 ^ s1));
  const Rows odd = odd_3 ^ s3 ^ s4;
  const Rows pair_2 = (odd_3 & s3) | (s4 & (odd_3 ^ s3));
  return {.four = open & ~odd & pair_3 & pair_2,
          .three = open & odd & (pair_3 ^ pair_2),
          .two = open & ~odd & (pair_3 ^ pair_2)};
}

// Where a stone makes a five, and where it threatens to.
struct Threats {
  Rows fives;
  Rows fours;
};

inline Threats FindThreats(const Side& side) {
  const Windows across = WindowsAlong<Across>(side);
  const Windows upwards = WindowsAlong<Upwards>(side);
  const Windows rising = WindowsAlong<Rising>(side);
  const Windows falling = WindowsAlong<Falling>(side);
  const auto points = [&](Rows a, Rows u, Rows r, Rows f) {
    return side.free &
           (Spread5<Across>(a) | Spread5<Upwards>(u) | Spread5<Rising>(r) | Spread5<Falling>(f));
  };
  return {.fives = points(across.four, upwards.four, rising.four, falling.four),
          .fours = points(across.three, upwards.three, rising.three, falling.three)};
}

// Where a stone makes at least a three that can become a five.
inline Rows FindThrees(const Side& side) {
  const auto along = [&]<typename L>(L) {
    const Windows windows = WindowsAlong<L>(side);
    return Spread5<L>(windows.two | windows.three);
  };
  return side.free & (along(Across()) | along(Upwards()) | along(Rising()) | along(Falling()));
}

inline Colour Other(Colour colour) { return colour == kBlack ? kWhite : kBlack; }

// Indexed by Colour.
using Stones = std::array<Board, 2>;

inline Side SideOf(const Stones& stones, Colour colour, bool restricted) {
  const Rows taken = Load(stones[kBlack]) | Load(stones[kWhite]);
  return {.own = Load(stones[colour]),
          .free = AllRows() & ~taken,
          .exact = restricted && colour == kBlack};
}

// The points forbidden to the colour.
inline Board ForbiddenTo(Colour colour, const Stones& stones, bool restricted) {
  return restricted && colour == kBlack ? ForbiddenSet(stones[kBlack], stones[kWhite]) : Board{};
}

inline bool IsForbidden(const Stones& stones, Colour colour, bool restricted, int point) {
  return ForbiddenTo(colour, stones, restricted).Has(point);
}

}  // namespace kvintet::envs::renju
