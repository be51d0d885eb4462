// Tantrix::Derive: how long the lines of both colours are, and what a tile would make of them (T6),
// for networks.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {
namespace {

// Planes of a colour: of a tile the score of its line; of a space how long the longest line is that
// ends there, how long the second, and the best line that a tile there could make.
enum ColourPlane : size_t { kThrough, kLongest, kSecond, kJoined, kPlanesOfColour };
constexpr size_t kLinesPlanes = kPlanesOfColour * kNumSeats;
static_assert(Tantrix::kDerivedPlanes == kLinesPlanes + kSides * kNumSeats);

// Lines that a tile makes are shown against the best one that there is: an equal one as this,
// shorter ones by less, down to 0.
constexpr int kEqual = 4;

uint8_t Against(int best, int score) {
  return static_cast<uint8_t>(std::max(0, score - best + kEqual));
}

// A line that ends at a cell.
struct Arrival {
  uint8_t length = 0;    // in tiles; 0: there is none
  uint8_t smallest = 0;  // the smallest tile of the line
};

// By the direction in which the line lies.
using Arrivals = std::array<Arrival, kSides>;

// The score of a line that a tile makes of two arrivals, of which any may be none.
int JoinedScore(Arrival a, Arrival b) {
  const bool loop = a.length > 0 && b.length > 0 && a.smallest == b.smallest;
  return loop ? 2 * (a.length + 1) : a.length + b.length + 1;
}

// Where the lines of a colour end.
class LinesOf {
 public:
  // Shows the scores of tiles in `through`. Borrows the window.
  LinesOf(const Table& table, const Field& field, const Window& window, Colour colour,
          uint8_t* through)
      : window_(window) {
    ForEachTile(table.tiles, [&](int tile) {
      const Cell cell = table.CellOf(tile);
      const Line line = field.LineThrough(cell, colour);
      if (window.Has(cell)) {
        through[window.IndexOf(cell)] = line.score;
      }
      if (line.score > 0 && !line.IsLoop() && line.smallest == tile) {
        for (const LineEnd& end : line.ends) {
          Add(SpaceAt(end, table), (end.letter + table.RotationOf(end.tile)) % kSides, line);
        }
      }
    });
  }

  // REQUIRES: the window has the space.
  const Arrivals& At(Cell space) const { return arrivals_[window_.IndexOf(space)]; }

  // Calls visit(arrivals, index) for each space in the window.
  template <typename Visit>
  void ForEachSpace(const Outline& outline, const Visit& visit) const {
    outline.ForEachSpace(outline.Spaces(), [&](int, Cell space) {
      if (window_.Has(space)) {
        visit(At(space), window_.IndexOf(space));
      }
      return true;
    });
  }

 private:
  void Add(Cell space, size_t way, const Line& line) {
    if (window_.Has(space)) {
      arrivals_[window_.IndexOf(space)][Opposite(way)] = {.length = line.score,
                                                          .smallest = line.smallest};
    }
  }

  static constexpr size_t kMaxSide = 17;
  const Window& window_;
  std::array<Arrivals, kMaxSide* kMaxSide> arrivals_ = {};
};

// Shows what ends at a space. `planes`: those of the colour, `area` apart.
void ShowArrivals(const Arrivals& arrivals, int best, size_t index, size_t area, uint8_t* planes) {
  Arrivals sorted = arrivals;
  std::ranges::sort(sorted, std::ranges::greater(), &Arrival::length);
  planes[kLongest * area + index] = sorted[0].length;
  planes[kSecond * area + index] = sorted[1].length;
  int most = 0;
  for (size_t a = 0; a < kSides; ++a) {
    for (size_t b = a + 1; b < kSides; ++b) {
      most = std::max(most, JoinedScore(arrivals[a], arrivals[b]));
    }
  }
  planes[kJoined * area + index] = Against(best, most);
}

// The score of the line of a colour that a turned tile makes; 0 where it has none.
int ScoreOf(const Arrivals& arrivals, size_t tile, size_t rotation, Colour colour) {
  for (size_t d = 0; d < kSides; ++d) {
    if (ColourAt(tile, rotation, d) == colour) {
      return JoinedScore(arrivals[d], arrivals[ExitOf(tile, rotation, d)]);
    }
  }
  return 0;
}

}  // namespace

// First the planes of the viewer's colour, then those of the other's. Then for each of the two a
// plane a rotation, as the policy counts them: the line that the chosen tile would make there,
// where it may lie; before the choice, the best that any tile would make that may be chosen.
void Tantrix::Derive(const View& view, std::span<uint8_t> planes) const {
  const Situation& s = view.now;
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  const Window window(s.table, box_.radius);
  const Field field(s.table, Restricted(s));
  const size_t part = planes.size() / kDerivedPlanes;
  const auto of_side = [&](size_t side) { return &planes[side * kPlanesOfColour * part]; };
  const std::array<LinesOf, kNumSeats> lines = {
      LinesOf(s.table, field, window, colours_[own], of_side(0)),
      LinesOf(s.table, field, window, colours_[1 - own], of_side(1))};
  for (size_t side = 0; side < kNumSeats; ++side) {
    lines[side].ForEachSpace(field.outline(), [&](const Arrivals& arrivals, size_t index) {
      ShowArrivals(arrivals, s.best[own ^ side].score, index, part, of_side(side));
    });
  }
  for (const auto& [tile, action] : LayActions(s)) {
    const Cell space = field.outline().CellOf(SpaceOf(action));
    if (!window.Has(space)) {
      continue;
    }
    const auto rotation = static_cast<size_t>(RotationOf(action));
    const size_t plane = (rotation + renaming_.turn[tile]) % kSides;
    for (size_t side = 0; side < kNumSeats; ++side) {
      const int score = ScoreOf(lines[side].At(space), tile, rotation, colours_[own ^ side]);
      uint8_t& shown =
          planes[(kLinesPlanes + side * kSides + plane) * part + window.IndexOf(space)];
      shown = std::max(shown, Against(s.best[own ^ side].score, score));
    }
  }
}

}  // namespace kvintet::envs::tantrix
