// PartOptions: see the header.
#include "training/network/parts/part.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

namespace kvintet::network {
namespace {

bool Allows(const PartOption& option, double value) {
  return value >= option.min && value <= option.max &&
         (!option.whole || value == std::floor(value));
}

std::string Names(std::span<const PartOption> schema) {
  return schema.empty() ? "none"
                        : absl::StrJoin(schema, ", ", [](std::string* out, const PartOption& o) {
                            absl::StrAppend(out, o.name);
                          });
}

}  // namespace

std::string NumberText(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return std::string(digits.data(), end);
}

absl::StatusOr<PartOptions> PartOptions::Resolve(std::span<const PartOption> schema,
                                                 const std::map<std::string, std::string>& given,
                                                 const std::string& where) {
  PartOptions options;
  for (const PartOption& option : schema) {
    options.values_[option.name] = option.default_value;
  }
  for (const auto& [name, text] : given) {
    const auto option = std::ranges::find(schema, name, &PartOption::name);
    if (option == schema.end()) {
      return absl::InvalidArgumentError(
          absl::StrCat(where, ": no option '", name, "'; its options: ", Names(schema)));
    }
    double value = 0;
    if (!absl::SimpleAtod(text, &value) || !Allows(*option, value)) {
      return absl::InvalidArgumentError(absl::StrCat(
          where, ": option ", name, " must be a ", option->whole ? "whole " : "", "number from ",
          NumberText(option->min), " to ", NumberText(option->max), ", is '", text, "'"));
    }
    options.values_[name] = value;
  }
  return options;
}

double PartOptions::Value(std::string_view name) const {
  const auto found = values_.find(name);
  KVINTET_CHECK(found != values_.end());
  return found->second;
}

std::string PartOptions::ToText() const {
  if (values_.empty()) {
    return "";
  }
  return absl::StrCat("{",
                      absl::StrJoin(values_, ",",
                                    [](std::string* out, const auto& option) {
                                      absl::StrAppend(out, option.first, "=",
                                                      NumberText(option.second));
                                    }),
                      "}");
}

absl::Status NoSuchPart(const std::string& setting, std::span<const std::string> names,
                        const std::string& found) {
  if (names.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(setting, ": no file registers any, found '", found, "'"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat(setting, " must be one of ", absl::StrJoin(names, ", "), ", is '", found, "'"));
}

}  // namespace kvintet::network
