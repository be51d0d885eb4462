// ConnectFour::Derive: free cells that make fours and threes (CF2), as network input.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "envs/games/connect_four/bitboard.h"
#include "envs/games/connect_four/connect_four.h"

namespace kvintet::envs::connect_four {
namespace {

constexpr int kFour = 4;

// All lines of four cells on the board.
struct Lines {
  std::array<uint64_t, 69> cells = {};
  size_t count = 0;

  constexpr Lines() {
    for (int column = 0; column < kColumns; ++column) {
      for (int row = 0; row < kRows; ++row) {
        Add(column, row, 0, 1);
        Add(column, row, 1, 0);
        Add(column, row, 1, 1);
        Add(column, row, 1, -1);
      }
    }
  }

  constexpr void Add(int column, int row, int across, int up) {
    const int last_column = column + (kFour - 1) * across;
    const int last_row = row + (kFour - 1) * up;
    if (last_column >= kColumns || last_row < 0 || last_row >= kRows) {
      return;
    }
    for (int i = 0; i < kFour; ++i) {
      cells[count] |= uint64_t{1} << (kStride * (column + i * across) + row + i * up);
    }
    ++count;
  }
};

constexpr Lines kLines;
static_assert(kLines.count == kLines.cells.size());

// Counts a line of which the seat has `taken` cells, and of which `free` are free, in the planes of
// fours and threes.
void CountLine(int taken, uint64_t free, std::span<uint8_t> fours, std::span<uint8_t> threes) {
  for (; free != 0; free &= free - 1) {
    const size_t place = PlaceOf(std::countr_zero(free));
    if (taken == kFour - 1) {
      fours[place] = 1;
    } else if (taken == kFour - 2) {
      ++threes[place];
    }
  }
}

}  // namespace

// Two planes for the own discs, then two for the other's: 1 where a disc makes a four; the number
// of lines of four cells without an opposing disc in which a disc makes a three. Then a plane
// of moves (forcing.cc), and two of turns.
void ConnectFour::Derive(const View& view, std::span<uint8_t> planes) const {
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  for (size_t side = 0; side < kNumSeats; ++side) {
    const uint64_t discs = view.position.discs[own ^ side];
    const uint64_t others = view.position.discs[1 - (own ^ side)];
    const std::span<uint8_t> fours = planes.subspan(2 * side * kCells, kCells);
    const std::span<uint8_t> threes = planes.subspan((2 * side + 1) * kCells, kCells);
    for (const uint64_t line : kLines.cells) {
      if ((line & others) == 0) {
        CountLine(std::popcount(line & discs), line & ~discs, fours, threes);
      }
    }
  }
  if (planes.size() > 4 * kCells) {
    DeriveForcing(view, planes.subspan(4 * kCells, kCells));
    DeriveTurns(view, planes.subspan(5 * kCells));
  }
}

// Two planes of free cells: 1 where the own disc lands if from now on each disc is answered in its
// column, which decides most endings (Allis: "A knowledge-based approach of Connect-Four", 1988);
// and the number of free cells below, plus one.
void ConnectFour::DeriveTurns(const View& view, std::span<uint8_t> planes) const {
  const uint64_t taken = view.position.discs[0] | view.position.discs[1];
  const int own_parity = view.seat == Seat::k1 ? 1 : 0;
  for (int column = 0; column < kColumns; ++column) {
    const int height = Height(taken, column);
    for (int row = height; row < kRows; ++row) {
      const auto place = static_cast<size_t>(row * kColumns + column);
      planes[place] = row % 2 == own_parity ? 1 : 0;
      planes[kCells + place] = static_cast<uint8_t>(row - height + 1);
    }
  }
}

}  // namespace kvintet::envs::connect_four
