// SideName, ColourKey: what the colours of a game's scenes stand for.
#pragma once

#include <optional>
#include <string>

#include "envs/scene.h"
#include "envs/text/playthrough.h"

namespace kvintet::serving {

// Kontranto: the seat that is White; nothing while that is open (K2).
std::optional<envs::Seat> WhiteSeat(const envs::Playthrough& play);

// What a seat's side is called: "White", "red". Empty where sides have no names, or are not known
// yet.
std::string SideName(const envs::Playthrough& play, envs::Seat seat);

// What other colours mean, in words; empty where there are none.
std::string ColourKey(const envs::Game& game, envs::Palette palette);

}  // namespace kvintet::serving
