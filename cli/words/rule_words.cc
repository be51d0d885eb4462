// RuleWords: see the header.
#include "cli/words/rule_words.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

#include "envs/registry.h"
#include "envs/rule_options.h"

namespace kvintet::cli {
namespace {

// An entry of a table, by the game's name and a key within the game.
struct Entry {
  const char* game;
  const char* key;
  const char* words;
};

constexpr Entry kTitles[] = {{"punct", "", "PÜNCT"}, {"tiny_punct", "", "Small PÜNCT"}};

// The key is `option=value`, or `option=` for any value, which replaces `$`.
constexpr Entry kValues[] = {
    {"kontranto", "board=", "a board of $ cells (columns x rows)"},
    {"kontranto", "zones=standard", "corners closed to the other side in the first step"},
    {"kontranto", "zones=none", "no part of the board is closed in the first step"},
    {"kontranto", "target=", "the player who conquers $ cells wins"},
    {"kontranto", "moves=king", "pieces step to all eight neighbouring cells"},
    {"kontranto", "moves=rook", "pieces step straight only, not diagonally"},
    {"kontranto", "colour_choice=true", "both choose a shape, which decides who is White"},
    {"kontranto", "colour_choice=false", "the first player is White, without a choice of shapes"},
    {"kontranto", "two_step_pieces=both", "the final two-step may show either shape of the set"},
    {"kontranto", "two_step_pieces=remaining",
     "the final two-step may show only shapes that were not removed"},
    {"renju", "opening=rif1996", "the opening of 1996, with swap and two offered fifth moves"},
    {"renju", "opening=free", "free opening, only Black's first stone is given"},
    {"renju", "forbidden=loses", "Black loses by a forbidden move"},
    {"renju", "forbidden=masked", "Black cannot play forbidden moves"},
    {"renju", "forbidden=none", "Black has no forbidden moves, and also wins with more than five"},
    {"renju", "forbidden=claimed", "a forbidden move stands until somebody claims the win"},
    {"punct", "game=standard", "the standard game, no new piece in the centre"},
    {"punct", "game=basic", "the basic game, only the first piece is kept out of the centre"},
    {"punct", "supply=either", "the game ends when either side has laid all its pieces"},
    {"punct", "supply=both", "the game ends when both sides have laid all their pieces"},
    {"punct", "max_plies=", "ends as a draw after $ turns"},
    {"konkvest", "guard_reach=lines", "guards attack one or two cells along two lines"},
    {"konkvest", "guard_reach=straight", "guards attack one cell, or two straight forward"},
    {"konkvest", "general_reach=lines", "generals attack along four lines"},
    {"konkvest", "general_reach=area", "generals attack all near cells that are not behind them"},
    {"konkvest", "queen_retreat=straight", "queens go back two cells straight"},
    {"konkvest", "queen_retreat=lines", "queens go back two cells along a line"},
    {"konkvest", "territory=strip", "pawns and queens hold the strip behind them"},
    {"konkvest", "territory=cone", "pawns and queens hold all that is behind them"},
    {"konkvest", "capture_in_row=counts", "a fourth attack in a row loses, captures included"},
    {"konkvest", "capture_in_row=ends_row", "a capture ends a row of attacks"},
    {"konkvest", "cycle=end", "a position that occurs three times ends the game"},
    {"konkvest", "cycle=restart", "a position that occurs three times restarts the game"},
    {"konkvest", "cycle=go_on", "positions may occur any number of times"},
    {"konkvest", "max_plies=", "ends without a winner after $ turns"},
    {"tantrix", "colours=", "colours $"},
    {"tantrix", "lottery=yes", "a lot decides who begins"},
    {"tantrix", "lottery=no", "the first player begins, without a lot"},
    {"tantrix", "racks=private", "nobody sees the other's tiles"},
    {"tantrix", "racks=open", "both players' tiles lie open"},
    {"tantrix", "reward=win", "winning is all that counts"},
    {"tantrix", "reward=tournament", "points as in tournaments, up to 20"},
};

constexpr Entry kReasons[] = {
    {"kontranto", "eighteen", "conquering enough cells"},
    {"kontranto", "no_clash", "no further clash being possible"},
    {"kontranto", "two_step", "the final two-step"},
    {"renju", "five", "five in a row"},
    {"renju", "overline", "six or more in a row"},
    {"renju", "forbidden", "a forbidden move by Black"},
    {"renju", "passes", "both players passing"},
    {"renju", "full", "a full board"},
    {"punct", "connection", "a connection of two opposite sides"},
    {"punct", "supply", "laying the last piece"},
    {"punct", "repetition", "a position that occurred three times"},
    {"punct", "no_turn", "a player having no turn"},
    {"konkvest", "queen", "toppling the queen"},
    {"konkvest", "occupation", "the queen on the enemy base"},
    {"konkvest", "repetition", "a fourth attack in a row on the queen"},
    {"konkvest", "blockade", "a blockade"},
    {"konkvest", "reset", "a position that occurred three times"},
    {"tantrix", "tiles", "laying the last tile"},
    {"tantrix", "deadlock", "a deadlock"},
    {"", "max_plies", "the limit on its length"},
    {"tic_tac_toe", "line", "three in a row"},
    {"connect_four", "line", "four in a row"},
    {"", "line", "a line"},
    {"", "full", "a full board"},
};

// The rule that a designer is likely to try first, if it is not the first that has a choice.
constexpr Entry kTryFirst[] = {{"kontranto", "moves", ""},
                               {"renju", "forbidden", ""},
                               {"punct", "game", ""},
                               {"konkvest", "territory", ""},
                               {"tantrix", "racks", ""}};

const char* WordsFor(std::span<const Entry> table, const std::string& game,
                     const std::string& key) {
  for (const Entry& entry : table) {
    if ((game == entry.game || *entry.game == '\0') && key == entry.key) {
      return entry.words;
    }
  }
  return nullptr;
}

std::string WithSpaces(const std::string& text) { return absl::StrReplaceAll(text, {{"_", " "}}); }

// "two circles and one triangle" for `cct`.
std::string PieceWords(const std::string& side, const std::string& pieces) {
  const auto count = [&](char shape, const char* name) {
    const auto number = std::ranges::count(pieces, shape);
    return absl::StrFormat("%d %s%s", number, name, number == 1 ? "" : "s");
  };
  return absl::StrCat(side, " has ", count('c', "circle"), " and ", count('t', "triangle"));
}

std::string ValueWords(const std::string& game, const std::string& key, const std::string& value) {
  if (game == "kontranto" && (key == "white" || key == "black")) {
    return PieceWords(key == "white" ? "White" : "Black", value);
  }
  if (const char* words = WordsFor(kValues, game, absl::StrCat(key, "=", value)); words) {
    return words;
  }
  if (const char* words = WordsFor(kValues, game, absl::StrCat(key, "=")); words) {
    return absl::StrReplaceAll(words, {{"$", value}});
  }
  return absl::StrCat(WithSpaces(key), ": ", WithSpaces(value));
}

std::map<std::string, std::string> ValuesOf(const envs::Game& game) {
  const absl::StatusOr<envs::GameText> text = envs::ParseGameText(game.Spec().text);
  return text.ok() ? text->options : std::map<std::string, std::string>();
}

// The text of the game with one option changed to another value, if such a game exists.
std::optional<std::string> OtherValue(const envs::Game& game, const RuleRow& rule,
                                      const envs::OptionSpec& option) {
  for (const std::string& value : option.values) {
    if (value == rule.value) {
      continue;
    }
    const absl::StatusOr<std::string> text = envs::WithOption(game.Spec().text, rule.key, value);
    const auto made = text.ok() ? envs::MakeGame(*text) : text.status();
    if (made.ok()) {
      return ShortText(**made);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<RuleRow> RulesOf(const envs::Game& game) {
  const std::map<std::string, std::string> values = ValuesOf(game);
  std::vector<RuleRow> rules;
  for (const envs::OptionSpec& option : game.Options()) {
    const auto found = values.find(option.key);
    const std::string value = found == values.end() ? option.default_value : found->second;
    rules.push_back({.key = option.key,
                     .value = value,
                     .words = ValueWords(game.Spec().name, option.key, value),
                     .meaning = option.meaning,
                     .clause = option.clause,
                     .usual = value == option.default_value});
  }
  return rules;
}

std::string GameTitle(const std::string& name) {
  if (const char* words = WordsFor(kTitles, name, ""); words) {
    return words;
  }
  std::string title = WithSpaces(name);
  if (!title.empty()) {
    title[0] = absl::ascii_toupper(static_cast<unsigned char>(title[0]));
  }
  return title;
}

std::string VariantTitle(const envs::Game& game) {
  std::vector<std::string> changed;
  const std::vector<RuleRow> rules = RulesOf(game);
  for (const RuleRow& rule : rules) {
    if (!rule.usual) {
      changed.push_back(rule.words);
    }
  }
  const std::string title = GameTitle(game.Spec().name);
  return !changed.empty() ? absl::StrCat(title, ": ", absl::StrJoin(changed, "; "))
         : rules.empty()  ? title
                          : title + ", usual rules";
}

std::string ShortText(const envs::Game& game) {
  std::vector<std::string> changed;
  for (const RuleRow& rule : RulesOf(game)) {
    if (!rule.usual) {
      changed.push_back(absl::StrCat(rule.key, "=", rule.value));
    }
  }
  return changed.empty() ? game.Spec().name
                         : absl::StrCat(game.Spec().name, "{", absl::StrJoin(changed, ","), "}");
}

std::string ReasonWords(const envs::Game& game, const std::string& reason) {
  const char* words = WordsFor(kReasons, game.Spec().name, reason);
  return words != nullptr ? words : WithSpaces(reason);
}

std::optional<std::string> SuggestedVariant(const envs::Game& game) {
  const envs::OptionSchema& schema = game.Options();
  std::vector<RuleRow> rules = RulesOf(game);
  std::stable_partition(rules.begin(), rules.end(), [&](const RuleRow& rule) {
    return WordsFor(kTryFirst, game.Spec().name, rule.key) != nullptr;
  });
  for (const RuleRow& rule : rules) {
    const auto option = std::ranges::find(schema, rule.key, &envs::OptionSpec::key);
    if (option == schema.end()) {
      continue;
    }
    if (std::optional<std::string> other = OtherValue(game, rule, *option); other) {
      return other;
    }
  }
  return std::nullopt;
}

}  // namespace kvintet::cli
