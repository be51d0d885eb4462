// SideName: names the sides in reports of a game.
#pragma once

#include <optional>
#include <string>

#include "envs/text/playthrough.h"

namespace kvintet::matches {

// The seat that plays the first side of envs::MatchPlay::SideNames, or nothing until that is
// decided (K2).
std::optional<envs::Seat> FirstSide(const envs::Playthrough& play);

// The name of a seat's side, such as "White" or "red". Empty if sides have no names or are not
// decided yet.
std::string SideName(const envs::Playthrough& play, envs::Seat seat);

}  // namespace kvintet::matches
