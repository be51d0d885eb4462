// Window: the centre of the tiles and planes of cells.
#include "envs/games/tantrix/window.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace kvintet::envs::tantrix {
namespace {

constexpr int Floor(int a, int n) { return a >= 0 ? a / n : -((-a + n - 1) / n); }

// The square of the distance in the plane.
constexpr int SquareOf(Cell cell) { return cell.q * cell.q + cell.q * cell.r + cell.r * cell.r; }

// Which of two equally near cells counts: the one nearer to 0,0, otherwise the one clockwise of the
// other.
constexpr bool Precedes(Cell a, Cell b) {
  const int distance = SquareOf(a) - SquareOf(b);
  return distance < 0 || (distance == 0 && a.q * b.r - a.r * b.q > 0);
}

// Expands eight bits to eight bytes.
uint64_t BytesOf(uint64_t bits) {
  constexpr uint64_t kLowest = 0x0101010101010101;
#ifdef __BMI2__
  return _pdep_u64(bits, kLowest);
#else
  return ((bits & 0xFF) * kLowest & 0x8040201008040201) + 0x7F7F7F7F7F7F7F7F >> 7 & kLowest;
#endif
}

}  // namespace

Cell CentreOf(const Table& table) {
  const int n = table.num_tiles;
  if (n == 0) {
    return {};
  }
  const Cell corner = {Floor(table.sums[0], n), Floor(table.sums[1], n)};
  Cell best = corner;
  int least = -1;
  for (const Cell step : {Cell{0, 0}, Cell{1, 0}, Cell{0, 1}, Cell{1, 1}}) {
    const Cell cell = {corner.q + step.q, corner.r + step.r};
    const int square = SquareOf({n * cell.q - table.sums[0], n * cell.r - table.sums[1]});
    if (least < 0 || square < least || (square == least && Precedes(cell, best))) {
      best = cell;
      least = square;
    }
  }
  return best;
}

void Window::Show(const Outline& outline, std::span<const CellRows* const> sets,
                  uint8_t* planes) const {
  const Cell origin = outline.Origin();
  const int first_row = std::max(0, origin.r - centre_.r + radius_);
  const int end_row = std::min(Side(), origin.r + outline.NumRows() - centre_.r + radius_);
  // The bit of the window's first column in a row of the outline; may be negative.
  const int shift = centre_.q - radius_ - origin.q;
  for (int row = first_row; row < end_row; ++row) {
    const auto from = static_cast<size_t>(centre_.r - radius_ + row - origin.r);
    const int first = std::max(0, radius_ - row);
    const int end = std::min(Side(), 3 * radius_ + 1 - row);
    const uint64_t hexagon = (uint64_t{1} << end) - (uint64_t{1} << first);
    uint8_t* to = planes + ptrdiff_t{row} * Side();
    for (const CellRows* const set : sets) {
      const uint64_t bits = (*set)[from];
      const uint64_t seen = (shift >= 0 ? bits >> shift : bits << -shift) & hexagon;
      // The last eight columns may overlap the ones before.
      for (int column = 0; column < Side(); column += 8) {
        const int at = std::min(column, Side() - 8);
        const uint64_t bytes = BytesOf(seen >> at & 0xFF);
        std::memcpy(to + at, &bytes, sizeof(bytes));
      }
      to += ptrdiff_t{Side()} * Side();
    }
  }
}

}  // namespace kvintet::envs::tantrix
