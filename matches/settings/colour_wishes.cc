// ColoursByWish, GameByWishes: see the header.
#include "matches/settings/colour_wishes.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/rule_options.h"
#include "serving/errors/refusal.h"

namespace kvintet::serving {
namespace {

constexpr char kTantrix[] = "tantrix";
constexpr char kSayIt[] =
    "wanted other wishes, or no wishes and the game tantrix{colours=FIRST-SECOND}";
// Colours that nobody wishes are assigned in this order, the game's default colours first.
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
    return absl::InvalidArgumentError("a second colour needs a different first colour");
  }
  KVINTET_RETURN_IF_ERROR(CheckColour(wish.opponent));
  if (!wish.opponent.empty() && (wish.first == wish.opponent || wish.colour_blind)) {
    return absl::InvalidArgumentError(
        "a colour for the opponent must differ from the player's own, and the player must not be "
        "colour-blind");
  }
  return absl::OkStatus();
}

std::string AnyBut(const std::string& colour) {
  return *std::ranges::find_if(kColours, [&](const char* other) { return colour != other; });
}

// The colours of the player who chooses for both, and of the colour-blind player, whose own wishes
// fill what is left open.
std::array<std::string, 2> ChosenColours(const ColourWish& chooser, const ColourWish& blind) {
  std::string given = chooser.opponent;
  for (const std::string& wish : {blind.first, blind.second}) {
    given = given.empty() && wish != chooser.first ? wish : given;
  }
  const std::string own = !chooser.first.empty() ? chooser.first : AnyBut(given);
  return {own, given.empty() ? AnyBut(own) : given};
}

}  // namespace

bool AreColoursWished(const ColourWishes& wishes) {
  const auto& [one, other] = wishes;
  return !one.first.empty() || !other.first.empty() ||
         (!one.opponent.empty() && other.colour_blind) ||
         (!other.opponent.empty() && one.colour_blind);
}

absl::StatusOr<DecidedColours> ColoursByWish(const ColourWishes& wishes) {
  KVINTET_RETURN_IF_ERROR(CheckWish(wishes[0]));
  KVINTET_RETURN_IF_ERROR(CheckWish(wishes[1]));
  const auto& [one, other] = wishes;
  if (one.colour_blind != other.colour_blind) {
    const auto [own, given] =
        one.colour_blind ? ChosenColours(other, one) : ChosenColours(one, other);
    return one.colour_blind ? DecidedColours({given, own}) : DecidedColours({own, given});
  }
  // A player without registered colours takes what is left.
  if (one.first.empty()) {
    const std::string taken = other.first.empty() ? AnyBut(kColours[0]) : other.first;
    return DecidedColours({AnyBut(taken), taken});
  }
  if (other.first.empty()) {
    return DecidedColours({one.first, AnyBut(one.first)});
  }
  if (one.first != other.first) {
    return DecidedColours({one.first, other.first});
  }
  if (!one.second.empty() && !other.second.empty() && one.second != other.second) {
    return DecidedColours({one.second, other.second});
  }
  return DecidedColours();
}

absl::StatusOr<std::string> GameByWishes(const std::string& game, const ColourWishes& wishes,
                                         bool lot, const std::string& field) {
  const auto bad = [&field](absl::string_view what) {
    return Refusal(v1::REASON_BAD_FIELD, absl::StrCat(field, ": ", what), field);
  };
  if (wishes == ColourWishes{}) {
    return game;
  }
  if (envs::GameNameOf(game) != kTantrix) {
    return bad(
        absl::StrCat("wanted none, since only players of Tantrix have colours (T7), found "
                     "some for ",
                     game));
  }
  if (lot) {
    return bad("wanted fixed seats, since colours belong to seats, found seats drawn by lot");
  }
  const absl::StatusOr<DecidedColours> decided = ColoursByWish(wishes);
  if (!decided.ok()) {
    return bad(decided.status().message());
  }
  if (!AreColoursWished(wishes)) {
    return game;
  }
  if (!*decided) {
    return bad(
        absl::StrCat("both players wish the same, so they must agree or the director must decide "
                     "(T7): ",
                     kSayIt));
  }
  const auto& [first, second] = **decided;
  return envs::WithOption(game, "colours", absl::StrCat(first, "-", second));
}

Json ToJson(const ColourWish& wish) {
  return {{"first", wish.first},
          {"second", wish.second},
          {"opponent", wish.opponent},
          {"colour_blind", wish.colour_blind}};
}

absl::StatusOr<ColourWish> ColourWishFromJson(const Json& json) {
  ColourWish wish;
  KVINTET_ASSIGN_OR_RETURN(wish.first, JsonMember<std::string>(json, "first"));
  KVINTET_ASSIGN_OR_RETURN(wish.second, JsonMember<std::string>(json, "second"));
  KVINTET_ASSIGN_OR_RETURN(wish.opponent, JsonMember<std::string>(json, "opponent"));
  KVINTET_ASSIGN_OR_RETURN(wish.colour_blind, JsonMember<bool>(json, "colour_blind"));
  return wish;
}

}  // namespace kvintet::serving
