// Window: see the header.
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {
namespace {

constexpr int Floor(int a, int n) { return a >= 0 ? a / n : -((-a + n - 1) / n); }

// Square of the distance in the plane.
constexpr int SquareOf(Cell cell) { return cell.q * cell.q + cell.q * cell.r + cell.r * cell.r; }

// Of two cells as near: the one nearer to 0,0, or else the one clockwise of the other.
constexpr bool Precedes(Cell a, Cell b) {
  const int distance = SquareOf(a) - SquareOf(b);
  return distance < 0 || (distance == 0 && a.q * b.r - a.r * b.q > 0);
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

}  // namespace kvintet::envs::tantrix
