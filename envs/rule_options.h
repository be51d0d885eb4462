// RuleOptions: the options of a game and their text form `game{key=value,...}`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::envs {

// What a different value of an option changes. All kinds except kPlay leave every decision that
// both variants share unchanged: the same observation, legal actions and policy indices.
enum class OptionChange : uint8_t {
  kPlay,   // what a seat is shown, or what it may do
  kNames,  // only names: one variant is the other renamed, perhaps with its actions renumbered
  kStart,  // what comes before the first decision that both variants have
  kEnd,    // when a game ends
  kResult  // the value of a finished game
};

// One option as declared by its game: its allowed values, its meaning, and its clause in the rules.
struct OptionSpec {
  std::string key = {};
  std::string default_value = {};
  // The allowed words; empty for an integer in [min, max].
  std::vector<std::string> values = {};
  int min = 0;
  int max = 0;
  std::string meaning = {};
  std::string clause = {};
  // For designers: what each of `values` means in a game, or one text for all values in which `$`
  // stands for the value, such as "ends as a draw after $ turns". Empty: key and value speak for
  // themselves.
  std::vector<std::string> words = {};
  // A designer is likely to change this option first.
  bool suggested = false;
  // What a change of the value changes. If `alike` lists values, this holds only for changes among
  // them.
  OptionChange changes = OptionChange::kPlay;
  std::vector<std::string> alike = {};

  // What a value means in a game, from `words`; "key: value" if there are none.
  std::string WordsFor(const std::string& value) const;
  // Whether replacing one of these values by the other changes play.
  bool ChangesPlay(const std::string& one, const std::string& other) const;
};
using OptionSchema = std::vector<OptionSpec>;

// All options of a schema, with checked values.
class RuleOptions {
 public:
  // Fills in defaults. Fails on an unknown key or a disallowed value and says what is allowed.
  // `where` starts the message, e.g. the game's name.
  static absl::StatusOr<RuleOptions> Resolve(const OptionSchema& schema,
                                             const std::map<std::string, std::string>& given,
                                             const std::string& where);

  // The value of an option. REQUIRES: the schema has it (and, for Int, it is a number).
  const std::string& Text(std::string_view key) const;
  int Int(std::string_view key) const;
  bool Is(std::string_view key, std::string_view value) const { return Text(key) == value; }

  // `{key=value,...}` with every option, keys sorted; empty if there are no options.
  std::string ToText() const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

// The parts of a game's text: `tantrix{racks=open}` has a name and the options that are given.
struct GameText {
  std::string name;
  std::map<std::string, std::string> options;
};
// The name at the start of a game's text. It is not checked against the registry.
inline std::string GameNameOf(std::string_view text) {
  return std::string(text.substr(0, text.find('{')));
}
// InvalidArgument if the text does not have this form.
absl::StatusOr<GameText> ParseGameText(const std::string& text);
// The same text with one option set to a value, replacing any earlier value. Does not check that
// the game has this option or value.
absl::StatusOr<std::string> WithOption(const std::string& text, const std::string& key,
                                       const std::string& value);

}  // namespace kvintet::envs
