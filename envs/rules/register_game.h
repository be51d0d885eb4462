// REGISTER_GAME: adds a game, made from its rules, to the registry.
#pragma once

#include "base/unique_name.h"
#include "envs/registry.h"
#include "envs/rules/rules_game.h"

// Put REGISTER_GAME(TicTacToe) on the last line of a game's source file, inside its namespace.
#define REGISTER_GAME(R)                                                \
  static_assert(::kvintet::envs::Rules<R>);                             \
  [[maybe_unused]] static const bool KVINTET_UNIQUE_NAME(kRegistered) = \
      ::kvintet::envs::RegisterGame(R::kName, &::kvintet::envs::RulesGame<R>::Make)
