// Position text: set-ups of the reference Konkvest as text.
//
// Parts stand in any order, parted by `;`:
//   `w P c4`            a piece: owner (w = player 0, who has rows a to c; b = player 1), type,
//   cell `b *R k3`           a promoted one `w reserve PSS`     types in reserve; left out where
//   empty `side w`            who moves; must be there `b attacks 2 k3`    Q7.3: two attacks in a
//   row with the piece on k3; left out where none
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "tests/reference/konkvest/konkvest_board.h"

namespace kvintet::reference::konkvest {

// The position after the placement that `text` describes. Fewer pieces than a game has are
// allowed, as in studies; what no game can have is refused with the reason.
absl::StatusOr<Position> ParsePosition(const std::string& text);

// The text without the rows of attacks: equal for equal positions in the sense of Q8.
std::string RecurringText(const Position& position);

// The whole text; ParsePosition gives the position back.
std::string PositionText(const Position& position);

}  // namespace kvintet::reference::konkvest
