// Punct: what a network sees of a view.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

// Numbers of planes; see README.md.
enum Plane : size_t {
  kBoardPlane,
  kCentrePlane,
  kTopPlanes,
  kHeightPlane = kTopPlanes + 2,
  kCoveredPlanes,
  kMovablePlanes = kCoveredPlanes + 2,
  kKindPlanes = kMovablePlanes + 2,
  kDirectionPlanes = kKindPlanes + kKinds,
  kChosenPlane = kDirectionPlanes + kDirections,
  kNumPlanes
};

// Numbers of globals.
enum Global : size_t {
  kOwnTurn,
  kWhere,
  kSecondOccurrence,
  kCentreDots,
  kSupplies = kCentreDots + 2,
  kChosenKind = kSupplies + 2 * kKinds
};

// The pieces of a position, both sides', as bits of their numbers in Position::pieces.
struct PieceSets {
  uint64_t movable = 0;
  uint64_t blocked = 0;
  uint64_t high = 0;  // above the board
};

// Without branches: whether a piece is on the board cannot be foreseen.
PieceSets SetsOf(const Position& p) {
  const auto* pieces = &p.pieces[0][0];
  PieceSets sets;
  for (size_t i = 0; i < 2 * kMaxPieces; ++i) {
    const uint64_t on_board = pieces[i].spot != kNoSpot ? 1 : 0;
    sets.movable |= uint64_t{pieces[i].movable} << i;
    sets.blocked |= (on_board ^ pieces[i].movable) << i;
    sets.high |= uint64_t{pieces[i].level != 0} << i;
  }
  return sets;
}

template <typename Visit>
void ForEachBit(uint64_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(static_cast<size_t>(std::countr_zero(bits)));
  }
}

// The planes of one view while they are written.
class Sight {
 public:
  // `own` is the colour of whoever looks.
  Sight(const Board& board, const Position& position, size_t own, uint8_t* planes)
      : board_(board),
        pieces_(&position.pieces[0][0]),
        own_(own),
        planes_(planes),
        size_(static_cast<size_t>(board.width()) * static_cast<size_t>(board.width())) {
    std::memcpy(planes, board.FixedPlanes().data(), 2 * size_);
    std::memset(planes + kTopPlanes * size_, 0, (kNumPlanes - kTopPlanes) * size_);
  }

  void AddPieces(const PieceSets& sets) {
    ForEachBit(sets.movable, [this](size_t i) {
      const PieceSight sight = SightOf(i);
      AddTop(i, sight.punct);
      AddTop(i, sight.first);
      AddTop(i, sight.second);
      At(kMovablePlanes + SideOf(i), sight.punct) = 1;
      AddPunct(sight, 1);
    });
    ForEachBit(sets.blocked, [&](size_t i) {
      const PieceSight sight = SightOf(i);
      AddDot(i, sight.first, DotsOver(sets.high, i, 1));
      AddDot(i, sight.second, DotsOver(sets.high, i, 2));
      const int over = DotsOver(sets.high, i, 0);
      AddDot(i, sight.punct, over);
      AddPunct(sight, static_cast<uint8_t>(1 << std::min(over, 3)));
    });
  }

  void AddChosen(int index, const Piece& piece) {
    for (const int dot : DotsOf(board_, index, piece)) {
      At(kChosenPlane, static_cast<size_t>(board_.CellOf(dot))) = dot == piece.spot ? 2 : 1;
    }
  }

 private:
  // Kind and cells of a piece.
  struct PieceSight {
    size_t kind;
    size_t rotation;
    size_t punct;
    size_t first;
    size_t second;
  };

  uint8_t& At(size_t plane, size_t cell) { return planes_[plane * size_ + cell]; }
  // 0 for an own piece, 1 for the other's.
  size_t SideOf(size_t i) const {
    return (i < kMaxPieces ? size_t{kWhite} : size_t{kBlack}) ^ own_;
  }
  static int KindOf(size_t i) { return kKindOfPiece[i % kMaxPieces]; }

