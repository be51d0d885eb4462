// NumberRange: see the header.
#include "base/number_range.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace kvintet {
namespace {

// A bound in full digits if it is a whole number: 1000000, not 1e+06.
std::string BoundText(double bound) {
  if (bound == std::floor(bound) && std::abs(bound) < 1e15) {
    return absl::StrCat(static_cast<int64_t>(bound));
  }
  return absl::StrCat(bound);
}

}  // namespace

bool Contains(const NumberRange& range, double number) {
  if (!std::isfinite(number)) {
    return false;
  }
  const bool high_enough =
      !range.min || (range.open_min ? number > *range.min : number >= *range.min);
  const bool low_enough =
      !range.max || (range.open_max ? number < *range.max : number <= *range.max);
  return high_enough && low_enough;
}

std::string Describe(const NumberRange& range) {
  if (range.min && range.max && !range.open_min && !range.open_max) {
    return absl::StrCat("between ", BoundText(*range.min), " and ", BoundText(*range.max));
  }
  std::vector<std::string> bounds;
  if (range.min) {
    bounds.push_back(absl::StrCat(range.open_min ? "above " : "at least ", BoundText(*range.min)));
  }
  if (range.max) {
    bounds.push_back(absl::StrCat(range.open_max ? "below " : "at most ", BoundText(*range.max)));
  }
  return bounds.empty() ? "finite" : absl::StrJoin(bounds, " and ");
}

}  // namespace kvintet
