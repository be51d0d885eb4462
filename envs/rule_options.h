// RuleOptions: the options of a game, and their one text form `game{key=value,...}`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::envs {

// What another value of an option changes. All but kPlay leave each decision that both variants
// have as it is: the same observation, the same legal actions, the same places in the policy.
enum class OptionChange : uint8_t {
  kPlay,   // what a seat is shown, or what it may do
  kNames,  // what things are called: one variant is the other renamed, actions perhaps renumbered
  kStart,  // what comes before the first decision that both have
  kEnd,    // when a game is over
  kResult  // what a game that has ended is worth
};

// One option as its game declares it: what it may be, what it means, and the clause it comes from.
struct OptionSpec {
  std::string key = {};
  std::string default_value = {};
  // The allowed words; empty for a whole number in [min, max].
  std::vector<std::string> values = {};
  int min = 0;
  int max = 0;
  std::string meaning = {};
  std::string clause = {};
  // What another value changes: any, or, where some are listed as alike, one of these for another.
  OptionChange changes = OptionChange::kPlay;
  std::vector<std::string> alike = {};

  // Whether one of these values in place of the other changes play.
  bool ChangesPlay(const std::string& one, const std::string& other) const;
};
using OptionSchema = std::vector<OptionSpec>;

// Every option of a schema with its checked value.
class RuleOptions {
 public:
  // Fills in defaults; refuses an unknown key or a value that is not allowed, saying what is.
  // `where` opens the message, e.g. the game's name.
  static absl::StatusOr<RuleOptions> Resolve(const OptionSchema& schema,
                                             const std::map<std::string, std::string>& given,
                                             const std::string& where);

  // The value of an option. REQUIRES: the schema has it (and, for Int, it is a number).
  const std::string& Text(std::string_view key) const;
  int Int(std::string_view key) const;
  bool Is(std::string_view key, std::string_view value) const { return Text(key) == value; }

  // `{key=value,...}`, every option written, keys sorted; empty if there are none.
  std::string ToText() const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

// A game's text taken apart: `tantrix{racks=open}` is its name and the options that are written.
struct GameText {
  std::string name;
  std::map<std::string, std::string> options;
};
// The name that a game's text begins with; it need not be a game's.
inline std::string GameNameOf(std::string_view text) {
  return std::string(text.substr(0, text.find('{')));
}
// InvalidArgument where the text is not of this form.
absl::StatusOr<GameText> ParseGameText(const std::string& text);
// The same text with an option set to a value, whatever it was; whether the game has them is not
// looked at.
absl::StatusOr<std::string> WithOption(const std::string& text, const std::string& key,
                                       const std::string& value);

}  // namespace kvintet::envs
