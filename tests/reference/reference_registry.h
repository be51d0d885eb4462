// MakeReference: the reference games by their text form.
#pragma once

#include <memory>
#include <string>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// The start of the game named by `name{key=value,...}`; options left out have their defaults.
// Null if there is no reference of that name, or if the text or an option is wrong.
std::unique_ptr<ReferenceGame> MakeReference(const std::string& game_text);

}  // namespace kvintet::reference
