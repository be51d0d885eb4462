// ForcedWin: finds wins by fours only, each of which the other side must answer.
#pragma once

#include <optional>

#include "envs/games/renju/renju.h"

namespace kvintet::envs::renju {

// A position for the threat search.
struct Threatened {
  std::array<Board, 2> stones;  // by Colour
  Colour to_move;
  // Whether Black has forbidden points and wins only with exactly five.
  bool restricted;
};

// True if the side to move wins, by a five now or by fours that leave the other side at most one
// answer. False if the other side wins whatever is played, because its fives cannot all be stopped,
// or what stops them leads into such a win. Empty if neither was found within a bounded number of
// lines. REQUIRES: nobody has won, and every free point is legal except those forbidden to Black.
std::optional<bool> ForcedWin(const Threatened& position);

// The first stone of such a win of the side to move: a five, or the first four. Returns kNoPoint
// exactly when ForcedWin is not true. REQUIRES: as ForcedWin.
int FirstOfFours(const Threatened& position);

}  // namespace kvintet::envs::renju
