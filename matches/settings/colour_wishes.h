// ColoursByWish, GameByWishes: assign colours to two players by their preferences (Tantrix, T7).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::matches {

// Colours are named as in the game's rules (envs::MatchRules::colours): "blue", "green" etc.
struct ColourWish {
  // Empty if none is registered.
  std::string first = {};
  std::string second = {};
  // Draw green as white for this player.
  bool colour_blind = false;
  // The colour wished for a colour-blind opponent by a player who is not. Empty: the opponent's own
  // wish decides.
  std::string opponent = {};
  bool operator==(const ColourWish&) const = default;
};
using ColourWishes = std::array<ColourWish, 2>;

// Whether any colour is wished for either player.
bool AreColoursWished(const ColourWishes& wishes);

// The colours of player 0 and player 1. Empty if the wishes do not decide them: then the players
// must agree, or the director decides.
using DecidedColours = std::optional<std::array<std::string, 2>>;

// `colours` are those of the game; ones that nobody wishes are assigned in their order.
// InvalidArgument for an unknown colour, a second colour without a first, or the same colour twice.
absl::StatusOr<DecidedColours> ColoursByWish(std::span<const std::string> colours,
                                             const ColourWishes& wishes);

// The text of the game with the colours that the players wish. Without wishes the text is
// unchanged. InvalidArgument, naming `field`, if the game has no colours, if the wishes do not
// decide them, or if seats are drawn by lot (then no player has a seat to colour yet).
absl::StatusOr<std::string> GameByWishes(const std::string& game, const ColourWishes& wishes,
                                         bool lot, const std::string& field);

// The JSON form used in journals.
Json ToJson(const ColourWish& wish);
absl::StatusOr<ColourWish> ColourWishFromJson(const Json& json);

}  // namespace kvintet::matches
