// Position text: a set-up of the reference PÜNCT in words.
//
// Parts parted by `; `: the pieces bottom-up (`w T H9/2`: owner, kind, PÜNCT's space, lowest of
// equal rotations), the supplies of both (`supply w T5 C2 E4 L2 M2 R2`, may be left out), the side
// to move (`side b`).
#pragma once

#include <string>

#include "tests/reference/punct/punct_turn.h"

namespace kvintet::reference::punct {

// The same text for positions that differ only in equal pieces' order.
std::string PositionText(const Rules& rules, const Position& position);

// A position, or why the text is none that can arise in a game that goes on.
struct ParsedPosition {
  Position position;
  std::string problem;  // empty where all is well
};

ParsedPosition ParsePosition(const Rules& rules, const std::string& text);

}  // namespace kvintet::reference::punct
