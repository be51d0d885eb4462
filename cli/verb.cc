// Verb: see the header.
#include "cli/verb.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace kvintet::cli {

Option Option::Required() const { return Option(option_->required()); }

bool Option::Given() const { return !option_->empty(); }

Option Option::Range(int low, int high) const {
  return Option(option_->check(CLI::Range(low, high)));
}

Option Option::Range(int64_t low, int64_t high) const {
  return Option(option_->check(CLI::Range(low, high)));
}

Option Option::Range(double low, double high) const {
  return Option(option_->check(CLI::Range(low, high)));
}

Option Option::OneOf(std::initializer_list<std::string> values) const {
  return Option(option_->check(CLI::IsMember(values)));
}

Option Option::DirectoryOr(const std::string& word) const {
  return Option(option_->check(CLI::ExistingDirectory | CLI::IsMember({word})));
}

Option Option::Repeatable() const { return Option(option_->take_all()); }

Option Option::Values(int least, int most, char delimiter) const {
  return Option(option_->delimiter(delimiter)->expected(least, most));
}

Option Option::Excludes(const Option& other) const {
  return Option(option_->excludes(other.option_));
}

Option Option::Needs(const Option& other) const { return Option(option_->needs(other.option_)); }

Option Option::Hide() const { return Option(option_->group("")); }

Verb Verb::AddVerb(const std::string& name, const std::string& meaning) const {
  return {app_->add_subcommand(name, meaning), chosen_};
}

template <typename T>
Option Verb::Add(const std::string& name, T* value, const std::string& meaning) const {
  return Option(app_->add_option(name, *value, meaning));
}

Option Verb::AddFlag(const std::string& name, bool* given, const std::string& meaning) const {
  return Option(app_->add_flag(name, *given, meaning));
}

Option Verb::AddSwitch(const std::string& name, std::optional<bool>* chosen,
                       const std::string& meaning) const {
  // `name` begins with "--". The library counts a flag that is switched off as -1.
  return Option(app_->add_flag_function(
      name + ",!--no-" + name.substr(2), [chosen](int64_t count) { *chosen = count > 0; },
      meaning));
}

void Verb::RequireVerb() const { app_->require_subcommand(1); }

void Verb::Hide() const { app_->group(""); }

void Verb::AllowExtras() const { app_->allow_extras(); }

void Verb::Runs(Run run) const {
  app_->callback([chosen = chosen_, run = std::move(run)] { *chosen = run; });
}

// The types of values.
template Option Verb::Add(const std::string&, int*, const std::string&) const;
template Option Verb::Add(const std::string&, int64_t*, const std::string&) const;
template Option Verb::Add(const std::string&, uint64_t*, const std::string&) const;
template Option Verb::Add(const std::string&, double*, const std::string&) const;
template Option Verb::Add(const std::string&, std::string*, const std::string&) const;
template Option Verb::Add(const std::string&, std::optional<int>*, const std::string&) const;
template Option Verb::Add(const std::string&, std::optional<int64_t>*, const std::string&) const;
template Option Verb::Add(const std::string&, std::optional<uint64_t>*, const std::string&) const;
template Option Verb::Add(const std::string&, std::optional<double>*, const std::string&) const;
template Option Verb::Add(const std::string&, std::optional<std::string>*,
                          const std::string&) const;
template Option Verb::Add(const std::string&, std::vector<int>*, const std::string&) const;
template Option Verb::Add(const std::string&, std::vector<std::string>*, const std::string&) const;

}  // namespace kvintet::cli
