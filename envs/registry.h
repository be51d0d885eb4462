// MakeGame, GameNames: the registry of all games; REGISTER_GAME puts one there.
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

// Called by REGISTER_GAME while the program starts. The value has no meaning.
bool RegisterGame(std::string_view name, GameMaker maker);

// The names of all games, sorted.
std::vector<std::string> GameNames();

// Makes a game from its text: `renju` or `renju{opening=free}`; options left out take their
// defaults. NotFound for an unknown name, InvalidArgument for bad options.
absl::StatusOr<std::unique_ptr<Game>> MakeGame(const std::string& text);

}  // namespace kvintet::envs

// Last line of a game's source file: REGISTER_GAME(TicTacToe) inside the game's namespace.
#define REGISTER_GAME(R)                           \
  static_assert(::kvintet::envs::Rules<R>);        \
  [[maybe_unused]] static const bool kRegistered = \
      ::kvintet::envs::RegisterGame(R::kName, &::kvintet::envs::RulesGame<R>::Make)
