// Position text: positions of the reference Konkvest as text.
//
// Parts may stand in any order, separated by `;`:
//   `w P c4`         a piece: owner, type, cell; w = player 0, who has rows a to c; b = player 1
//   `b *R k3`        a promoted piece
//   `w reserve PSS`  the types in a reserve; left out if it is empty
//   `side w`         who moves; required
//   `b attacks 2 k3` Q7.3: two attacks in a row with the piece on k3; left out if none
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "tests/reference/konkvest/konkvest_board.h"

namespace kvintet::reference::konkvest {

// The position after the placement that `text` describes. It may have fewer pieces than a game, as
// in studies; a position that no game can have is refused with the reason.
absl::StatusOr<Position> ParsePosition(const std::string& text);

// The text without the rows of attacks: equal for positions that are equal in the sense of Q8.
std::string RecurringText(const Position& position);

// The complete text; ParsePosition reads it back.
std::string PositionText(const Position& position);

}  // namespace kvintet::reference::konkvest
