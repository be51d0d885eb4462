// RenamingOf: builds the maps of colours, tiles and rotations.
#include "envs/games/tantrix/renaming.h"

#include <algorithm>

#include "base/check.h"

namespace kvintet::envs::tantrix {
namespace {

std::array<uint8_t, kColours> RenamedColours(const std::array<Colour, 2>& seats,
                                             std::string_view colours) {
  std::array<uint8_t, kColours> renamed = {};
  renamed[seats[0]] = kRed;
  renamed[seats[1]] = kYellow;
  // Colours of neither seat keep their order, those in the box first.
  uint8_t next = kBlue;
  for (const bool in_box : {true, false}) {
    for (uint8_t colour = 0; colour < kColours; ++colour) {
      const bool in = colours.find(kColourLetters[colour]) != std::string_view::npos;
      if (colour != seats[0] && colour != seats[1] && in == in_box) {
        renamed[colour] = next++;
      }
    }
  }
  return renamed;
}

// Whether `image`, rotated by `shift` letters, has the colours of the renamed tile.
bool Matches(const std::array<uint8_t, kSides>& tile, const std::array<uint8_t, kColours>& renamed,
             const std::array<uint8_t, kSides>& image, size_t shift) {
  for (size_t letter = 0; letter < kSides; ++letter) {
    if (renamed[tile[letter]] != image[(letter + shift) % kSides]) {
      return false;
    }
  }
  return true;
}

}  // namespace

Renaming RenamingOf(const std::array<Colour, 2>& seats, std::string_view colours, int num_tiles) {
  static_assert(kBlue == 0 && kGreen == 1);
  Renaming renaming = {.colour = RenamedColours(seats, colours)};
  const auto tiles = static_cast<size_t>(num_tiles);
  for (size_t tile = 0; tile < tiles; ++tile) {
    bool found = false;
    for (size_t image = 0; image < tiles && !found; ++image) {
      for (size_t shift = 0; shift < kSides && !found; ++shift) {
        found = Matches(kTileTable.colour[tile], renaming.colour, kTileTable.colour[image], shift);
        renaming.tile[tile] = static_cast<uint8_t>(image);
        renaming.turn[tile] = static_cast<uint8_t>((kSides - shift) % kSides);
      }
    }
    KVINTET_CHECK(found);
  }
  return renaming;
}

}  // namespace kvintet::envs::tantrix
