// RuleOptions: parses and checks options and writes their canonical text.
#include "envs/rule_options.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/game_spec.h"

namespace kvintet::envs {
namespace {

std::string Allowed(const OptionSpec& option) {
  return option.values.empty()
             ? absl::StrCat("a whole number from ", option.min, " to ", option.max)
             : absl::StrJoin(option.values, " or ");
}

// The canonical spelling of an allowed value, or an empty string.
std::string Canonical(const OptionSpec& option, const std::string& value) {
  if (!option.values.empty()) {
    const bool known = std::ranges::find(option.values, value) != option.values.end();
    return known ? value : "";
  }
  int number = 0;
  const bool fits =
      absl::SimpleAtoi(value, &number) && number >= option.min && number <= option.max;
  return fits ? absl::StrCat(number) : "";
}

// `{key=value,...}`, or an empty string if there are no options.
template <typename Map>
std::string OptionsText(const Map& options) {
  return options.empty()
             ? ""
             : absl::StrCat("{", absl::StrJoin(options, ",", absl::PairFormatter("=")), "}");
}

std::string Keys(const OptionSchema& schema) {
  return schema.empty() ? "none"
                        : absl::StrJoin(schema, ", ", [](std::string* out, const OptionSpec& o) {
                            absl::StrAppend(out, o.key);
                          });
}

}  // namespace

std::string OptionSpec::WordsFor(const std::string& value) const {
  if (words.empty()) {
    return absl::StrCat(InWords(key), ": ", InWords(value));
  }
  const auto at = std::ranges::find(values, value) - values.begin();
  const bool each = words.size() == values.size() && at < std::ssize(values);
  return absl::StrReplaceAll(words[each ? static_cast<size_t>(at) : 0], {{"$", value}});
}

bool OptionSpec::ChangesPlay(const std::string& one, const std::string& other) const {
  const auto listed = [&](const std::string& value) {
    return alike.empty() || std::ranges::find(alike, value) != alike.end();
  };
  return one != other && !(changes != OptionChange::kPlay && listed(one) && listed(other));
}

absl::StatusOr<RuleOptions> RuleOptions::Resolve(const OptionSchema& schema,
                                                 const std::map<std::string, std::string>& given,
                                                 const std::string& where) {
  RuleOptions options;
  for (const OptionSpec& option : schema) {
    options.values_[option.key] = option.default_value;
  }
  for (const auto& [key, value] : given) {
    const auto option = std::ranges::find(schema, key, &OptionSpec::key);
    if (option == schema.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, ": no option '", key, "'; its options: ", Keys(schema)));
    }
    const std::string canonical = Canonical(*option, value);
    if (canonical.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(where, ": option ", key, " must be ",
                                                     Allowed(*option), ", is '", value, "'"));
    }
    options.values_[key] = canonical;
  }
  return options;
}

const std::string& RuleOptions::Text(std::string_view key) const {
  const auto found = values_.find(key);
  KVINTET_CHECK(found != values_.end());
  return found->second;
}

int RuleOptions::Int(std::string_view key) const {
  int number = 0;
  KVINTET_CHECK(absl::SimpleAtoi(Text(key), &number));
  return number;
}

std::string RuleOptions::ToText() const { return OptionsText(values_); }

absl::StatusOr<GameText> ParseGameText(const std::string& text) {
  GameText game;
  const size_t brace = text.find('{');
  game.name = text.substr(0, brace);
  if (brace == std::string::npos) {
    return game;
  }
  std::string body = text.substr(brace + 1);
  if (!body.ends_with('}')) {
    return absl::InvalidArgumentError(
        absl::StrCat("a game is written name{key=value,...}, but '", text, "' has no closing }"));
  }
  body.pop_back();
  if (body.empty()) {
    return game;
  }
  for (const absl::string_view part : absl::StrSplit(body, ',')) {
    const std::pair<std::string, std::string> pair = absl::StrSplit(part, absl::MaxSplits('=', 1));
    if (pair.first.empty() || pair.second.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("an option is written key=value, but '", text, "' has '", part, "'"));
    }
    if (!game.options.emplace(pair).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("option '", pair.first, "' is written twice in '", text, "'"));
    }
  }
  return game;
}

absl::StatusOr<std::string> WithOption(const std::string& text, const std::string& key,
                                       const std::string& value) {
  KVINTET_ASSIGN_OR_RETURN(GameText game, ParseGameText(text));
  game.options[key] = value;
  return absl::StrCat(game.name, OptionsText(game.options));
}

}  // namespace kvintet::envs
