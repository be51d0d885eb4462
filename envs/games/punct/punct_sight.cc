// Punct: what a network sees of a view.
#include <algorithm>
#include <array>

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

// The planes of one view while they are written.
class Sight {
 public:
  Sight(const Board& board, std::span<uint8_t> planes)
      : board_(board),
        planes_(planes.data()),
        size_(static_cast<size_t>(board.width()) * static_cast<size_t>(board.width())) {
    std::ranges::fill(planes, uint8_t{0});
  }

  // `side` is 0 for the own pieces, 1 for the other's. Higher pieces come first.
  void AddPiece(size_t side, int index, const Piece& piece) {
    const int kind = kKindOfPiece[static_cast<size_t>(index)];
    const auto punct = static_cast<size_t>(board_.CellOf(piece.spot));
    AddDot(side, piece, punct, 0);
    AddDot(side, piece, punct, board_.CellOffset(kind, piece.rotation, 0));
    AddDot(side, piece, punct, board_.CellOffset(kind, piece.rotation, 1));
    const auto depth = static_cast<uint8_t>(1 << std::min(depth_[punct] - 1, 3));
    const int first = kShapes[static_cast<size_t>(kind)].first + piece.rotation;
    At(kMovablePlanes + side, punct) |= piece.movable;
    At(kKindPlanes + static_cast<size_t>(kind), punct) |= depth;
    At(kDirectionPlanes + static_cast<size_t>(first % kDirections), punct) |= depth;
  }

  void Add(size_t plane, const Spots& spots) {
    spots.ForEach([&](int spot) { At(plane, static_cast<size_t>(board_.CellOf(spot))) = 1; });
  }

  void AddChosen(int index, const Piece& piece) {
    for (const int dot : DotsOf(board_, index, piece)) {
      At(kChosenPlane, static_cast<size_t>(board_.CellOf(dot))) = dot == piece.spot ? 2 : 1;
    }
  }

 private:
  uint8_t& At(size_t plane, size_t cell) { return planes_[plane * size_ + cell]; }

  void AddDot(size_t side, const Piece& piece, size_t punct, int offset) {
    const size_t cell = punct + static_cast<size_t>(offset);
    const uint8_t above = depth_[cell]++;
    if (above == 0) {
      At(kTopPlanes + side, cell) = 1;
      At(kHeightPlane, cell) = static_cast<uint8_t>(piece.level + 1);
    } else {
      At(kCoveredPlanes + side, cell) |= static_cast<uint8_t>(1 << std::min(above - 1, 2));
    }
  }

  const Board& board_;
  uint8_t* const planes_;
  const size_t size_;
  // Dots met so far, by cell.
  std::array<uint8_t, kMaxWidth* kMaxWidth> depth_ = {};
};

}  // namespace

void Punct::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const Position& p = view.position;
  const size_t own = view.seat == Seat::k1 ? kBlack : kWhite;
  Sight sight(board_, planes);
  sight.Add(kBoardPlane, board_.All());
  sight.Add(kCentrePlane, board_.Centre());
  for (int level = (1 << DigitsOf(p.surface)) - 1; level >= 0; --level) {
    for (size_t side = 0; side < 2; ++side) {
      for (int i = 0; i < kMaxPieces; ++i) {
        const Piece& piece = p.pieces[own ^ side][static_cast<size_t>(i)];
        if (piece.spot != kNoSpot && piece.level == level) {
          sight.AddPiece(side, i, piece);
        }
      }
    }
  }
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
