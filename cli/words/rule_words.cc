// RuleWords: see the header.
#include "cli/words/rule_words.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "envs/registry.h"
#include "envs/rule_options.h"

namespace kvintet::cli {
namespace {

std::map<std::string, std::string> ValuesOf(const envs::Game& game) {
  const absl::StatusOr<envs::GameText> text = envs::ParseGameText(game.Spec().text);
  return text.ok() ? text->options : std::map<std::string, std::string>();
}

// The text of the game with one option changed to another value, if such a game exists.
std::optional<std::string> OtherValue(const envs::Game& game, const std::string& now,
                                      const envs::OptionSpec& option) {
  for (const std::string& value : option.values) {
    if (value == now) {
      continue;
    }
    const absl::StatusOr<std::string> text = envs::WithOption(game.Spec().text, option.key, value);
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
                     .words = option.WordsFor(value),
                     .meaning = option.meaning,
                     .clause = option.clause,
                     .usual = value == option.default_value});
  }
  return rules;
}

std::string VariantTitle(const envs::Game& game) {
  std::vector<std::string> changed;
  const std::vector<RuleRow> rules = RulesOf(game);
  for (const RuleRow& rule : rules) {
    if (!rule.usual) {
      changed.push_back(rule.words);
    }
  }
  const std::string& title = game.Spec().title;
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
  const std::vector<envs::EndWords>& ends = game.Spec().ends;
  const auto found = std::ranges::find(ends, reason, &envs::EndWords::reason);
  return found != ends.end() ? std::string(found->words) : envs::InWords(reason);
}

std::optional<std::string> SuggestedVariant(const envs::Game& game) {
  envs::OptionSchema options = game.Options();
  std::stable_partition(options.begin(), options.end(),
                        [](const envs::OptionSpec& option) { return option.suggested; });
  const std::map<std::string, std::string> values = ValuesOf(game);
  for (const envs::OptionSpec& option : options) {
    if (std::optional<std::string> other = OtherValue(game, values.at(option.key), option); other) {
      return other;
    }
  }
  return std::nullopt;
}

}  // namespace kvintet::cli
