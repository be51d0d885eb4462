// RuleWords: a game, its rules and its endings in words that a designer reads.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "envs/game.h"

namespace kvintet::cli {

// One option of a game as it is set.
struct RuleRow {
  std::string key = {};
  std::string value = {};
  // What that value means in the game; where nobody wrote it down, "key: value".
  std::string words = {};
  // What the option is about, and the clause of the rules.
  std::string meaning = {};
  std::string clause = {};
  // Whether it is the game's usual value.
  bool usual = true;
};
std::vector<RuleRow> RulesOf(const envs::Game& game);

// "Renju", "Tiny punct".
std::string GameTitle(const std::string& name);
// "Renju, usual rules", "Renju: free opening, only Black's first stone is given".
std::string VariantTitle(const envs::Game& game);
// The game's text without options that have their usual value: `renju{opening=free}`.
std::string ShortText(const envs::Game& game);
// How a game ended, as in "the most frequent end is ...": "five in a row" for Renju's `five`.
std::string ReasonWords(const envs::Game& game, const std::string& reason);
// The text of a game with one rule changed, to compare with; nothing where it has no rule to
// choose.
std::optional<std::string> SuggestedVariant(const envs::Game& game);

}  // namespace kvintet::cli
