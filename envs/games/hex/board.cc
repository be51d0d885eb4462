// Board: see the header.
#include "envs/games/hex/board.h"

#include <algorithm>
#include <utility>

namespace kvintet::envs::hex {
namespace {

// X1: columns and rows to the six neighbours.
constexpr std::array<std::pair<int, int>, 6> kSteps = {
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}}};

}  // namespace

Board::Board(int size) : size_(size) {
  for (int cell = 0; cell < NumCells(); ++cell) {
    const int column = cell % size;
    const int row = cell / size;
    all_.Add(cell);
    std::vector<int16_t> beside;
    for (const auto& [right, up] : kSteps) {
      const int to_column = column + right;
      const int to_row = row + up;
      if (to_column >= 0 && to_column < size && to_row >= 0 && to_row < size) {
        beside.push_back(static_cast<int16_t>(to_column + size * to_row));
      }
    }
    neighbours_.push_back(std::move(beside));
  }
  for (int i = 0; i < size; ++i) {
    edges_[kRed][kLow].Add(i);
    edges_[kRed][kHigh].Add(size * (size - 1) + i);
    edges_[kBlue][kLow].Add(size * i);
    edges_[kBlue][kHigh].Add(size * i + size - 1);
  }
}

Cells Board::Beside(const Cells& cells) const {
  Cells beside = {};
  cells.ForEach([&](int cell) {
    for (const int16_t neighbour : Neighbours(cell)) {
      beside.Add(neighbour);
    }
  });
  return beside;
}

// Breadth first, by number of stones. A cell of `own` costs nothing, so it joins the present front.
Board::Lengths Board::LengthsFrom(const Cells& edge, const Cells& own, const Cells& other) const {
  Lengths lengths;
  lengths.fill(kBlocked);
  std::vector<int16_t> front;
  std::vector<int16_t> next;
  const auto reach = [&](int cell, int stones) {
    const int length = stones + (own.Has(cell) ? 0 : 1);
    if (other.Has(cell) || length >= lengths[static_cast<size_t>(cell)]) {
      return;
    }
    lengths[static_cast<size_t>(cell)] = static_cast<uint16_t>(length);
    (length == stones ? front : next).push_back(static_cast<int16_t>(cell));
  };
  edge.ForEach([&](int cell) { reach(cell, 0); });
  for (int stones = 0; !front.empty() || !next.empty(); ++stones) {
    while (!front.empty()) {
      const int16_t cell = front.back();
      front.pop_back();
      for (const int16_t neighbour : Neighbours(cell)) {
        reach(neighbour, stones);
      }
    }
    std::swap(front, next);
  }
  return lengths;
}

Board::Lengths Board::LengthsThrough(Colour colour, const Cells& own, const Cells& other) const {
  const Lengths low = LengthsFrom(EdgeCells(colour, kLow), own, other);
  const Lengths high = LengthsFrom(EdgeCells(colour, kHigh), own, other);
  Lengths through;
  through.fill(kBlocked);
  (all_ - other).ForEach([&](int cell) {
    const auto at = static_cast<size_t>(cell);
    // The cell itself is in both.
    const int length = low[at] + high[at] - (own.Has(cell) ? 0 : 1);
    through[at] = static_cast<uint16_t>(std::min(length, kBlocked));
  });
  return through;
}

}  // namespace kvintet::envs::hex
