// Area: connected sets of cells, found by visiting neighbours.
#include "tests/reference/kontranto/kontranto_areas.h"

namespace kvintet::reference::kontranto {
namespace {

// K7: the maximal connected set of unconquered cells around `start`.
Cells ConnectedCells(const Options& options, const Position& position, Cell start) {
  Cells connected;
  std::vector<Cell> to_visit = {start};
  while (!to_visit.empty()) {
    const Cell cell = to_visit.back();
    to_visit.pop_back();
    if (position.conquered.contains(cell) || !connected.insert(cell).second) continue;
    for (const Cell neighbour : Neighbours(options, cell)) to_visit.push_back(neighbour);
  }
  return connected;
}

// K7: a piece on a conquered cell next to one of `cells`, which it can enter.
bool StandsBeside(const Options& options, const Position& position, Cell piece,
                  const Cells& cells) {
  if (!position.conquered.contains(piece)) return false;
  for (const Cell cell : cells) {
    if (AreNeighbours(options, piece, cell)) return true;
  }
  return false;
}

// K7: whether a piece of `colour` stands on `cells` or can enter them.
bool TakesPart(const Options& options, const Position& position, const Cells& cells,
               Colour colour) {
  for (const auto& [piece, shape] : position.pieces.at(colour)) {
    if (cells.contains(piece) || StandsBeside(options, position, piece, cells)) return true;
  }
  return false;
}

// K9: whether no piece can stand on a conquered cell beside an area that is due.
bool NobodyStandsBeside(const Options& options, const Position& position, const Cells& cells) {
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    for (const auto& [piece, shape] : position.pieces.at(colour)) {
      if (StandsBeside(options, position, piece, cells)) return false;
    }
  }
  return true;
}

// The area of `before` that has exactly these cells, or null.
const Area* AreaOfSameCells(const std::vector<Area>& before, const Cells& cells) {
  for (const Area& area : before) {
    if (area.cells == cells) return &area;
  }
  return nullptr;
}

}  // namespace

std::vector<Cells> PlayAreas(const Options& options, const Position& position) {
  std::vector<Cells> areas;
  Cells seen;
  for (const Cell start : AllCells(options)) {
    if (position.conquered.contains(start) || seen.contains(start)) continue;
    const Cells cells = ConnectedCells(options, position, start);
    seen.insert(cells.begin(), cells.end());
    // K7: a clash is still possible if both sides take part.
    if (TakesPart(options, position, cells, Colour::kWhite) &&
        TakesPart(options, position, cells, Colour::kBlack)) {
      areas.push_back(cells);
    }
  }
  return areas;
}

// K8: a situation consists of the pieces on the area's cells, not those on conquered cells beside
// it.
std::string Situation(const Position& position, const Cells& cells) {
  std::string text;
  for (const Colour colour : {Colour::kWhite, Colour::kBlack}) {
    Pieces inside;
    for (const auto& [cell, shape] : position.pieces.at(colour)) {
      if (cells.contains(cell)) inside[cell] = shape;
    }
    text += ColourName(colour) + " " + PiecesText(inside) + " ";
  }
  return text;
}

std::vector<Area> AreasAfterStep(const Options& options, const Position& position,
                                 const std::vector<Area>& before) {
  std::vector<Area> areas;
  for (const Cells& cells : PlayAreas(options, position)) {
    const std::string situation = Situation(position, cells);
    const Area* same = AreaOfSameCells(before, cells);
    if (same == nullptr) {
      // K8: every other area is new: counter 0, and its present situation as history.
      areas.push_back({cells, 0, {situation}, false});
      continue;
    }
    // K8: an area whose set of cells is unchanged keeps its counter and history.
    Area area = *same;
    Require(!area.due, "an area that was due has lost a cell");
    ++area.steps;
    // K8 (b): the situation has occurred since the area was formed or last lost a cell.
    const bool repeated = !area.situations.insert(situation).second;
    // K8 (a): as many steps as the area has cells.
    area.due = repeated || area.steps == static_cast<int>(cells.size());
    Require(!area.due || NobodyStandsBeside(options, position, cells),
            "nobody stands on a conquered cell beside an area that is due");
    areas.push_back(area);
  }
  return areas;
}

// K6: a piece on an unconquered cell outside all play areas stays where it is.
bool IsFrozen(const Position& position, const std::vector<Area>& areas, Cell cell) {
  if (position.conquered.contains(cell)) return false;
  for (const Area& area : areas) {
    if (area.cells.contains(cell)) return false;
  }
  return true;
}

Cells PiecesIn(const Position& position, const Area& area, Colour colour) {
  Cells cells;
  for (const auto& [cell, shape] : position.pieces.at(colour)) {
    if (area.cells.contains(cell)) cells.insert(cell);
  }
  return cells;
}

}  // namespace kvintet::reference::kontranto
