// Area: the play areas of the reference Kontranto, and when an extraordinary step is due (K7, K8).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "tests/reference/kontranto/kontranto_board.h"

namespace kvintet::reference::kontranto {

// A play area with its count of steps and its history.
struct Area {
  Cells cells;
  int steps = 0;                     // since it was formed or last lost a cell
  std::set<std::string> situations;  // since then, the present one included
  bool due = false;                  // an extraordinary step is due
};

// The cell sets of the play areas, ordered by their first cells (K7).
std::vector<Cells> PlayAreas(const Options& options, const Position& position);

// The pieces on these cells, as text; pieces of one shape and colour are not distinguished (K8).
std::string Situation(const Position& position, const Cells& cells);

// The areas after a step that has led to `position`, from the areas before it (K8).
std::vector<Area> AreasAfterStep(const Options& options, const Position& position,
                                 const std::vector<Area>& before);

// Whether the piece stands on an unconquered cell outside all play areas (K6).
bool IsFrozen(const Position& position, const std::vector<Area>& areas, Cell cell);

// The cells of `area` on which `colour` has pieces.
Cells PiecesIn(const Position& position, const Area& area, Colour colour);

}  // namespace kvintet::reference::kontranto
