// Arrivals: the lines of a colour that end at each space of a Tantrix table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/line.h"
#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {

// A line that ends at a cell.
struct Arrival {
  uint8_t length = 0;    // in tiles; 0 if there is no line
  uint8_t smallest = 0;  // the smallest tile of the line
};

// Indexed by the direction in which the line lies.
using Arrivals = std::array<Arrival, kSides>;

// The score of the line that a tile makes of two arrivals, each of which may be empty.
inline int JoinedScore(Arrival a, Arrival b) {
  const bool loop = a.length > 0 && b.length > 0 && a.smallest == b.smallest;
  return loop ? 2 * (a.length + 1) : a.length + b.length + 1;
}

// The ends of the lines of a colour, at the spaces in a window.
class LinesOf {
 public:
  // Writes the scores of tiles to `through`. Borrows the window.
  LinesOf(const Table& table, const Field& field, const Window& window, Colour colour,
          uint8_t* through = nullptr);

  Colour colour() const { return colour_; }
  // REQUIRES: the space is in the window.
  const Arrivals& At(Cell space) const { return arrivals_[window_.IndexOf(space)]; }

  // The score of the line that a rotated tile makes; 0 if the tile lacks the colour.
  int ScoreOf(Cell space, size_t tile, size_t rotation) const;

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
  void Add(Cell space, size_t way, const Line& line);

  static constexpr size_t kMaxSide = 17;
  const Window& window_;
  Colour colour_;
  std::array<Arrivals, kMaxSide* kMaxSide> arrivals_ = {};
};

}  // namespace kvintet::envs::tantrix
