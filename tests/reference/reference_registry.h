// MakeReference: creates reference games by their texts.
#pragma once

#include <memory>
#include <string>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// A new game of `name{key=value,...}`; options left out have their defaults. Null if there is no
// reference of that name, or if the text or an option is invalid.
std::unique_ptr<ReferenceGame> MakeReference(const std::string& game_text);

}  // namespace kvintet::reference
