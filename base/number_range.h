// NumberRange: the numbers that a setting accepts, and how an error describes them.
#pragma once

#include <optional>
#include <string>

namespace kvintet {

struct NumberRange {
  // Smallest and largest number; empty: only its type bounds it.
  std::optional<double> min = {};
  std::optional<double> max = {};
  // Exclude the bounds themselves.
  bool open_min = false;
  bool open_max = false;

  bool operator==(const NumberRange&) const = default;
};

// False for a number that is not finite, whatever the range.
bool Contains(const NumberRange& range, double number);

// What a number must be, e.g. "between 1 and 1000000", "above 0 and at most 10" or "finite".
std::string Describe(const NumberRange& range);

}  // namespace kvintet
