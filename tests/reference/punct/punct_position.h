// Position text: positions of the reference PÜNCT as text.
//
// Parts are separated by `; `: the pieces from the bottom up (`w T H9/2`: owner, kind, the PÜNCT's
// space, the lowest of equal rotations), the supplies of both players (`supply w T5 C2 E4 L2 M2
// R2`, may be left out), the side to move (`side b`).
#pragma once

#include <string>

#include "tests/reference/punct/punct_turn.h"

namespace kvintet::reference::punct {

// The text is the same for positions that differ only in the order of equal pieces.
std::string PositionText(const Rules& rules, const Position& position);

// A position, or the reason why the text is not one that can occur in a game in progress.
struct ParsedPosition {
  Position position;
  std::string problem;  // empty if the position is valid
};

ParsedPosition ParsePosition(const Rules& rules, const std::string& text);

}  // namespace kvintet::reference::punct
