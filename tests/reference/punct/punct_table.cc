// Table: see the header.
#include "tests/reference/punct/punct_table.h"

#include <algorithm>
#include <set>

namespace kvintet::reference::punct {
namespace {

bool ShowsDotOf(const Surface& surface, Space space, char owner) {
  const auto found = surface.find(space);
  return found != surface.end() && found->second.owner == owner;
}

// Every space that a chain of topmost dots of `owner` reaches from `start`.
std::set<Space> Reached(const Surface& surface, char owner, const Spaces& start) {
  std::set<Space> reached;
  Spaces to_visit = start;
  while (!to_visit.empty()) {
    const Space space = to_visit.back();
    to_visit.pop_back();
    if (!ShowsDotOf(surface, space, owner) || !reached.insert(space).second) continue;
    for (int direction = 0; direction < 6; ++direction) {
      to_visit.push_back(space + Direction(direction));
    }
  }
  return reached;
}

// The common height of the spaces that must carry the piece; nullopt if it would not lie flat.
std::optional<int> FlatLevel(const Surface& surface, const Placement& placement) {
  const std::array<Space, 3> dots = DotsOf(placement);
  if (placement.kind == 'T') {
    const int height = HeightOf(surface, dots[0]);
    const bool flat = height == HeightOf(surface, dots[1]) && height == HeightOf(surface, dots[2]);
    return flat ? std::optional<int>(height) : std::nullopt;
  }
  const MiddleAndEnds at = MiddleAndEndsOf(placement.kind);
  const int height = HeightOf(surface, dots[at.end]);
  if (height != HeightOf(surface, dots[at.other_end])) return std::nullopt;
  if (HeightOf(surface, dots[at.middle]) > height) return std::nullopt;
  return height;
}

}  // namespace

Surface SurfaceOf(const Pieces& pieces) {
  Surface surface;
  for (const Piece& piece : pieces) {
    for (const Space space : DotsOf(piece.placement)) {
      const auto found = surface.find(space);
      if (found != surface.end() && found->second.level > piece.level) continue;
      surface[space] = {piece.owner, piece.level};
    }
  }
  return surface;
}

int HeightOf(const Surface& surface, Space space) {
  const auto found = surface.find(space);
  return found == surface.end() ? 0 : found->second.level + 1;
}

bool IsTopmost(const Surface& surface, const Piece& piece) {
  for (const Space space : DotsOf(piece.placement)) {
    if (surface.at(space).level > piece.level) return false;
  }
  return true;
}

std::optional<int> RestingLevel(const Board& board, const Surface& surface, char owner,
                                const Placement& placement) {
  for (const Space space : DotsOf(placement)) {
    if (!OnBoard(board, space)) return std::nullopt;
  }
  const std::optional<int> level = FlatLevel(surface, placement);
  if (!level || *level == 0) return level;
  if (!ShowsDotOf(surface, placement.punct, owner)) return std::nullopt;
  return level;
}

bool Connects(const Board& board, const Surface& surface, char owner) {
  for (const auto& [side, opposite] : OppositeSides(board)) {
    const std::set<Space> reached = Reached(surface, owner, side);
    for (const Space space : opposite) {
      if (reached.contains(space)) return true;
    }
  }
  return false;
}

int CentreDots(const Board& board, const Surface& surface, char owner) {
  int dots = 0;
  for (const auto& [space, dot] : surface) {
    if (dot.owner == owner && InCentre(board, space)) ++dots;
  }
  return dots;
}

}  // namespace kvintet::reference::punct
