// ReferenceEntry: what a reference game says about itself, and how it reads its options.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "tests/reference/reference_game.h"

namespace kvintet::reference {

// Values of options by their keys.
using Options = std::map<std::string, std::string>;

// A game's name, its options with their defaults, and its factory, which gets every option and
// returns null if a value is invalid.
struct ReferenceEntry {
  std::string name;
  Options defaults;
  std::unique_ptr<ReferenceGame> (*make)(const Options& options);
};

// The number in `text`, if it is an integer from `low` to `high`.
inline std::optional<int> Number(const std::string& text, int low, int high) {
  int number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || number < low || number > high) return std::nullopt;
  return number;
}

inline bool OneOf(const std::string& text, const std::vector<std::string>& allowed) {
  return std::find(allowed.begin(), allowed.end(), text) != allowed.end();
}

// The options in `text`, the part between the braces; nullopt if a part is not `key=value` or a key
// occurs twice.
inline std::optional<Options> ParseOptions(const std::string& text) {
  Options options;
  std::size_t start = 0;
  while (!text.empty() && start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string part = text.substr(start, comma - start);
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) return std::nullopt;
    const bool is_new = options.emplace(part.substr(0, equals), part.substr(equals + 1)).second;
    if (!is_new) return std::nullopt;
    start = comma + 1;
  }
  return options;
}

// A new game of `name{key=value,...}`; options left out have their defaults. Null if the entry has
// another name, or if the text or an option is invalid.
inline std::unique_ptr<ReferenceGame> MakeFrom(const ReferenceEntry& entry,
                                               const std::string& game_text) {
  const std::size_t brace = std::min(game_text.find('{'), game_text.size());
  if (entry.name != game_text.substr(0, brace)) return nullptr;
  std::string between;
  if (brace < game_text.size()) {
    if (game_text.back() != '}') return nullptr;
    between = game_text.substr(brace + 1, game_text.size() - brace - 2);
  }
  const std::optional<Options> written = ParseOptions(between);
  if (!written) return nullptr;
  Options options = entry.defaults;
  for (const auto& [key, value] : *written) {
    if (!options.contains(key)) return nullptr;
    options[key] = value;
  }
  return entry.make(options);
}

}  // namespace kvintet::reference
