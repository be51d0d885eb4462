// Tantrix::Derive: the lengths of lines of both colours, and what a tile and the forced spaces
// after it would make of them (T3, T6), as network input.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "envs/games/tantrix/arrivals.h"
#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/promise.h"
#include "envs/games/tantrix/sides.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/window.h"

namespace kvintet::envs::tantrix {
namespace {

// Planes of a colour. For a tile: the score of its line. For a space: the length of the longest
// line that ends there, that of the second longest, and the score of the best line that a tile
// there could make.
enum ColourPlane : size_t { kThrough, kLongest, kSecond, kJoined, kPlanesOfColour };
constexpr size_t kLinesPlanes = kPlanesOfColour * kNumSeats;
// Then, for each colour, a plane per rotation of the lines that placements make; for each colour, a
// plane per rotation of the promises after them; for each colour, the line through each forced
// space if all are filled; for each space, how many tiles of the own rack fit, and of those not
// seen.
constexpr size_t kMadePlanes = kSides * kNumSeats;
constexpr size_t kFirstPromise = kLinesPlanes + kMadePlanes;
constexpr size_t kFirstForced = kFirstPromise + kMadePlanes;
constexpr size_t kRackFits = kFirstForced + kNumSeats;
constexpr size_t kUnseenFits = kRackFits + 1;
static_assert(Tantrix::kDerivedPlanes == kUnseenFits + 1);
static_assert(Tantrix::kEarlierDerivedPlanes.back() == kFirstPromise);

// Lines that a tile would make are shown relative to the best existing line: an equal one as this
// value, shorter ones as less, down to 0.
constexpr int kEqual = 4;
// In place of a score: no line, which is shown as 0 even if there are no lines yet.
constexpr int kNone = -kEqual;

uint8_t Against(int best, int score) {
  return static_cast<uint8_t>(std::max(0, score - best + kEqual));
}

// More tiles than this that fit a space are shown as this many.
constexpr int kMostFits = 12;

// Features of a tile that may be chosen: that it may; the best line that it would make of the own
// colour and of the other's, relative to the best so far as in the planes; by how much the lead
// would grow at most; in how many ways it may lie; the greatest promise of the own colour and the
// least of the other's, above the best so far; by how much the promised lead would grow at most.
enum TileFeature : size_t {
  kChoosable,
  kOwnLine,
  kOtherLine,
  kGain,
  kPlacings,
  kOwnPromise,
  kOtherPromise,
  kPromisedGain,
  kFeaturesOfTile
};
static_assert(Tantrix::kSlotFeatures == kFeaturesOfTile);
constexpr float kLineUnit = 4;
constexpr float kPlacingsUnit = 16;

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

// By side: the viewer's colour, then the other's.
using BySide = std::array<int, kNumSeats>;

// What a viewer's lines are worth, and what placements would make of them.
class Prospects {
 public:
  // `own`: the viewer's seat. `yet`: the tiles that are not on the table. `radius`: the window's.
  // Scores of the lines through tiles are written to `through`, if given.
  Prospects(const Situation& s, size_t own, const std::array<Colour, kNumSeats>& colours,
            TileSet yet, int radius, const std::array<uint8_t*, kNumSeats>& through = {})
      : window_(s.table, radius),
        field_(s.table, Restricted(s)),
        lines_({LinesOf(s.table, field_, window_, colours[own], through[0]),
                LinesOf(s.table, field_, window_, colours[1 - own], through[1])}),
        forced_(field_, window_, yet),
        best_({s.best[own].score, s.best[1 - own].score}) {}
  // Its parts refer to each other.
  Prospects(const Prospects&) = delete;
  Prospects& operator=(const Prospects&) = delete;

  const Window& window() const { return window_; }
  const Field& field() const { return field_; }
  const LinesOf& lines(size_t side) const { return lines_[side]; }
  const ForcedSpaces& forced() const { return forced_; }
  int best(size_t side) const { return best_[side]; }

  // The lines through a tile that is laid. REQUIRES: the space is in the window.
  BySide Made(const LaidTile& laid) const {
    return {lines_[0].ScoreOf(laid.space, laid.tile, laid.rotation),
            lines_[1].ScoreOf(laid.space, laid.tile, laid.rotation)};
  }
  // By how much the best lines grow once the forced spaces are filled that there are then.
  // REQUIRES: the space is in the window.
  BySide Promised(const LaidTile& laid) const {
    const ForcedSpaces after = forced_.After(laid);
    return {PromisedScore(lines_[0], after, &laid, best_[0]) - best_[0],
            PromisedScore(lines_[1], after, &laid, best_[1]) - best_[1]};
  }

