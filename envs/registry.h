// MakeGame, GameNames: the registry of all games, to which REGISTER_GAME adds one.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

#include "envs/game.h"
#include "envs/rules_game.h"

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

// Put REGISTER_GAME(TicTacToe) on the last line of a game's source file, inside its namespace.
#define REGISTER_GAME(R)                           \
  static_assert(::kvintet::envs::Rules<R>);        \
  [[maybe_unused]] static const bool kRegistered = \
      ::kvintet::envs::RegisterGame(R::kName, &::kvintet::envs::RulesGame<R>::Make)
