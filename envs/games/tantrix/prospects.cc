// Tantrix::Derive: the lengths of lines of both colours, and what a tile would make of them (T6),
// as network input.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {
namespace {

// Planes of a colour. For a tile: the score of its line. For a space: the length of the longest
// line that ends there, that of the second longest, and the score of the best line that a tile
// there could make.
enum ColourPlane : size_t { kThrough, kLongest, kSecond, kJoined, kPlanesOfColour };
constexpr size_t kLinesPlanes = kPlanesOfColour * kNumSeats;
static_assert(Tantrix::kDerivedPlanes == kLinesPlanes + kSides * kNumSeats);

// Lines that a tile would make are shown relative to the best existing line: an equal one as this
// value, shorter ones as less, down to 0.
constexpr int kEqual = 4;

uint8_t Against(int best, int score) {
  return static_cast<uint8_t>(std::max(0, score - best + kEqual));
}

// Features of a tile that may be chosen: that it may; the best line that it would make of the own
// colour and of the other's, relative to the best so far as in the planes; by how much the lead
// would grow at most; in how many ways it may lie.
enum TileFeature : size_t { kChoosable, kOwnLine, kOtherLine, kGain, kPlacings, kFeaturesOfTile };
static_assert(Tantrix::kSlotFeatures == kFeaturesOfTile);
constexpr float kLineUnit = 4;
constexpr float kPlacingsUnit = 16;

// A line that ends at a cell.
struct Arrival {
  uint8_t length = 0;    // in tiles; 0 if there is no line
  uint8_t smallest = 0;  // the smallest tile of the line
};

// Indexed by the direction in which the line lies.
using Arrivals = std::array<Arrival, kSides>;

// The score of the line that a tile makes of two arrivals, each of which may be empty.
int JoinedScore(Arrival a, Arrival b) {
  const bool loop = a.length > 0 && b.length > 0 && a.smallest == b.smallest;
  return loop ? 2 * (a.length + 1) : a.length + b.length + 1;
}

// The ends of the lines of a colour.
class LinesOf {
 public:
  // Writes the scores of tiles to `through`. Borrows the window.
  LinesOf(const Table& table, const Field& field, const Window& window, Colour colour,
          uint8_t* through = nullptr)
      : window_(window) {
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

  // REQUIRES: the space is in the window.
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

// Writes what ends at a space. `planes` are those of the colour, `area` elements apart.
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

// The score of the line of a colour that a rotated tile makes; 0 if the tile lacks the colour.
int ScoreOf(const Arrivals& arrivals, size_t tile, size_t rotation, Colour colour) {
  for (size_t d = 0; d < kSides; ++d) {
    if (ColourAt(tile, rotation, d) == colour) {
      return JoinedScore(arrivals[d], arrivals[ExitOf(tile, rotation, d)]);
    }
  }
  return 0;
}

}  // namespace

// First the planes of the viewer's colour, then those of the other's. Then, for each of the two
// colours, one plane per rotation in the order of the policy: the line that the chosen tile would
// make where it may lie; before the choice, the best line that any tile that may be chosen would
// make.
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

// Placements outside the window are counted but add no lines.
void Tantrix::DescribeSlots(const View& view, std::span<float> features) const {
  const Situation& s = view.now;
  if (s.stage != Stage::kChoose || s.choices == 0) {
    return;
  }
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  const Window window(s.table, box_.radius);
  const Field field(s.table, Restricted(s));
  const std::array<LinesOf, kNumSeats> lines = {LinesOf(s.table, field, window, colours_[own]),
                                                LinesOf(s.table, field, window, colours_[1 - own])};
  const std::array<int, kNumSeats> best = {s.best[own].score, s.best[1 - own].score};
  for (const auto& [tile, action] : LayActions(s)) {
    const std::span<float> of_tile =
        features.subspan(renaming_.tile[tile] * kFeaturesOfTile, kFeaturesOfTile);
    const bool is_first = of_tile[kChoosable] == 0;
    of_tile[kChoosable] = 1;
    of_tile[kPlacings] += 1 / kPlacingsUnit;
    const Cell space = field.outline().CellOf(SpaceOf(action));
    std::array<int, kNumSeats> scores = {};
    if (window.Has(space)) {
      const auto rotation = static_cast<size_t>(RotationOf(action));
      for (size_t side = 0; side < kNumSeats; ++side) {
        scores[side] = ScoreOf(lines[side].At(space), tile, rotation, colours_[own ^ side]);
        float& shown = of_tile[kOwnLine + side];
        shown = std::max(shown, static_cast<float>(Against(best[side], scores[side])) / kLineUnit);
      }
    }
    const int gain = std::max(0, scores[0] - best[0]) - std::max(0, scores[1] - best[1]);
    float& most = of_tile[kGain];
    most = is_first ? static_cast<float>(gain) / kLineUnit
                    : std::max(most, static_cast<float>(gain) / kLineUnit);
  }
}

}  // namespace kvintet::envs::tantrix
