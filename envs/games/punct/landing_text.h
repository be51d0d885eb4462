// LandingText, ParseLanding: the place and rotation of a piece as text, e.g. `H9/2`.
#pragma once

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"

#include "envs/games/punct/board.h"

namespace kvintet::envs::punct {

// The PÜNCT's spot and the rotation.
struct Landing {
  int spot = kNoSpot;
  int rotation = 0;
};

inline std::string LandingText(const Board& board, const Landing& landing) {
  return absl::StrCat(board.SpaceName(landing.spot), "/", landing.rotation);
}

// Accepts rotations 0 to 5 for every kind. Returns kNoSpot as the spot if the text is malformed.
inline Landing ParseLanding(const Board& board, std::string_view text) {
  if (text.size() < 4 || text[text.size() - 2] != '/') {
    return {};
  }
  const Landing landing = {board.ParseSpace(text.substr(0, text.size() - 2)), text.back() - '0'};
  const bool good =
      landing.spot != kNoSpot && landing.rotation >= 0 && landing.rotation < kDirections;
  return good ? landing : Landing();
}

// The kind with this letter, or -1.
inline int KindOf(std::string_view letter) {
  return letter.size() == 1 && kKindLetters.find(letter) != std::string_view::npos
             ? static_cast<int>(kKindLetters.find(letter))
             : -1;
}

}  // namespace kvintet::envs::punct
