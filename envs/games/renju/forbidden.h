// ForbiddenSet: the points that Black may not take (R3, R10), exactly and to full depth.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/games/renju/board.h"

namespace kvintet::envs::renju {

// All free points that are forbidden to Black, who is to move. The stones need not come from a
// game.
Board ForbiddenSet(const Board& black, const Board& white);

// The same for a string of 225 characters `X` (Black), `O` (White) and `.`, in which a point is
// character number 15 * row + column. Returns the forbidden points, ascending.
absl::StatusOr<std::vector<int>> ForbiddenPoints(const std::string& board225);

}  // namespace kvintet::envs::renju
