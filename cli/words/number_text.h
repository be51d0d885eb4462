// NumberText: formats numbers and intervals.
#pragma once

#include <cmath>
#include <string>

#include "absl/strings/str_format.h"

namespace kvintet::cli {

// "48.2"; a negative number that rounds to 0 has no sign.
inline std::string NumberText(double value, int digits) {
  const bool vanishes = value < 0 && value > -std::pow(0.1, digits) / 2;
  return absl::StrFormat("%.*f", digits, vanishes ? 0 : value);
}

// "48.2 % [46.1, 50.3]" for the unit " %".
inline std::string IntervalText(double value, double low, double high, int digits,
                                const std::string& unit = "") {
  return absl::StrFormat("%s%s [%s, %s]", NumberText(value, digits), unit, NumberText(low, digits),
                         NumberText(high, digits));
}

}  // namespace kvintet::cli
