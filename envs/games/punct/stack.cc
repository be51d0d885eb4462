// Lifted, Rebuild, MarkMovable: compute the surface from the pieces.
#include "envs/games/punct/stack.h"

#include <algorithm>
#include <span>

namespace kvintet::envs::punct {
namespace {

// A dot that becomes topmost when the dot above it is removed.
struct Uncovered {
  int height = 0;
  int colour = kWhite;
};

// The topmost dots below `level` on three spots.
std::array<Uncovered, 3> DotsBelow(const Board& board, const Position& position, int level,
                                   const std::array<int, 3>& spots) {
  std::array<Uncovered, 3> found;
  for (int colour = 0; colour < 2; ++colour) {
    const Side& side = position.pieces[static_cast<size_t>(colour)];
    for (int i = 0; i < kMaxPieces; ++i) {
      const Piece& piece = side[static_cast<size_t>(i)];
      if (piece.spot == kNoSpot || piece.level >= level) {
        continue;
      }
      const std::array<int, 3> dots = DotsOf(board, i, piece);
      for (size_t k = 0; k < spots.size(); ++k) {
        const bool covers = std::ranges::find(dots, spots[k]) != dots.end();
        const bool higher = covers && piece.level + 1 > found[k].height;
        found[k] = higher ? Uncovered{piece.level + 1, colour} : found[k];
      }
    }
  }
  return found;
}

bool ComesBefore(const Piece& a, const Piece& b) {
  return a.spot != b.spot ? a.spot < b.spot : a.level < b.level;
}

}  // namespace

Surface Lifted(const Board& board, const Position& position, int colour, int index) {
  const Piece& piece = position.pieces[static_cast<size_t>(colour)][static_cast<size_t>(index)];
  const std::array<int, 3> dots = DotsOf(board, index, piece);
  Lanes kept = ~(LanesOf(dots[0]) | LanesOf(dots[1]) | LanesOf(dots[2]));
  Surface surface = position.surface;
  for (Spots& digit : surface.height) {
    Store(Load(digit) & kept, &digit);
  }
  Spots& own = surface.top[static_cast<size_t>(colour)];
  Store(Load(own) & kept, &own);
  if (piece.level == 0) {
    return surface;
  }
  const std::array<Uncovered, 3> below = DotsBelow(board, position, piece.level, dots);
  for (size_t k = 0; k < dots.size(); ++k) {
    if (below[k].height > 0) {
      surface.top[static_cast<size_t>(below[k].colour)].Add(dots[k]);
    }
    for (size_t digit = 0; digit < kHeightDigits; ++digit) {
      if ((below[k].height >> digit & 1) != 0) {
        surface.height[digit].Add(dots[k]);
      }
    }
  }
  return surface;
}

void Cover(const std::array<int, 3>& dots, int colour, int level, Surface* surface) {
  const Lanes spots = LanesOf(dots[0]) | LanesOf(dots[1]) | LanesOf(dots[2]);
  Spots& own = surface->top[static_cast<size_t>(colour)];
  Spots& other = surface->top[static_cast<size_t>(1 - colour)];
  Store(Load(own) | spots, &own);
  Store(Load(other) & ~spots, &other);
  for (size_t digit = 0; digit < kHeightDigits; ++digit) {
    Spots& height = surface->height[digit];
    const bool one = ((level + 1) >> digit & 1) != 0;
    Store(one ? Load(height) | spots : Load(height) & ~spots, &height);
  }
}

int LevelAt(const Board& board, const Surface& surface, int colour, int kind, int spot,
            int rotation) {
  const PieceShape& shape = kShapes[static_cast<size_t>(kind)];
  const std::array<int, 3> dots = board.Dots(kind, spot, rotation);
  std::array<int, 3> heights;
  for (size_t k = 0; k < dots.size(); ++k) {
    heights[k] = HeightAt(surface, dots[k]);
  }
  // The second minor dot is an end of every kind of piece.
  const int level = heights[2];
  const auto lies = [level](int height, bool middle) {
    return middle ? height <= level : height == level;
  };
  const bool stable =
      lies(heights[0], shape.punct_in_middle) && lies(heights[1], shape.first_in_middle);
  const bool own = level == 0 || surface.top[static_cast<size_t>(colour)].Has(spot);
  return stable && own ? level : -1;
}

void Replace(int kind, const Piece& gone, const Piece& piece, Side* side) {
  const auto first = static_cast<size_t>(kFirstOfKind[static_cast<size_t>(kind)]);
  const auto count = static_cast<size_t>(kMaxOfKind[static_cast<size_t>(kind)]);
  const std::span<Piece> kin = std::span(*side).subspan(first, count);
  *std::ranges::find(kin, gone) = piece;
  // Insertion sort: only one piece is out of place.
  for (size_t i = 1; i < count; ++i) {
    for (size_t k = i; k > 0 && ComesBefore(kin[k], kin[k - 1]); --k) {
      std::swap(kin[k], kin[k - 1]);
    }
  }
}

void MarkMovable(const Board& board, Position* p) {
  for (Side& side : p->pieces) {
    for (int i = 0; i < kMaxPieces; ++i) {
      Piece& piece = side[static_cast<size_t>(i)];
      if (piece.spot == kNoSpot) {
        continue;
      }
      const std::array<int, 3> dots = DotsOf(board, i, piece);
      piece.movable = std::ranges::all_of(
          dots, [&](int dot) { return HeightAt(p->surface, dot) == piece.level + 1; });
    }
  }
}

void Rebuild(const Board& board, Position* p) {
  p->surface = {};
  const int highest = HighestLevel(*p);
  for (int level = 0; level <= highest; ++level) {
    ForEachPieceAt(*p, level, [&](size_t colour, int i, const Piece& piece) {
      Cover(DotsOf(board, i, piece), static_cast<int>(colour), level, &p->surface);
    });
  }
  MarkMovable(board, p);
}

int MovablePieceAt(const Position& p, int spot) {
  // Branch-free, since which piece it is cannot be predicted.
  const Side& side = p.pieces[p.to_move];
  int index = -1;
  for (int i = 0; i < kMaxPieces; ++i) {
    const Piece& piece = side[static_cast<size_t>(i)];
    const bool found = static_cast<int>(piece.spot == spot) & piece.movable;
    index = found ? i : index;
  }
  return index;
}

}  // namespace kvintet::envs::punct
