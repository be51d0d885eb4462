// PartOptions, PartRegistry: parts of a network or learner that a text `name{option=value,...}`
// selects, such as `squeeze{ratio=8}`.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/check.h"
#include "base/status_macros.h"
#include "envs/rule_options.h"

namespace kvintet {
class Config;
namespace envs {
class Game;
}  // namespace envs
}  // namespace kvintet

namespace kvintet::network {

// An option as its part declares it: a number within [min, max].
struct PartOption {
  std::string name;
  double default_value = 0;
  double min = 0;
  double max = 0;
  // Only integers are allowed.
  bool whole = false;
};

// All options of a part, with checked values.
class PartOptions {
 public:
  // Fills in defaults. InvalidArgument, starting with `where`, for an unknown option or a value
  // that is not allowed.
  static absl::StatusOr<PartOptions> Resolve(std::span<const PartOption> schema,
                                             const std::map<std::string, std::string>& given,
                                             const std::string& where);

  // REQUIRES: the schema has the option.
  double Value(std::string_view name) const;
  int Int(std::string_view name) const { return static_cast<int>(Value(name)); }
  // `{name=value,...}` with every option, sorted, in digits that read back exactly; empty if there
  // are no options.
  std::string ToText() const;

 private:
  std::map<std::string, double, std::less<>> values_;
};

// The shortest digits that read back as the same number.
std::string NumberText(double number);

// InvalidArgument: `setting` names none of the parts.
absl::Status NoSuchPart(const std::string& setting, std::span<const std::string> names,
                        const std::string& found);

// What a text selects: the entry that a file has registered, and the options.
template <typename Entry>
struct Part {
  std::string name;
  const Entry* entry = nullptr;
  PartOptions options;

  // The text with every option.
  std::string Text() const { return name + options.ToText(); }
};

// The parts of one kind by name. An Entry has a member `options`, a vector of PartOption. Filled
// during static initialisation, afterwards any thread.
template <typename Entry>
class PartRegistry {
 public:
  // `setting`: the field of the configuration that selects the part, for errors.
  explicit PartRegistry(std::string setting) : setting_(std::move(setting)) {}

  // REQUIRES: no part has this name. Returns true.
  bool Add(const std::string& name, Entry entry) {
    const bool added = entries_.emplace(name, std::move(entry)).second;
    KVINTET_CHECK(added);
    return added;
  }

  // InvalidArgument, naming the setting, what was wanted and what was found.
  absl::StatusOr<Part<Entry>> Find(const std::string& text) const {
    const absl::StatusOr<envs::GameText> parsed = envs::ParseGameText(text);
    if (!parsed.ok()) {
      return absl::InvalidArgumentError(setting_ + ": " + std::string(parsed.status().message()));
    }
    const auto found = entries_.find(parsed->name);
    if (found == entries_.end()) {
      return NoSuchPart(setting_, Names(), parsed->name);
    }
    Part<Entry> part = {.name = parsed->name, .entry = &found->second, .options = {}};
    KVINTET_ASSIGN_OR_RETURN(part.options,
                             PartOptions::Resolve(found->second.options, parsed->options,
                                                  setting_ + ": " + parsed->name));
    return part;
  }

  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& [name, entry] : entries_) {
      names.push_back(name);
    }
    return names;
  }

 private:
  const std::string setting_;
  std::map<std::string, Entry> entries_;
};

// The options that a class declares by `static std::vector<PartOption> Options()`; none if it has
// no such function.
template <typename Class>
std::vector<PartOption> OptionsOf() {
  if constexpr (requires { Class::Options(); }) {
    return Class::Options();
  } else {
    return {};
  }
}

// The result of `static absl::Status Check(const envs::Game&, const Config&)`; ok if the class has
// no such function. It explains what in the game or configuration does not suit the part.
template <typename Class>
absl::Status CheckOf(const envs::Game& game, const Config& config) {
  if constexpr (requires { Class::Check(game, config); }) {
    return Class::Check(game, config);
  } else {
    return absl::OkStatus();
  }
}

}  // namespace kvintet::network
