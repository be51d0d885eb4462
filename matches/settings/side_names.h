// SideName, ColourKey: name the sides and colours in drawings of a game.
#pragma once

#include <optional>
#include <string>

#include "envs/scene.h"
#include "envs/text/playthrough.h"

namespace kvintet::serving {

// Kontranto: the seat that plays White, or nothing until that is decided (K2).
std::optional<envs::Seat> WhiteSeat(const envs::Playthrough& play);

// The name of a seat's side, such as "White" or "red". Empty if sides have no names or are not
// decided yet.
std::string SideName(const envs::Playthrough& play, envs::Seat seat);

// A sentence that explains the other colours; empty if there are none.
std::string ColourKey(const envs::Game& game, envs::Palette palette);

}  // namespace kvintet::serving
