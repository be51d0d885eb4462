// ColoursByWish, GameByWishes: which colours two players of Tantrix play, as they wish (T7).
#pragma once

#include <array>
#include <optional>
#include <string>

#include "absl/status/statusor.h"

namespace kvintet::serving {

// As the game's option `colours` names them: "blue", "green", "red", "yellow".
struct ColourWish {
  // Empty: none is registered.
  std::string first = {};
  std::string second = {};
  // Green is drawn as white for the player.
  bool colour_blind = false;
};

// What follows from the wishes.
struct ColourDecision {
  // Of player 0 and player 1. Empty: they have to agree, else the director decides.
  std::optional<std::array<std::string, 2>> colours = {};
  // Who chooses both colours, since only the other is colour-blind; -1: nobody.
  int chooser = -1;
};

// InvalidArgument for a colour that there is not, a second without a first, or the same twice.
absl::StatusOr<ColourDecision> ColoursByWish(const std::array<ColourWish, 2>& wishes);

// The text of a game whose seats have the colours that their players wish. InvalidArgument, of the
// field `players.colours`, where the game has no colours, the wishes do not decide it, or seats are
// drawn by lot, so that no player has one yet.
absl::StatusOr<std::string> GameByWishes(const std::string& game,
                                         const std::array<ColourWish, 2>& wishes, bool lot);

}  // namespace kvintet::serving
