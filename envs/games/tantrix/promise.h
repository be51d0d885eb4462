// Promise: what the lines of a Tantrix table are worth once its forced spaces are filled.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "envs/games/tantrix/arrivals.h"
#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {

// A tile that is about to be laid.
struct LaidTile {
  size_t tile;
  size_t rotation;
  Cell space;
};

// A forced space (T3) that one of the tiles yet to be laid fills. Whoever holds such a tile must
// lay it, and it joins the lines that show one colour to the space.
struct ForcedSpace {
  Cell cell;
  // The direction in which the laid tile lies, if beside it; otherwise kSides.
  size_t laid;
};

// Those in a window. Whether a tile fills one is decided by colours alone, without restriction 1.
class ForcedSpaces {
 public:
  // Those now. `yet`: the tiles that are not on the table.
  ForcedSpaces(const Field& field, const Window& window, TileSet yet);
  // Those after a tile is laid. Spaces that become forced as others are filled are left out.
  ForcedSpaces After(const LaidTile& laid) const;

  std::span<const ForcedSpace> spaces() const { return std::span(spaces_).first(count_); }

 private:
  // 56 connected tiles have at most 226 open sides, and a forced space touches three.
  static constexpr size_t kMost = 75;

  ForcedSpaces(const Field& field, const Window& window) : field_(field), window_(window) {}
  void Add(const ForcedSpace& space, TileSet fillers);

  const Field& field_;
  const Window& window_;
  TileSet yet_ = 0;
  std::array<ForcedSpace, kMost> spaces_;
  std::array<TileSet, kMost> fillers_;
  size_t count_ = 0;
};

// The score of the best line of a colour once the forced spaces are filled, but at least `best`.
// `laid`: the tile after which they are forced, or null. A forced space joins the two lines of the
// colour that end there, or makes a single one longer by one tile. `scores`, if given, receives the
// score of the line through each space, 0 where no line of the colour ends.
int PromisedScore(const LinesOf& lines, const ForcedSpaces& forced, const LaidTile* laid, int best,
                  std::span<uint8_t> scores = {});

}  // namespace kvintet::envs::tantrix
