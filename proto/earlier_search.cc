// WithCurrentSearch: works on the text, since no schema has the earlier fields any more.
#include "proto/earlier_search.h"

#include <cstddef>
#include <map>
#include <regex>
#include <utility>

#include <absl/strings/ascii.h>
#include <absl/strings/str_cat.h>
#include <google/protobuf/descriptor.h>

#include "proto/moved_setting.h"
#include "proto/search_algorithm.h"
#include "proto/search_config.pb.h"

namespace kvintet {
namespace {

using google::protobuf::FieldDescriptor;

// The name of the earlier enumeration of algorithms.
constexpr char kAlgorithm[] = "algorithm";

// What one `search { ... }` sets, by name. A message's value is the text between its braces.
using Settings = std::map<std::string, std::string>;

Settings ParseSettings(const std::string& inside) {
  static const auto& setting = *new std::regex(R"((\w+)\s*(?::\s*([^\s{},;]+)|:?\s*\{([^{}]*)\}))");
  Settings settings;
  for (std::sregex_iterator found(inside.begin(), inside.end(), setting), end; found != end;
       ++found) {
    settings[(*found)[1]] = (*found)[2].matched ? (*found)[2] : (*found)[3];
  }
  return settings;
}

const FieldDescriptor* FieldOf(const std::string& name) {
  return SearchConfig::descriptor()->FindFieldByName(name);
}

// Whether this was a name beside the algorithm's.
bool IsEarlierName(const std::string& name) {
  return name == kAlgorithm || !AlgorithmsWith(name).empty();
}

// The algorithm that the settings select; "" if they select none. A custom rule took precedence
// over the enumeration.
std::string SelectedBy(const Settings& settings) {
  for (const auto& [name, value] : settings) {
    if (AlgorithmNamed(name).has_value()) {
      return name;
    }
  }
  const auto selected = settings.find(kAlgorithm);
  return selected == settings.end() ? "" : absl::AsciiStrToLower(selected->second);
}

// Whether the settings are in an earlier spelling that is understood.
bool IsEarlier(const Settings& settings) {
  bool found = false;
  for (const auto& [name, value] : settings) {
    if (FieldOf(name) == nullptr && !IsEarlierName(name)) {
      return false;
    }
    found = found || FieldOf(name) == nullptr;
  }
  const std::string selected = SelectedBy(settings);
  return found && (selected.empty() || AlgorithmNamed(selected).has_value());
}

// `changes` to `before`, or the whole configuration if `before` is empty, in the present spelling.
std::string Converted(const Settings& before, const Settings& changes) {
  const std::string outer = before.empty() ? AlgorithmName(SearchConfig()) : SelectedBy(before);
  const std::string chosen = SelectedBy(changes);
  const std::string& name = chosen.empty() ? outer : chosen;
  // A change of the algorithm once kept the settings that it found.
  Settings within = changes;
  if (name != outer) {
    within.insert(before.begin(), before.end());
  }
  std::string text;
  for (const auto& [setting, value] : changes) {
    const FieldDescriptor* const field = FieldOf(setting);
    if (field != nullptr && field->message_type() == nullptr) {
      absl::StrAppend(&text, setting, ": ", value, " ");
    }
  }
  const auto own = changes.find(name);
  std::string inside = own == changes.end() ? "" : absl::StrCat(own->second, " ");
  for (const auto& [setting, value] : within) {
    const FieldDescriptor* const moved = FindMovedSetting(*FieldOf(name)->message_type(), setting);
    if (moved != nullptr) {
      absl::StrAppend(&inside, moved->name(), ": ", value, " ");
    }
  }
  if (!chosen.empty() || !inside.empty()) {
    absl::StrAppend(&text, name, " { ", inside, "} ");
  }
  return text;
}

// The place of the brace that closes the one before `begin`; npos if there is none. The settings of
// a search hold no quoted text.
size_t ClosingBrace(const std::string& text, size_t begin) {
  int open = 1;
  for (size_t i = begin; i < text.size(); ++i) {
    open += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    if (open == 0) {
      return i;
    }
  }
  return text.npos;
}

}  // namespace

std::string WithCurrentSearch(const std::string& text) {
  // Quoted text is matched so that it is passed over.
  static const auto& beginning =
      *new std::regex(R"re("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\bsearch\s*:?\s*\{)re");
  std::string current;
  Settings first;
  size_t done = 0;
  for (std::sregex_iterator found(text.begin(), text.end(), beginning), end; found != end;
       ++found) {
    const auto inside = static_cast<size_t>(found->position() + found->length());
    const size_t closing = text[inside - 1] == '{' ? ClosingBrace(text, inside) : text.npos;
    if (closing == text.npos) {
      continue;
    }
    Settings settings = ParseSettings(text.substr(inside, closing - inside));
    if (IsEarlier(settings)) {
      absl::StrAppend(&current, text.substr(done, inside - done), " ", Converted(first, settings));
      done = closing;
    }
    if (first.empty()) {
      first = std::move(settings);
    }
  }
  return current + text.substr(done);
}

}  // namespace kvintet
