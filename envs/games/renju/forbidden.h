// ForbiddenSet: the points that Black may not take (R3, R10), exactly and to full depth.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/games/renju/board.h"

namespace kvintet::envs::renju {

// Every free point forbidden to Black, who is to move. The stones need not come from a game.
Board ForbiddenSet(const Board& black, const Board& white);

// The same for 225 characters `X` (Black), `O` (White), `.`, the character of a point being number
// 15 * row + column: the forbidden points, ascending.
absl::StatusOr<std::vector<int>> ForbiddenPoints(const std::string& board225);

}  // namespace kvintet::envs::renju
