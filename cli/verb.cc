// Verb: see the header.
#include "cli/verb.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace kvintet::cli {
namespace {

// The type of one number of an option.
template <typename T>
struct OneOfThem {
  using Type = T;
};
template <typename T>
struct OneOfThem<std::optional<T>> {
  using Type = T;
};
template <typename T>
struct OneOfThem<std::vector<T>> {
  using Type = T;
};

// Refuses what the library would read as another number: it takes -1, and any number that is too
// large, for some number of the type. Empty if the text is a number or is not written in digits,
// which the library refuses itself.
std::string CheckUnsigned(const std::string& text) {
  const bool digits =
      text.find_first_not_of("0123456789", absl::StartsWith(text, "-") ? 1 : 0) == text.npos;
  uint64_t number = 0;
  return !digits || absl::SimpleAtoi(text, &number)
             ? ""
             : absl::StrCat("wanted a whole number from 0 to ",
                            std::numeric_limits<uint64_t>::max(), ", found ", text);
}

// The text without leading zeros, which the library takes as the mark of octal digits.
std::string WithoutZeros(const std::string& text) {
  const size_t sign = absl::StartsWith(text, "-") || absl::StartsWith(text, "+") ? 1 : 0;
  if (text.find_first_not_of("0123456789", sign) != text.npos || text.size() == sign) {
    return text;
  }
  const size_t first = std::min(text.find_first_not_of('0', sign), text.size() - 1);
  return text.substr(0, sign) + text.substr(first);
}

}  // namespace

Option Option::Required() const { return Option(option_->required()); }

bool Option::Given() const { return !option_->empty(); }

Option Option::Range(int low, int high) const {
  return Option(option_->check(CLI::Range(low, high)));
}

Option Option::Range(int64_t low, int64_t high) const {
  return Option(option_->check(CLI::Range(low, high)));
}

Option Option::Range(double low, double high) const {
  // The library finds NaN in every range.
  const auto is_number = [](const std::string& text) {
    double number = 0;
    return absl::SimpleAtod(text, &number) && std::isnan(number)
               ? absl::StrCat("wanted a number, found ", text)
               : "";
  };
  return Option(option_->check(is_number)->check(CLI::Range(low, high)));
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
  CLI::Option* const option = app_->add_option(name, *value, meaning);
  if constexpr (std::integral<typename OneOfThem<T>::Type>) {
    option->transform(WithoutZeros);
  }
  if constexpr (std::unsigned_integral<typename OneOfThem<T>::Type>) {
    option->check(CheckUnsigned);
  }
  return Option(option);
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
