// RuleWords: a game, its rules and its endings in words for game designers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "envs/game.h"

namespace kvintet::cli {

// One option of a game and its value.
struct RuleRow {
  std::string key = {};
  std::string value = {};
  // What the value means in the game; "key: value" if no description exists.
  std::string words = {};
  // What the option controls, and the clause of the rules.
  std::string meaning = {};
  std::string clause = {};
  // Whether the value is the game's default.
  bool usual = true;
};
std::vector<RuleRow> RulesOf(const envs::Game& game);

// "Renju, usual rules", "Renju: free opening, only Black's first stone is given".
std::string VariantTitle(const envs::Game& game);
// The game's text without options that have their default value: `renju{opening=free}`.
std::string ShortText(const envs::Game& game);
// The reason why a game ended, as in "the most frequent end is ...": "five in a row" for Renju's
// `five`.
std::string ReasonWords(const envs::Game& game, const std::string& reason);
// The text of a game with one rule changed, for a comparison; empty if the game has no options.
std::optional<std::string> SuggestedVariant(const envs::Game& game);

}  // namespace kvintet::cli
