// Renju lines: rows, fours, threes and the exact forbidden test on a board of 225 characters.
//
// A board is a string of 225 characters, `X` (Black), `O` (White) or `.`; the character at
// 15 * row + column is the point of that column and row, row 0 = rank `1`, column 0 = `a`.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <vector>

namespace kvintet::reference::renju {

inline constexpr int kSize = 15;

// A point of the infinite lattice, possibly outside the board.
struct Point {
  int column = 0;
  int row = 0;
  // The linter takes the 0 inside a defaulted comparison for a pointer.
  // NOLINTNEXTLINE(modernize-use-nullptr)
  auto operator<=>(const Point&) const = default;
};

// Stones, real or hypothetical, in ascending order.
using Stones = std::vector<Point>;

bool OnBoard(Point point);
// REQUIRES: OnBoard(point).
int Index(Point point);
Point PointAt(int index);

// `h8` and back; ParsePoint returns a point outside the board for text that is not a point's name.
std::string PointName(Point point);
Point ParsePoint(const std::string& name);

// What is on a point: `X`, `O`, `.`, or `#` outside the board.
char At(const std::string& board, Point point);

// These consider the solid rows through `point` of its stone's colour. REQUIRES: a stone is on
// `point`.
bool MakesFive(const std::string& board, Point point);      // some row is exactly five
bool MakesOverline(const std::string& board, Point point);  // some row is six or more

// The black fours and threes that contain the stone on `point`, each as its stones. A three counts
// only if a move that is not forbidden turns it into a straight four without making a five.
// REQUIRES: a black stone is on `point`.
std::set<Stones> Fours(const std::string& board, Point point);
std::set<Stones> Threes(const std::string& board, Point point);

// Whether the black stone just put on `point` was forbidden. REQUIRES: it is on the board.
bool WasForbidden(const std::string& board, Point point);

// Whether Black may not play on the free point `point`.
bool IsForbidden(const std::string& board, Point point);

}  // namespace kvintet::reference::renju
