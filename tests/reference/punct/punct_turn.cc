// Turn: see the header.
#include "tests/reference/punct/punct_turn.h"

#include <algorithm>

namespace kvintet::reference::punct {
namespace {

int TotalOf(const std::map<char, int>& supply) {
  int total = 0;
  for (const auto& [kind, count] : supply) total += count;
  return total;
}

// P3: whether the next new piece must stay out of the centre; in the basic game only the very first
// piece must.
bool CentreIsClosed(const Rules& rules, const Position& position) {
  return rules.standard || position.pieces.empty();
}

bool MayEnter(const Rules& rules, const Surface& surface, bool centre_is_closed,
              const Placement& placement) {
  for (const Space space : DotsOf(placement)) {
    if (!OnBoard(rules.board, space) || surface.contains(space)) return false;
    if (centre_is_closed && InCentre(rules.board, space)) return false;
  }
  return true;
}

void AddNewPieces(const Rules& rules, const Position& position, std::vector<Turn>* turns) {
  const Surface surface = SurfaceOf(position.pieces);
  const bool centre_is_closed = CentreIsClosed(rules, position);
  for (const auto& [kind, left] : SupplyOf(rules, position, position.side)) {
    if (left == 0) continue;
    for (const Space punct : AllSpaces(rules.board)) {
      for (const int rotation : DistinctRotations(kind)) {
        const Placement placement = {kind, punct, rotation};
        if (!MayEnter(rules, surface, centre_is_closed, placement)) continue;
        turns->push_back({std::nullopt, {position.side, placement, 0}});
      }
    }
  }
}

// The PÜNCT's own space, and all spaces in a straight line from it.
Spaces Destinations(const Board& board, Space from) {
  Spaces destinations = {from};
  for (int direction = 0; direction < 6; ++direction) {
    for (Space to = from + Direction(direction); OnBoard(board, to);
         to = to + Direction(direction)) {
      destinations.push_back(to);
    }
  }
  return destinations;
}

Pieces Without(const Pieces& pieces, const Piece& lifted) {
  Pieces others;
  for (const Piece& piece : pieces) {
    if (!(piece == lifted)) others.push_back(piece);
  }
  return others;
}

void AddMovesOf(const Rules& rules, const Pieces& pieces, const Piece& piece,
                std::vector<Turn>* turns) {
  const Surface surface = SurfaceOf(Without(pieces, piece));
  const Space from = piece.placement.punct;
  for (const Space to : Destinations(rules.board, from)) {
    for (const int rotation : DistinctRotations(piece.placement.kind)) {
      const Placement placement = {piece.placement.kind, to, rotation};
      if (placement == piece.placement) continue;
      const std::optional<int> level = RestingLevel(rules.board, surface, piece.owner, placement);
      if (level) turns->push_back({from, {piece.owner, placement, *level}});
    }
  }
}

}  // namespace

Rules TinyRules() { return {{4, 1}, {{'T', 1}, {'C', 1}, {'E', 1}, {'L', 1}}, true, false, 60}; }

char Opponent(char side) { return side == 'w' ? 'b' : 'w'; }

std::map<char, int> SupplyOf(const Rules& rules, const Position& position, char owner) {
  std::map<char, int> supply = rules.supply;
  for (const Piece& piece : position.pieces) {
    if (piece.owner == owner) --supply.at(piece.placement.kind);
  }
  return supply;
}

bool SupplyIsUsedUp(const Rules& rules, const Position& position) {
  const bool white = TotalOf(SupplyOf(rules, position, 'w')) == 0;
  const bool black = TotalOf(SupplyOf(rules, position, 'b')) == 0;
  return rules.both ? white && black : white || black;
}

std::string TurnText(const Rules& rules, const Turn& turn) {
  const std::string place = PlaceText(rules.board, turn.piece.placement);
  if (turn.from) return SpaceName(rules.board, *turn.from) + "-" + place;
  return std::string(1, turn.piece.placement.kind) + " " + place;
}

std::vector<Turn> LegalTurns(const Rules& rules, const Position& position) {
  std::vector<Turn> turns;
  AddNewPieces(rules, position, &turns);
  const Surface surface = SurfaceOf(position.pieces);
  for (const Piece& piece : position.pieces) {
    if (piece.owner != position.side || !IsTopmost(surface, piece)) continue;
    AddMovesOf(rules, position.pieces, piece, &turns);
  }
  return turns;
}

Position After(const Position& position, const Turn& turn) {
  Position after = {{}, Opponent(position.side)};
  const Surface surface = SurfaceOf(position.pieces);
  for (const Piece& piece : position.pieces) {
    const bool moves = turn.from && piece.placement.punct == *turn.from &&
                       piece.owner == position.side && IsTopmost(surface, piece);
    if (!moves) after.pieces.push_back(piece);
  }
  after.pieces.push_back(turn.piece);
  return after;
}

}  // namespace kvintet::reference::punct
