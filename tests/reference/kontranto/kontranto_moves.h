// Entry: the moves of the reference Kontranto, as texts and back (K4, K5, K6, K9).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/reference/kontranto/kontranto_areas.h"
#include "tests/reference/kontranto/kontranto_board.h"

namespace kvintet::reference::kontranto {

// The move of one piece in a step: `C3-D3`, or `A5-x` if it is given up.
struct Entry {
  Cell from;
  std::optional<Cell> to;
};

// The pieces that take part in the extraordinary step of one area (K9); a side is absent until its
// piece has been chosen.
using Participants = std::map<Colour, Cell>;

// Every first step of a side, sorted by bytes (K4). ParsePieces() reads them.
std::vector<std::string> PlacementTexts(const Options& options, Colour colour);

// Whether a side has a choice in an area whose extraordinary step is due: two or more pieces (K9).
bool HasChoice(const Position& position, const Area& area, Colour colour);

// Every choice of pieces for extraordinary steps, such as `!A4 !E2`, sorted by bytes (K9).
std::vector<std::string> ChoiceTexts(const Position& position, const std::vector<Area>& areas,
                                     Colour colour);
Cells ParseChoice(const std::string& text);

// Every ordinary or extraordinary step of a side, sorted by bytes (K5, K6, K9). REQUIRES: every
// member of `participants` has both sides.
std::vector<std::string> StepTexts(const Options& options, const Position& position,
                                   const std::vector<Area>& areas,
                                   const std::vector<Participants>& participants, Colour colour);
std::vector<Entry> ParseStep(const std::string& text);

}  // namespace kvintet::reference::kontranto
