// Punct::KnownReturn: joins that one new piece completes.
//
// A piece's three spaces hang together. So it joins two sides if one of them is on the first side
// or beside a chain that starts there, and one is so with the other side.
#include <cstddef>
#include <utility>

#include "envs/games/punct/connection.h"
#include "envs/games/punct/punct.h"

namespace kvintet::envs::punct {
namespace {

// Free spaces by way of which a piece hangs together with the one and the other of two sides.
struct Gap {
  Lanes near;
  Lanes far;
};

// Where a PÜNCT would lie so that a dot of the piece is in `set`.
template <int kStride, int kKind, int kRotation>
Lanes Touching(Lanes set) {
  constexpr int kFirst = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 0);
  constexpr int kSecond = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 1);
  return set | Ahead<kFirst>(set) | Ahead<kSecond>(set);
}

template <int kStride, int kKind>
bool Closes(const Gap& gap, Lanes ground, const Board& board) {
  const std::array<Spots, kDirections>& fits = board.Fits(kKind);
  return [&]<size_t... kRotation>(std::index_sequence<kRotation...>) {
    return (Any(LandingsAt<kStride, kKind, static_cast<int>(kRotation)>({ground, ground, ground},
                                                                        fits[kRotation]) &
                Touching<kStride, kKind, static_cast<int>(kRotation)>(gap.near) &
                Touching<kStride, kKind, static_cast<int>(kRotation)>(gap.far)) ||
            ...);
  }
  (std::make_index_sequence<static_cast<size_t>(kShapes[kKind].rotations)>());
}

template <int kStride>
Lanes Reach(const Spots& side, Lanes own, Lanes ground, const Board& board) {
  const Lanes chain = ComponentOf<kStride>(Load(side) & own, own, board);
  return ground & (Grown<kStride>(chain, board) | Load(side));
}

}  // namespace

template <int kStride>
bool Punct::JoinsByNewPiece(const Position& p) const {
  const Lanes own = Load(p.surface.top[p.to_move]);
  const Lanes ground = GroundOfNewPieces(p);
  for (const std::array<Spots, 2>& sides : board_.Sides()) {
    const Gap gap = {Reach<kStride>(sides[0], own, ground, board_),
                     Reach<kStride>(sides[1], own, ground, board_)};
    const bool closes = [&]<size_t... kKind>(std::index_sequence<kKind...>) {
      const auto may_lay = [&](size_t kind) {
        return p.supply[p.to_move][kind] > 0 && (p.stage == Stage::kWhat || p.chosen == kind);
      };
      return ((may_lay(kKind) && Closes<kStride, static_cast<int>(kKind)>(gap, ground, board_)) ||
              ...);
    }
    (std::make_index_sequence<kKinds>());
    if (closes) {
      return true;
    }
  }
  return false;
}

std::optional<float> Punct::KnownReturn(const View& view) const {
  const Position& p = view.position;
  const bool joins = board_.stride() == kFullStride ? JoinsByNewPiece<kFullStride>(p)
                                                    : JoinsByNewPiece<kTinyStride>(p);
  return joins ? std::optional<float>(1.0f) : std::nullopt;
}

}  // namespace kvintet::envs::punct
