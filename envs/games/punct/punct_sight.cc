// Punct: the observation of a view.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

// Plane numbers; see README.md.
enum Plane : size_t {
  kBoardPlane,
  kCentrePlane,
  kTopPlanes,
  kHeightPlane = kTopPlanes + 2,
  kCoveredPlanes,
  kMovablePlane = kCoveredPlanes + 2,
  kKindPlanes,
  kDirectionPlanes = kKindPlanes + kKinds,
  kChosenPlane = kDirectionPlanes + kDirections,
  kNumPlanes
};

// Global numbers.
enum Global : size_t {
  kOwnTurn,
  kWhere,
  kSecondOccurrence,
  kCentreDots,
  kSupplies = kCentreDots + 2,
  kChosenKind = kSupplies + size_t{2} * kKinds
};

// The pieces of both sides, as bits of their indices in Position::pieces.
struct PieceSets {
  uint64_t movable = 0;
  uint64_t blocked = 0;
  uint64_t high = 0;  // above level 0
};

// Branch-free, since whether a piece is on the board is unpredictable.
PieceSets SetsOf(const Position& p) {
  const auto* pieces = &p.pieces[0][0];
  PieceSets sets;
  for (size_t i = 0; i < size_t{2} * kMaxPieces; ++i) {
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

// Writes the planes of one view.
class Sight {
 public:
  // `own` is the colour of the view's seat.
  Sight(const Board& board, const Position& position, size_t own, uint8_t* planes)
      : board_(board),
        pieces_(&position.pieces[0][0]),
        own_(own),
        size_(static_cast<size_t>(board.width()) * static_cast<size_t>(board.width())),
        planes_(planes),
        height_(planes + kHeightPlane * size_),
        movable_(planes + kMovablePlane * size_),
        kinds_(planes + kKindPlanes * size_) {
    std::memcpy(planes, board.FixedPlanes().data(), 2 * size_);
    std::memset(planes + kTopPlanes * size_, 0, (kNumPlanes - kTopPlanes) * size_);
  }

  void AddPieces(const PieceSets& sets) {
    ForEachBit(sets.movable, [this](size_t i) { AddMovable(i); });
    ForEachBit(sets.blocked, [&](size_t i) { AddBlocked(i, sets.high); });
  }

  void AddChosen(int index, const Piece& piece) {
    for (const int dot : DotsOf(board_, index, piece)) {
      Plane(kChosenPlane)[board_.CellOf(dot)] = dot == piece.spot ? 2 : 1;
    }
  }

 private:
  uint8_t* Plane(size_t plane) { return planes_ + plane * size_; }
  static int KindOf(size_t i) { return kKindOfPiece[i % kMaxPieces]; }
  const Footprint& FootprintOf(size_t i) const {
    return board_.FootprintOf(KindOf(i), pieces_[i].rotation);
  }

  // Plane `first` for an own piece, the next plane for one of the other side.
  uint8_t* PlaneOf(size_t first, size_t i) {
    return Plane(first + (static_cast<size_t>(i >= kMaxPieces) ^ own_));
  }

  // Marks a piece whose dots are all topmost.
  void AddMovable(size_t i) {
    uint8_t* const top = PlaneOf(kTopPlanes, i);
    const Footprint& print = FootprintOf(i);
    const int cell = board_.CellOf(pieces_[i].spot);
    const auto height = static_cast<uint8_t>(pieces_[i].level + 1);
    for (const int dot : {cell, cell + print.cells[0], cell + print.cells[1]}) {
      top[dot] = 1;
      height_[dot] = height;
    }
    movable_[cell] = 1;
    AddPunct(print, cell, 1);
  }

  void AddBlocked(size_t i, uint64_t high) {
    uint8_t* const top = PlaneOf(kTopPlanes, i);
    uint8_t* const covered = PlaneOf(kCoveredPlanes, i);
    const Footprint& print = FootprintOf(i);
    const int cell = board_.CellOf(pieces_[i].spot);
    const std::array<int, 3> dots = {cell, cell + print.cells[0], cell + print.cells[1]};
    const std::array<int, 3> over = DotsOver(high, pieces_[i].level, dots);
    for (size_t k = 0; k < dots.size(); ++k) {
      if (over[k] == 0) {
        top[dots[k]] = 1;
        height_[dots[k]] = static_cast<uint8_t>(pieces_[i].level + 1);
      } else {
        covered[dots[k]] |= static_cast<uint8_t>(1 << std::min(over[k] - 1, 2));
      }
    }
    AddPunct(print, cell, static_cast<uint8_t>(1 << std::min(over[0], 3)));
  }

  // The number of dots above each dot of a piece at this level.
  std::array<int, 3> DotsOver(uint64_t high, int level, const std::array<int, 3>& dots) const {
    std::array<int, 3> over = {};
    ForEachBit(high, [&](size_t i) {
      const Footprint& print = FootprintOf(i);
      const int cell = board_.CellOf(pieces_[i].spot);
      for (const int dot : {cell, cell + print.cells[0], cell + print.cells[1]}) {
        for (size_t k = 0; k < dots.size(); ++k) {
          over[k] += static_cast<int>(pieces_[i].level > level) & static_cast<int>(dots[k] == dot);
        }
      }
    });
    return over;
  }

  // The kind of a piece, and the directions in which minor dots lie beside its PÜNCT.
  void AddPunct(const Footprint& print, int cell, uint8_t depth) {
    kinds_[print.kind_plane + cell] |= depth;
    kinds_[print.beside_planes[0] + cell] |= depth;
    kinds_[print.beside_planes[1] + cell] |= depth;
  }

  const Board& board_;
  const Piece* const pieces_;
  const size_t own_;
  const size_t size_;
  uint8_t* const planes_;
  uint8_t* const height_;
  uint8_t* const movable_;
  uint8_t* const kinds_;  // followed by the planes of minor dots beside PÜNCTs
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

void Punct::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const size_t own = view.seat == Seat::k1 ? kBlack : kWhite;
  for (size_t side = 0; side < 2; ++side) {
    end.surface.top[own ^ side].ForEach(
        [&](int spot) { cells[static_cast<size_t>(board_.CellOf(spot))] = side == 0 ? 1 : -1; });
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
