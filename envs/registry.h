// MakeGame, GameNames: the registry of all games, to which REGISTER_GAME adds one
// (envs/rules/register_game.h).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"

namespace kvintet::envs {

using GameMaker =
    absl::StatusOr<std::unique_ptr<Game>> (*)(const std::map<std::string, std::string>& options);

// Called by REGISTER_GAME during static initialisation. The return value has no meaning.
bool RegisterGame(std::string_view name, GameMaker maker);

// The names of all games, sorted.
std::vector<std::string> GameNames();

// Makes a game from its text, `renju` or `renju{opening=free}`. Options that are left out take
// their defaults. NotFound for an unknown name, InvalidArgument for invalid options.
absl::StatusOr<std::unique_ptr<Game>> MakeGame(const std::string& text);

}  // namespace kvintet::envs
