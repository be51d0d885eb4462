// LinesOf: follows each line once.
#include "envs/games/tantrix/arrivals.h"

namespace kvintet::envs::tantrix {

LinesOf::LinesOf(const Table& table, const Field& field, const Window& window, Colour colour,
                 uint8_t* through)
    : window_(window), colour_(colour) {
  ForEachTile(table.tiles, [&](int tile) {
    const Cell cell = table.CellOf(tile);
    const Line line = field.LineThrough(cell, colour);
    if (through != nullptr && window.Has(cell)) {
      through[window.IndexOf(cell)] = line.score;
    }
    if (line.score > 0 && !line.IsLoop() && line.smallest == tile) {
      for (const LineEnd& end : line.ends) {
        Add(SpaceAt(end, table), (end.letter + table.RotationOf(end.tile)) % kSides, line);
      }
    }
  });
}

void LinesOf::Add(Cell space, size_t way, const Line& line) {
  if (window_.Has(space)) {
    arrivals_[window_.IndexOf(space)][Opposite(way)] = {.length = line.score,
                                                        .smallest = line.smallest};
  }
}

int LinesOf::ScoreOf(Cell space, size_t tile, size_t rotation) const {
  const Arrivals& arrivals = At(space);
  for (size_t d = 0; d < kSides; ++d) {
    if (ColourAt(tile, rotation, d) == colour_) {
      return JoinedScore(arrivals[d], arrivals[ExitOf(tile, rotation, d)]);
    }
  }
  return 0;
}

}  // namespace kvintet::envs::tantrix