  PieceSight SightOf(size_t i) const {
    const Piece& piece = pieces_[i];
    const int kind = KindOf(i);
    const int punct = board_.CellOf(piece.spot);
    return {static_cast<size_t>(kind), piece.rotation, static_cast<size_t>(punct),
            static_cast<size_t>(punct + board_.CellOffset(kind, piece.rotation, 0)),
            static_cast<size_t>(punct + board_.CellOffset(kind, piece.rotation, 1))};
  }

  // How many dots lie over one of a piece's.
  int DotsOver(uint64_t high, size_t i, size_t dot) const {
    const int spot = board_.Dots(KindOf(i), pieces_[i].spot, pieces_[i].rotation)[dot];
    int over = 0;
    ForEachBit(high, [&](size_t k) {
      const std::array<int, 3> dots = board_.Dots(KindOf(k), pieces_[k].spot, pieces_[k].rotation);
      const bool covers = std::ranges::count(dots, spot) > 0;
      over += covers && pieces_[k].level > pieces_[i].level ? 1 : 0;
    });
    return over;
  }

  void AddTop(size_t i, size_t cell) {
    At(kTopPlanes + SideOf(i), cell) = 1;
    At(kHeightPlane, cell) = static_cast<uint8_t>(pieces_[i].level + 1);
  }
  void AddDot(size_t i, size_t cell, int over) {
    if (over == 0) {
      AddTop(i, cell);
    } else {
      At(kCoveredPlanes + SideOf(i), cell) |= static_cast<uint8_t>(1 << std::min(over - 1, 2));
    }
  }
  // Kind of the piece, and where minor dots lie beside its PÜNCT.
  void AddPunct(const PieceSight& sight, uint8_t depth) {
    const PieceShape& shape = kShapes[sight.kind];
    const size_t first = static_cast<size_t>(shape.first) + sight.rotation;
    const size_t second =
        shape.second_is_two_steps ? first : static_cast<size_t>(shape.second) + sight.rotation;
    At(kKindPlanes + sight.kind, sight.punct) |= depth;
    At(kDirectionPlanes + first % kDirections, sight.punct) |= depth;
    At(kDirectionPlanes + second % kDirections, sight.punct) |= depth;
  }

  const Board& board_;
  const Piece* const pieces_;
  const size_t own_;
  uint8_t* const planes_;
  const size_t size_;
};

}  // namespace

void Punct::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const Position& p = view.position;
  const size_t own = view.seat == Seat::k1 ? kBlack : kWhite;
  Sight sight(board_, p, own, planes.data());
  sight.AddPieces(SetsOf(p));
  const std::array<int, 2> dots = DotsInCentre(p.surface);
  globals[kOwnTurn] = Actors(p).Has(view.seat) ? 1.0f : 0.0f;
  globals[kWhere] = p.stage == Stage::kWhere ? 1.0f : 0.0f;
  globals[kSecondOccurrence] = p.occurrences == 2 ? 1.0f : 0.0f;
  for (size_t side = 0; side < 2; ++side) {
    globals[kCentreDots + side] = static_cast<float>(dots[own ^ side]) / 19.0f;
    for (size_t kind = 0; kind < kKinds; ++kind) {
      globals[kSupplies + side * kKinds + kind] = static_cast<float>(p.supply[own ^ side][kind]);
    }
  }
  if (p.stage == Stage::kWhere && p.chosen < kKinds) {
    globals[kChosenKind + p.chosen] = 1.0f;
  } else if (p.stage == Stage::kWhere) {
    const int index = MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds));
    sight.AddChosen(index, p.pieces[p.to_move][static_cast<size_t>(index)]);
    globals[kChosenKind + kKindOfPiece[static_cast<size_t>(index)]] = 1.0f;
  }
}

int Punct::PolicyIndex(const View&, Action action) const {
  const int plane = board_.width() * board_.width();
  if (action < kKinds) {
    return (kDirections + 1) * plane + action;
  }
  if (action < FirstWhere()) {
    return kDirections * plane + board_.CellOf(board_.SpotOf(action - kKinds));
  }
  return RotationOfWhere(action) * plane + board_.CellOf(SpotOfWhere(action));
}

}  // namespace kvintet::envs::punct
