// ColoursByWish, GameByWishes: which colours two players of Tantrix play, as they wish (T7).
#pragma once

#include <array>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

#include "base/reports/json.h"

namespace kvintet::serving {

// As the game's option `colours` names them: "blue", "green", "red", "yellow".
struct ColourWish {
  // Empty: none is registered.
  std::string first = {};
  std::string second = {};
  // Green is drawn as white for the player.
  bool colour_blind = false;
  // What the other is to have who is colour-blind, where the player is not. Empty: what it wishes.
  std::string opponent = {};
  bool operator==(const ColourWish&) const = default;
};
using ColourWishes = std::array<ColourWish, 2>;

// Whether a colour is wished for anybody.
bool AreColoursWished(const ColourWishes& wishes);

// The colours of player 0 and player 1. Empty: they have to agree, else the director decides.
using DecidedColours = std::optional<std::array<std::string, 2>>;

// InvalidArgument for a colour that there is not, a second without a first, or the same twice.
absl::StatusOr<DecidedColours> ColoursByWish(const ColourWishes& wishes);

// The text of a game whose seats have the colours that their players wish; where they wish none,
// the same text. InvalidArgument, of the field, where the game has no colours, the wishes do not
// decide it, or seats are drawn by lot, so that no player has one yet.
absl::StatusOr<std::string> GameByWishes(const std::string& game, const ColourWishes& wishes,
                                         bool lot, const std::string& field);

// As journals keep it.
Json ToJson(const ColourWish& wish);
absl::StatusOr<ColourWish> ColourWishFromJson(const Json& json);

}  // namespace kvintet::serving
