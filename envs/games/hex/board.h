// Board: the cells of a Hex board of one size, their neighbours and the four edges.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "envs/games/hex/cells.h"

namespace kvintet::envs::hex {

// A side; also used as an index.
enum Colour : uint8_t { kRed = 0, kBlue = 1 };

// The two edges that a side connects: Red's are the first and the last row, Blue's the first and
// the last column.
enum Edge : uint8_t { kLow = 0, kHigh = 1 };

// Immutable: any number of threads may use it at once.
class Board {
 public:
  explicit Board(int size);

  int Size() const { return size_; }
  int NumCells() const { return size_ * size_; }
  const Cells& All() const { return all_; }
  const Cells& EdgeCells(Colour colour, Edge edge) const { return edges_[colour][edge]; }
  // The two to six neighbours of a cell.
  const std::vector<int16_t>& Neighbours(int cell) const {
    return neighbours_[static_cast<size_t>(cell)];
  }
  // All cells beside at least one cell of the set.
  Cells Beside(const Cells& cells) const;
  // The cell after exchanging columns and rows, and after a half turn.
  int Transposed(int cell) const { return cell % size_ * size_ + cell / size_; }
  int Turned(int cell) const { return NumCells() - 1 - cell; }

  // The number of stones that each side still needs for a connection through a cell, if the other
  // side passes: for each of `own` and the cells outside `other`; kBlocked elsewhere.
  static constexpr int kBlocked = 2 * kMaxCells;
  using Lengths = std::array<uint16_t, kMaxCells>;
  Lengths LengthsThrough(Colour colour, const Cells& own, const Cells& other) const;

 private:
  // The number of stones needed to connect each cell with an edge, the cell included.
  Lengths LengthsFrom(const Cells& edge, const Cells& own, const Cells& other) const;

  int size_;
  Cells all_ = {};
  std::array<std::array<Cells, 2>, 2> edges_ = {};
  std::vector<std::vector<int16_t>> neighbours_;
};

}  // namespace kvintet::envs::hex
