// ColoursByWish, GameByWishes: see the header.
#include "serving/match/colour_wishes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/rule_options.h"
#include "serving/refusal.h"

namespace kvintet::serving {
namespace {

constexpr char kTantrix[] = "tantrix";
constexpr char kSayIt[] = "wanted the game as tantrix{colours=FIRST-SECOND} and no wishes";
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

absl::StatusOr<std::string> GameByWishes(const std::string& game,
                                         const std::array<ColourWish, 2>& wishes, bool lot) {
  const auto bad = [](absl::string_view what) {
    return Refusal(v1::REASON_BAD_FIELD, absl::StrCat("players.colours: ", what),
                   "players.colours");
  };
  if (envs::GameNameOf(game) != kTantrix) {
    return bad(
        absl::StrCat("wanted none, since only players of Tantrix have colours (T7), found "
                     "some for ",
                     game));
  }
  if (lot) {
    return bad("wanted seats that are fixed, since a seat's colour is its player's, found a lot");
  }
  const absl::StatusOr<ColourDecision> decision = ColoursByWish(wishes);
  if (!decision.ok()) {
    return bad(decision.status().message());
  }
  if (decision->chooser >= 0) {
    return bad(absl::StrCat("player ", decision->chooser, " chooses both, since only player ",
                            1 - decision->chooser, " is colour-blind (T7): ", kSayIt));
  }
  if (!decision->colours) {
    return bad(
        absl::StrCat("both players wish the same, so they agree or the director decides "
                     "(T7): ",
                     kSayIt));
  }
  const auto& [first, second] = *decision->colours;
  return envs::WithOption(game, "colours", absl::StrCat(first, "-", second));
}

}  // namespace kvintet::serving
