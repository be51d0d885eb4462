// ColoursByWish: see the header.
#include "serving/match/colour_wishes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"

namespace kvintet::serving {
namespace {

// Those that nobody wishes are given in this order: the game's usual ones first.
constexpr std::array<const char*, 4> kColours = {"red", "yellow", "blue", "green"};

absl::Status CheckColour(const std::string& colour) {
  if (colour.empty() || std::ranges::find(kColours, colour) != kColours.end()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("wanted blue, green, red or yellow, found '", colour, "'"));
}

absl::Status CheckWish(const ColourWish& wish) {
  KVINTET_RETURN_IF_ERROR(CheckColour(wish.first));
  KVINTET_RETURN_IF_ERROR(CheckColour(wish.second));
  if (!wish.second.empty() && (wish.first.empty() || wish.first == wish.second)) {
    return absl::InvalidArgumentError("a second colour wants another first one");
  }
  return absl::OkStatus();
}

std::string AnyBut(const std::string& colour) {
  return *std::ranges::find_if(kColours, [&](const char* other) { return colour != other; });
}

}  // namespace

absl::StatusOr<ColourDecision> ColoursByWish(const std::array<ColourWish, 2>& wishes) {
  KVINTET_RETURN_IF_ERROR(CheckWish(wishes[0]));
  KVINTET_RETURN_IF_ERROR(CheckWish(wishes[1]));
  const auto& [one, other] = wishes;
  if (one.colour_blind != other.colour_blind) {
    return ColourDecision{.chooser = one.colour_blind ? 1 : 0};
  }
  // Who has registered nothing does not hinder the other.
  if (one.first.empty()) {
    const std::string taken = other.first.empty() ? AnyBut(kColours[0]) : other.first;
    return ColourDecision{.colours = {{AnyBut(taken), taken}}};
  }
  if (other.first.empty()) {
    return ColourDecision{.colours = {{one.first, AnyBut(one.first)}}};
  }
  if (one.first != other.first) {
    return ColourDecision{.colours = {{one.first, other.first}}};
  }
  if (!one.second.empty() && !other.second.empty() && one.second != other.second) {
    return ColourDecision{.colours = {{one.second, other.second}}};
  }
  return ColourDecision{};
}

}  // namespace kvintet::serving
