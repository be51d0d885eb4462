// ForcedWin: a win by nothing but fours, each of which the other side has to answer.
#pragma once

#include <optional>

#include "envs/games/renju/renju.h"

namespace kvintet::envs::renju {

// A position as threats see it.
struct Threatened {
  std::array<Board, 2> stones;  // by Colour
  Colour to_move;
  // Whether Black has forbidden points, and wins by exactly five only.
  bool restricted;
};

// True: the side to move wins, by a five now or by fours that leave the other side one answer or
// none. False: the other side does, whatever is played, for its fives can't all be stopped, or what
// stops them leads into such a win. Nothing: neither was found among a bounded number of lines.
// REQUIRES: nobody has won, and any free point may be played (those forbidden to Black but for
// him).
std::optional<bool> ForcedWin(const Threatened& position);

// The point of the first stone of such a win of the side to move: a five, or the first four;
// kNoPoint exactly where ForcedWin is not true. REQUIRES: as above.
int FirstOfFours(const Threatened& position);

}  // namespace kvintet::envs::renju
