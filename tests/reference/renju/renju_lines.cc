// Renju lines: rows, fours, threes and the exact forbidden test on a board of 225 characters.
#include "tests/reference/renju/renju_lines.h"

#include <array>

namespace kvintet::reference::renju {
namespace {

struct Direction {
  int column;
  int row;
};

constexpr std::array<Direction, 4> kDirections = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

// A solid row of points in one direction.
struct Row {
  Point first;
  int length = 0;
};

Point Step(Point from, Direction direction, int steps) {
  return {from.column + direction.column * steps, from.row + direction.row * steps};
}

// The solid row of `colour` through `point`, as if a stone of that colour were there.
Row RowThrough(const std::string& board, Point point, Direction direction, char colour) {
  int before = 0;
  while (At(board, Step(point, direction, -before - 1)) == colour) ++before;
  int after = 0;
  while (At(board, Step(point, direction, after + 1)) == colour) ++after;
  return {Step(point, direction, -before), before + 1 + after};
}

Stones StonesOf(Row row, Direction direction) {
  Stones stones;
  for (int i = 0; i < row.length; ++i) stones.push_back(Step(row.first, direction, i));
  return stones;
}

bool Contains(Row row, Direction direction, Point point) {
  for (int i = 0; i < row.length; ++i) {
    if (Step(row.first, direction, i) == point) return true;
  }
  return false;
}

// The stones of `row` without the one on `added`, ascending.
Stones StonesWithout(Row row, Direction direction, Point added) {
  std::set<Point> stones;
  for (const Point stone : StonesOf(row, direction)) {
    if (stone != added) stones.insert(stone);
  }
  return {stones.begin(), stones.end()};
}

// Whether two more black stones lie within four steps of the one on `point`, as they do in every
// four or three that contains it.
bool HasCompany(const std::string& board, Point point, Direction direction) {
  int company = 0;
  for (int steps = 1; steps <= 4; ++steps) {
    if (At(board, Step(point, direction, -steps)) == 'X') ++company;
    if (At(board, Step(point, direction, steps)) == 'X') ++company;
  }
  return company >= 2;
}

// Whether a stone on `end` would make exactly five in this direction.
bool GivesFive(const std::string& board, Point end, Direction direction) {
  return At(board, end) == '.' && RowThrough(board, end, direction, 'X').length == 5;
}

std::string WithBlack(std::string board, Point point) {
  board[static_cast<std::size_t>(Index(point))] = 'X';
  return board;
}

// Whether a black stone on the free point `added` would make a straight four that also contains the
// stone on `point`; stores the four in `four`.
bool GivesStraightFour(const std::string& board, Point added, Point point, Direction direction,
                       Row* four) {
  *four = RowThrough(board, added, direction, 'X');
  if (four->length != 4 || !Contains(*four, direction, point)) return false;
  const std::string after = WithBlack(board, added);
  return GivesFive(after, Step(four->first, direction, -1), direction) &&
         GivesFive(after, Step(four->first, direction, 4), direction);
}

}  // namespace

bool OnBoard(Point point) {
  return point.column >= 0 && point.column < kSize && point.row >= 0 && point.row < kSize;
}

int Index(Point point) { return kSize * point.row + point.column; }

Point PointAt(int index) { return {index % kSize, index / kSize}; }

std::string PointName(Point point) {
  return static_cast<char>('a' + point.column) + std::to_string(point.row + 1);
}

Point ParsePoint(const std::string& name) {
  if (name.empty()) return {-1, -1};
  for (int row = 0; row < kSize; ++row) {
    const Point point = {name[0] - 'a', row};
    if (OnBoard(point) && PointName(point) == name) return point;
  }
  return {-1, -1};
}

char At(const std::string& board, Point point) {
  return OnBoard(point) ? board[static_cast<std::size_t>(Index(point))] : '#';
}

bool MakesFive(const std::string& board, Point point) {
  for (const Direction direction : kDirections) {
    if (RowThrough(board, point, direction, At(board, point)).length == 5) return true;
  }
  return false;
}

bool MakesOverline(const std::string& board, Point point) {
  for (const Direction direction : kDirections) {
    if (RowThrough(board, point, direction, At(board, point)).length >= 6) return true;
  }
  return false;
}

std::set<Stones> Fours(const std::string& board, Point point) {
  std::set<Stones> fours;
  for (const Direction direction : kDirections) {
    if (!HasCompany(board, point, direction)) continue;
    for (int steps = -4; steps <= 4; ++steps) {
      const Point added = Step(point, direction, steps);
      if (!GivesFive(board, added, direction)) continue;
      const Row five = RowThrough(board, added, direction, 'X');
      if (!Contains(five, direction, point)) continue;
      fours.insert(StonesWithout(five, direction, added));
    }
  }
  return fours;
}

std::set<Stones> Threes(const std::string& board, Point point) {
  std::set<Stones> threes;
  for (const Direction direction : kDirections) {
    if (!HasCompany(board, point, direction)) continue;
    for (int steps = -3; steps <= 3; ++steps) {
      const Point added = Step(point, direction, steps);
      Row four;
      if (At(board, added) != '.') continue;
      if (!GivesStraightFour(board, added, point, direction, &four)) continue;
      const std::string after = WithBlack(board, added);
      if (MakesFive(after, added) || WasForbidden(after, added)) continue;
      threes.insert(StonesWithout(four, direction, added));
    }
  }
  return threes;
}

bool WasForbidden(const std::string& board, Point point) {
  if (MakesFive(board, point)) return false;
  if (MakesOverline(board, point)) return true;
  if (Fours(board, point).size() >= 2) return true;
  return Threes(board, point).size() >= 2;
}

bool IsForbidden(const std::string& board, Point point) {
  return WasForbidden(WithBlack(board, point), point);
}

}  // namespace kvintet::reference::renju
