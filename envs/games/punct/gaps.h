// Gaps: where the three spaces of one piece would join two opposite sides (P5).
//
// The three spaces of a piece are connected. A piece therefore joins two sides if one of its spaces
// is on, or beside a chain from, the first side, and one of them is so for the other side.
#pragma once

#include <array>
#include <cstddef>

#include "envs/games/punct/connection.h"
#include "envs/games/punct/landing.h"

namespace kvintet::envs::punct {

// Where the PÜNCT would lie if a dot of the piece were in `set`.
template <int kStride, int kKind, int kRotation>
inline Lanes PunctsTouching(Lanes set) {
  constexpr int kFirst = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 0);
  constexpr int kSecond = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 1);
  return set | Ahead<kFirst>(set) | Ahead<kSecond>(set);
}

// All dots of pieces whose PÜNCTs lie at `spots`. REQUIRES: the pieces fit on the board.
template <int kStride, int kKind, int kRotation>
inline Lanes DotsOfAll(Lanes spots) {
  constexpr int kFirst = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 0);
  constexpr int kSecond = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 1);
  return spots | Ahead<-kFirst>(spots) | Ahead<-kSecond>(spots);
}

// The gaps between opposite sides that three spaces might close.
class Gaps {
 public:
  // `own` are the topmost dots of the side that is to join.
  template <int kStride>
  static Gaps Between(Lanes own, const Board& board) {
    Gaps gaps;
    for (const std::array<Spots, 2>& sides : board.Sides()) {
      const Gap gap = {Reach<kStride>(sides[0], own, board), Reach<kStride>(sides[1], own, board)};
      const Lanes two_on = Grown<kStride>(Grown<kStride>(gap.near, board), board);
      if (Any(two_on & gap.far)) {
        gaps.gaps_[gaps.count_++] = gap;
      }
    }
    return gaps;
  }

  bool Empty() const { return count_ == 0; }

  // The landings of a piece of a kind that close a gap.
  template <int kStride>
  Landings Closing(int kind, const Landings& landings) const {
    Landings closing = {};
    WithKind(kind, [&]<int kKind>() {
      return AnyRotation<kKind>([&]<int kRotation>() {
        closing[kRotation] = landings[kRotation] & PunctsClosing<kStride, kKind, kRotation>();
        return false;
      });
    });
    return closing;
  }

  // The dots of all pieces that would close a gap if they could lie anywhere on the board.
  template <int kStride>
  Lanes AllClosing(const Board& board) const {
    Lanes dots = NoSpots();
    for (int kind = 0; kind < kKinds; ++kind) {
      WithKind(kind, [&]<int kKind>() {
        return AnyRotation<kKind>([&]<int kRotation>() {
          const Lanes puncts =
              Load(board.Fits(kKind)[kRotation]) & PunctsClosing<kStride, kKind, kRotation>();
          dots |= DotsOfAll<kStride, kKind, kRotation>(puncts);
          return false;
        });
      });
    }
    return dots;
  }

 private:
  // The spaces through which a piece is connected to each of two opposite sides.
  struct Gap {
    Lanes near;
    Lanes far;
  };

  template <int kStride>
  static Lanes Reach(const Spots& side, Lanes own, const Board& board) {
    return Grown<kStride>(ComponentOf<kStride>(Load(side) & own, own, board), board) | Load(side);
  }

  // Where the PÜNCT of a piece that closes a gap would lie.
  template <int kStride, int kKind, int kRotation>
  Lanes PunctsClosing() const {
    Lanes puncts = NoSpots();
    for (size_t i = 0; i < count_; ++i) {
      puncts |= PunctsTouching<kStride, kKind, kRotation>(gaps_[i].near) &
                PunctsTouching<kStride, kKind, kRotation>(gaps_[i].far);
    }
    return puncts;
  }

  std::array<Gap, 3> gaps_;
  size_t count_ = 0;
};

}  // namespace kvintet::envs::punct
