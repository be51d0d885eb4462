// Board: see the header.
#include "tests/reference/punct/punct_board.h"

#include <array>
#include <cstdlib>

namespace kvintet::reference::punct {
namespace {

// The signed distance of a space from the middle across each of the three pairs of sides.
std::array<int, 3> Offsets(Space space) { return {space.x, space.y, space.x - space.y}; }

}  // namespace

Space operator+(Space one, Space other) { return {one.x + other.x, one.y + other.y}; }

bool OnBoard(const Board& board, Space space) {
  int num_outermost = 0;
  for (const int offset : Offsets(space)) {
    if (std::abs(offset) > board.radius) return false;
    if (std::abs(offset) == board.radius) ++num_outermost;
  }
  return num_outermost < 2;
}

bool InCentre(const Board& board, Space space) {
  for (const int offset : Offsets(space)) {
    if (std::abs(offset) > board.centre_radius) return false;
  }
  return true;
}

Spaces AllSpaces(const Board& board) {
  Spaces spaces;
  for (int x = -board.radius; x <= board.radius; ++x) {
    for (int y = -board.radius; y <= board.radius; ++y) {
      if (OnBoard(board, {x, y})) spaces.push_back({x, y});
    }
  }
  return spaces;
}

Space Direction(int number) {
  const std::array<Space, 6> directions = {{{0, -1}, {-1, -1}, {-1, 0}, {0, 1}, {1, 1}, {1, 0}}};
  return directions[static_cast<std::size_t>(number % 6)];
}

std::vector<std::pair<Spaces, Spaces>> OppositeSides(const Board& board) {
  std::vector<std::pair<Spaces, Spaces>> pairs(3);
  for (const Space space : AllSpaces(board)) {
    const std::array<int, 3> offsets = Offsets(space);
    for (std::size_t pair = 0; pair < 3; ++pair) {
      if (offsets[pair] == -board.radius) pairs[pair].first.push_back(space);
      if (offsets[pair] == board.radius) pairs[pair].second.push_back(space);
    }
  }
  return pairs;
}

std::string SpaceName(const Board& board, Space space) {
  const char letter = static_cast<char>('A' + space.x + board.radius);
  return letter + std::to_string(space.y + board.radius + 1);
}

std::optional<Space> ParseSpace(const Board& board, const std::string& name) {
  for (const Space space : AllSpaces(board)) {
    if (SpaceName(board, space) == name) return space;
  }
  return std::nullopt;
}

}  // namespace kvintet::reference::punct
