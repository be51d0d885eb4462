// ColoursByWish, GameByWishes: see the header.
#include "matches/settings/colour_wishes.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/status_macros.h"
#include "envs/match_play.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

// In the order in which those that nobody wishes are assigned.
using Colours = std::span<const std::string>;

// "blue, green, red or yellow".
std::string Listed(Colours colours) {
  std::vector<std::string> sorted(colours.begin(), colours.end());
  std::ranges::sort(sorted);
  const std::string last = sorted.back();
  sorted.pop_back();
  return absl::StrCat(absl::StrJoin(sorted, ", "), " or ", last);
}

absl::Status CheckColour(Colours colours, const std::string& colour) {
  if (colour.empty() || std::ranges::find(colours, colour) != colours.end()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("wanted ", Listed(colours), ", found '", colour, "'"));
}

absl::Status CheckWish(Colours colours, const ColourWish& wish) {
  KVINTET_RETURN_IF_ERROR(CheckColour(colours, wish.first));
  KVINTET_RETURN_IF_ERROR(CheckColour(colours, wish.second));
  if (!wish.second.empty() && (wish.first.empty() || wish.first == wish.second)) {
    return absl::InvalidArgumentError("a second colour needs a different first colour");
  }
  KVINTET_RETURN_IF_ERROR(CheckColour(colours, wish.opponent));
  if (!wish.opponent.empty() && (wish.first == wish.opponent || wish.colour_blind)) {
    return absl::InvalidArgumentError(
        "a colour for the opponent must differ from the player's own, and the player must not be "
        "colour-blind");
  }
  return absl::OkStatus();
}

std::string AnyBut(Colours colours, const std::string& colour) {
  return colours[colours[0] == colour ? 1 : 0];
}

// The colours of the player who chooses for both, and of the colour-blind player, whose own wishes
// fill what is left open.
std::array<std::string, 2> ChosenColours(Colours colours, const ColourWish& chooser,
                                         const ColourWish& blind) {
  std::string given = chooser.opponent;
  for (const std::string& wish : {blind.first, blind.second}) {
    given = given.empty() && wish != chooser.first ? wish : given;
  }
  const std::string own = !chooser.first.empty() ? chooser.first : AnyBut(colours, given);
  return {own, given.empty() ? AnyBut(colours, own) : given};
}

}  // namespace

bool AreColoursWished(const ColourWishes& wishes) {
  const auto& [one, other] = wishes;
  return !one.first.empty() || !other.first.empty() ||
         (!one.opponent.empty() && other.colour_blind) ||
         (!other.opponent.empty() && one.colour_blind);
}

absl::StatusOr<DecidedColours> ColoursByWish(Colours colours, const ColourWishes& wishes) {
  KVINTET_RETURN_IF_ERROR(CheckWish(colours, wishes[0]));
  KVINTET_RETURN_IF_ERROR(CheckWish(colours, wishes[1]));
  const auto& [one, other] = wishes;
  if (one.colour_blind != other.colour_blind) {
    const auto [own, given] =
        one.colour_blind ? ChosenColours(colours, other, one) : ChosenColours(colours, one, other);
    return one.colour_blind ? DecidedColours({given, own}) : DecidedColours({own, given});
  }
  // A player without registered colours takes what is left.
  if (one.first.empty()) {
    const std::string taken = other.first.empty() ? AnyBut(colours, colours[0]) : other.first;
    return DecidedColours({AnyBut(colours, taken), taken});
  }
  if (other.first.empty()) {
    return DecidedColours({one.first, AnyBut(colours, one.first)});
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
  const auto bad = [&field](absl::string_view what) { return BadField(field, what); };
  if (wishes == ColourWishes{}) {
    return game;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> made, envs::MakeGame(game));
  const envs::MatchPlay* const play = made->match_play();
  const envs::MatchRules rules = play == nullptr ? envs::MatchRules() : play->Rules();
  if (rules.colours.empty()) {
    return bad(absl::StrCat("wanted none, since players of ", made->Spec().name,
                            " do not choose colours (T7), found some for ", game));
  }
  if (lot) {
    return bad("wanted fixed seats, since colours belong to seats, found seats drawn by lot");
  }
  const absl::StatusOr<DecidedColours> decided = ColoursByWish(rules.colours, wishes);
  if (!decided.ok()) {
    return bad(decided.status().message());
  }
  if (!AreColoursWished(wishes)) {
    return game;
  }
  if (!*decided) {
    return bad(
        absl::StrCat("both players wish the same, so they must agree or the director must decide "
                     "(T7): wanted other wishes, or no wishes and the game ",
                     made->Spec().name, "{", rules.colours_option, "=FIRST-SECOND}"));
  }
  const auto& [first, second] = **decided;
  return envs::WithOption(game, rules.colours_option, absl::StrCat(first, "-", second));
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

}  // namespace kvintet::matches