 private:
  Window window_;
  Field field_;
  std::array<LinesOf, kNumSeats> lines_;
  ForcedSpaces forced_;
  BySide best_;
};

// The planes of placements for one space. Several tiles may lie on it in the same way: the best
// lines are shown, and the promises that are best for the viewer. `planes` begin at the plane of
// the rotation and are kSides * `area` elements apart.
void ShowMade(const BySide& made, const Prospects& prospects, size_t area, uint8_t* planes) {
  for (size_t side = 0; side < kNumSeats; ++side) {
    uint8_t& line = planes[side * kSides * area];
    line = std::max(line, Against(prospects.best(side), made[side]));
  }
}
// A promise is shown as 1 more than it is.
void ShowPromised(const BySide& promised, size_t area, uint8_t* planes) {
  for (size_t side = 0; side < kNumSeats; ++side) {
    uint8_t& shown = planes[side * kSides * area];
    const auto grows = static_cast<uint8_t>(1 + promised[side]);
    shown = shown == 0 ? grows : side == 0 ? std::max(shown, grows) : std::min(shown, grows);
  }
}

// Writes the line through each forced space once all are filled, as placements show it.
void ShowForced(const Prospects& prospects, size_t area, uint8_t* planes) {
  const std::span<const ForcedSpace> spaces = prospects.forced().spaces();
  for (size_t side = 0; side < kNumSeats; ++side) {
    std::vector<uint8_t> scores(spaces.size());
    PromisedScore(prospects.lines(side), prospects.forced(), nullptr, 0, scores);
    for (size_t i = 0; i < spaces.size(); ++i) {
      planes[(kFirstForced + side) * area + prospects.window().IndexOf(spaces[i].cell)] =
          Against(prospects.best(side), scores[i]);
    }
  }
}

// Writes how many tiles of two sets fit each space, by colours alone.
void ShowFits(const Field& field, const Window& window, TileSet rack, TileSet unseen, size_t area,
              uint8_t* planes) {
  const auto shown = [](TileSet tiles) {
    return static_cast<uint8_t>(std::min(kMostFits, std::popcount(tiles)));
  };
  field.outline().ForEachSpace(field.outline().Spaces(), [&](int, Cell space) {
    if (window.Has(space)) {
      const TileSet fitting = TilesFacing(field.Facing(space));
      planes[kRackFits * area + window.IndexOf(space)] = shown(fitting & rack);
      planes[kUnseenFits * area + window.IndexOf(space)] = shown(fitting & unseen);
    }
    return true;
  });
}

// Adds what a placement makes to the features of its tile. `is_first`: whether it is the tile's
// first placement.
void DescribeMade(const BySide& made, const BySide& promised, const Prospects& prospects,
                  bool is_first, std::span<float> features) {
  BySide gains;
  for (size_t side = 0; side < kNumSeats; ++side) {
    const int best = prospects.best(side);
    float& line = features[kOwnLine + side];
    line = std::max(line, static_cast<float>(Against(best, made[side])) / kLineUnit);
    gains[side] = std::max(0, made[side] - best);
  }
  const auto keep_most = [&](TileFeature feature, int value) {
    const float shown = static_cast<float>(value) / kLineUnit;
    features[feature] = is_first ? shown : std::max(features[feature], shown);
  };
  keep_most(kGain, gains[0] - gains[1]);
  keep_most(kOwnPromise, promised[0]);
  keep_most(kPromisedGain, promised[0] - promised[1]);
  const float least = static_cast<float>(promised[1]) / kLineUnit;
  features[kOtherPromise] = is_first ? least : std::min(features[kOtherPromise], least);
}

}  // namespace

// Own first, then the other's, and rotations in the order of the policy. Before the choice,
// placements are those of all tiles that may be chosen.
void Tantrix::Derive(const View& view, std::span<uint8_t> planes) const {
  const Situation& s = view.now;
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  const auto area = static_cast<size_t>((2 * box_.radius + 1) * (2 * box_.radius + 1));
  const bool shows_promises = planes.size() > kFirstPromise * area;
  const auto of_side = [&](size_t side) { return &planes[side * kPlanesOfColour * area]; };
  const Prospects prospects(s, own, colours_, Deck() & ~s.table.tiles, box_.radius,
                            {of_side(0), of_side(1)});
  const Window& window = prospects.window();
  const Field& field = prospects.field();
  for (size_t side = 0; side < kNumSeats; ++side) {
    prospects.lines(side).ForEachSpace(
        field.outline(), [&](const Arrivals& arrivals, size_t index) {
          ShowArrivals(arrivals, prospects.best(side), index, area, of_side(side));
        });
  }
  for (const auto& [tile, action] : LayActions(s)) {
    const auto rotation = static_cast<size_t>(RotationOf(action));
    const LaidTile laid = {tile, rotation, field.outline().CellOf(SpaceOf(action))};
    if (!window.Has(laid.space)) {
      continue;
    }
    const size_t plane = (rotation + renaming_.turn[tile]) % kSides;
    const size_t index = window.IndexOf(laid.space);
    ShowMade(prospects.Made(laid), prospects, area, &planes[(kLinesPlanes + plane) * area + index]);
    if (shows_promises) {
      ShowPromised(prospects.Promised(laid), area, &planes[(kFirstPromise + plane) * area + index]);
    }
  }
  if (shows_promises) {
    ShowForced(prospects, area, planes.data());
    ShowFits(field, window, s.racks[own], Unseen(s), area, planes.data());
  }
}

// Placements outside the window are counted but make nothing.
void Tantrix::DescribeSlots(const View& view, std::span<float> features) const {
  const Situation& s = view.now;
  if (s.stage != Stage::kChoose || s.choices == 0) {
    return;
  }
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  const Prospects prospects(s, own, colours_, Deck() & ~s.table.tiles, box_.radius);
  for (const auto& [tile, action] : LayActions(s)) {
    const std::span<float> of_tile =
        features.subspan(renaming_.tile[tile] * kFeaturesOfTile, kFeaturesOfTile);
    const bool is_first = of_tile[kChoosable] == 0;
    of_tile[kChoosable] = 1;
    of_tile[kPlacings] += 1 / kPlacingsUnit;
    const LaidTile laid = {tile, static_cast<size_t>(RotationOf(action)),
                           prospects.field().outline().CellOf(SpaceOf(action))};
    const bool shown = prospects.window().Has(laid.space);
    const BySide made = shown ? prospects.Made(laid) : BySide{kNone, kNone};
    const BySide promised = shown ? prospects.Promised(laid) : BySide{};
    DescribeMade(made, promised, prospects, is_first, of_tile);
  }
}

}  // namespace kvintet::envs::tantrix
