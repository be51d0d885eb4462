// Piece: see the header.
#include "tests/reference/punct/punct_piece.h"

#include <algorithm>

namespace kvintet::reference::punct {
namespace {

// The directions from the PÜNCT to a minor dot, step by step.
using Way = std::vector<int>;

// P2: the ways to the two minor dots at rotation 0.
std::array<Way, 2> WaysOf(char kind) {
  switch (kind) {
    case 'T':
      return {Way{0}, Way{1}};
    case 'C':
      return {Way{0}, Way{3}};
    case 'E':
      return {Way{0}, Way{0, 0}};
    case 'L':
      return {Way{0}, Way{0, 1}};
    case 'M':
      return {Way{0}, Way{2}};
    default:
      return {Way{4}, Way{4, 3}};
  }
}

}  // namespace

std::array<Space, 3> DotsOf(const Placement& placement) {
  std::array<Space, 3> dots = {placement.punct, placement.punct, placement.punct};
  const std::array<Way, 2> ways = WaysOf(placement.kind);
  for (std::size_t minor = 0; minor < 2; ++minor) {
    for (const int direction : ways[minor]) {
      dots[minor + 1] = dots[minor + 1] + Direction(direction + placement.rotation);
    }
  }
  return dots;
}

std::vector<int> DistinctRotations(char kind) {
  std::vector<int> rotations;
  std::vector<std::array<Space, 3>> met;
  for (int rotation = 0; rotation < 6; ++rotation) {
    std::array<Space, 3> dots = DotsOf({kind, {0, 0}, rotation});
    std::sort(dots.begin() + 1, dots.end());
    if (std::find(met.begin(), met.end(), dots) != met.end()) continue;
    met.push_back(dots);
    rotations.push_back(rotation);
  }
  return rotations;
}

MiddleAndEnds MiddleAndEndsOf(char kind) {
  if (kind == 'C' || kind == 'M') return {0, 1, 2};
  return {1, 0, 2};
}

std::string PlaceText(const Board& board, const Placement& placement) {
  return SpaceName(board, placement.punct) + "/" + std::to_string(placement.rotation);
}

std::string PieceText(const Board& board, const Piece& piece) {
  return std::string(1, piece.owner) + " " + piece.placement.kind + " " +
         PlaceText(board, piece.placement);
}

}  // namespace kvintet::reference::punct
