// Tantrix: the scene of a view.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "absl/strings/str_cat.h"

#include "envs/drawing/hexagon.h"
#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tantrix {
namespace {

constexpr std::array<Paint, kColours> kPaints = {Paint::kColour4, Paint::kColour2, Paint::kColour1,
                                                 Paint::kColour3};

Point MiddleOf(Cell cell) {
  return {static_cast<float>(cell.q) + static_cast<float>(cell.r) / 2,
          -kHexagonRowHeight * static_cast<float>(cell.r)};
}

// The middle of a side of a hexagon about 0,0.
Point MiddleOfSide(size_t direction) {
  const Point way = MiddleOf(kDirections[direction]);
  return {way.x / 2, way.y / 2};
}

// A strip that bends from one side of a tile to another.
std::vector<float> Strip(Point middle, size_t from, size_t to) {
  constexpr int kParts = 8;
  constexpr float kHalfWidth = 0.085f;
  const Point a = MiddleOfSide(from);
  const Point b = MiddleOfSide(to);
  std::vector<float> points;
  for (const float side : {1.0f, -1.0f}) {
    for (int i = 0; i <= kParts; ++i) {
      const float t = static_cast<float>(side > 0 ? i : kParts - i) / kParts;
      const Point at = {(1 - t) * (1 - t) * a.x + t * t * b.x,
                        (1 - t) * (1 - t) * a.y + t * t * b.y};
      const Point way = {t * b.x - (1 - t) * a.x, t * b.y - (1 - t) * a.y};
      const float width = side * kHalfWidth / std::hypot(way.x, way.y);
      points.push_back(middle.x + at.x - width * way.y);
      points.push_back(middle.y + at.y + width * way.x);
    }
  }
  return points;
}

// A tile in its rotation: a dark hexagon with three coloured lines, and its number.
void AddTile(int tile, size_t rotation, Point middle, Action action, Scene* scene) {
  const auto index = static_cast<size_t>(tile);
  scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                           .fill = Paint::kFirst,
                           .stroke = action == kNoAction ? Paint::kLine : Paint::kAccent,
                           .points = Hexagon(middle, 0.97f),
                           .action = action});
  for (size_t from = 0; from < kSides; ++from) {
    const size_t to = ExitOf(index, rotation, from);
    if (from < to) {
      scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                               .fill = kPaints[ColourAt(index, rotation, from)],
                               .points = Strip(middle, from, to)});
    }
  }
  scene->shapes.push_back({.kind = ShapeKind::kLabel,
                           .fill = Paint::kSecond,
                           .points = {middle.x, middle.y},
                           .text = absl::StrCat(tile + 1)});
}

// The rack of a seat: its tiles, as far as they are known.
void AddRack(const Situation& s, size_t seat, float y, const ActionMask& mask, Scene* scene) {
  float x = scene->min_x + 0.5f;
  scene->shapes.push_back({.kind = ShapeKind::kLabel,
                           .fill = Paint::kLine,
                           .points = {x, y},
                           .text = absl::StrCat(seat)});
  ForEachTile(s.racks[seat], [&](int tile) {
    x += 1.25f;
    const bool playable = s.stage == Stage::kChoose && seat == s.mover && mask.Has(tile);
    AddTile(tile, 0, {x, y}, playable ? tile : kNoAction, scene);
  });
  for (int i = std::popcount(s.racks[seat]); i < s.rack_sizes[seat]; ++i) {
    x += 1.25f;
    scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                             .fill = Paint::kMuted,
                             .stroke = Paint::kLine,
                             .points = Hexagon({x, y}, 0.97f),
                             .text = "?"});
  }
}

// A space with a mark for each rotation in which the chosen tile may lie there. The mark is where
// the tile's first letter would point, in that letter's colour.
void AddSpace(const Situation& s, Cell cell, bool forced, std::span<const Action> actions,
              Scene* scene) {
  const Point middle = MiddleOf(cell);
  scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                           .fill = Paint::kBoard,
                           .stroke = forced ? Paint::kWarning : Paint::kLine,
                           .points = Hexagon(middle, 0.97f),
                           .text = forced ? "!" : "."});
  for (size_t rotation = 0; rotation < kSides; ++rotation) {
    if (actions[rotation] != kNoAction) {
      const Point way = MiddleOfSide(rotation);
      const auto chosen = static_cast<size_t>(s.tile - 1);
      scene->shapes.push_back({.kind = ShapeKind::kDisc,
                               .fill = kPaints[kTileTable.colour[chosen][0]],
                               .stroke = Paint::kAccent,
                               .points = {middle.x + 0.6f * way.x, middle.y + 0.6f * way.y, 0.1f},
                               .action = actions[rotation]});
    }
  }
}

// The coordinates of a row's first space, at its left; the following spaces count up in q.
void AddRowName(Cell first, Scene* scene) {
  const Point middle = MiddleOf(first);
  scene->shapes.push_back({.kind = ShapeKind::kLabel,
                           .fill = Paint::kLine,
                           .points = {middle.x - 2.5f, middle.y},
                           .text = absl::StrCat(first.q, ",", first.r)});
}

// The colours of the tiles in a seat's hand, for a terminal, which shows only their numbers.
std::string HandText(const Situation& s, Seat seat) {
  std::string text;
  const TileSet rack = seat == Seat::kSpectator ? 0 : s.racks[static_cast<size_t>(seat)];
  const bool lays = s.stage == Stage::kLay && static_cast<Seat>(s.mover) == seat;
  ForEachTile(rack | (lays ? SetOf(s.tile - 1) : 0), [&](int tile) {
    absl::StrAppend(&text, text.empty() ? "; you hold " : ", ", tile + 1, " ",
                    std::string(kTileColours[static_cast<size_t>(tile)]));
  });
  return text;
}

std::string Caption(const Situation& s) {
  const std::string scores = absl::StrCat("lines ", s.best[0].score, " / ", s.best[1].score, ", ",
                                          s.bag_size, " in the bag; ");
  switch (s.stage) {
    case Stage::kFirstLot:
    case Stage::kSecondLot:
      return "two lots decide who begins";
    case Stage::kDeal:
      return "racks are dealt";
    case Stage::kDraw:
      return absl::StrCat(scores, "seat ", s.mover, " draws");
    case Stage::kChoose:
      return absl::StrCat(scores, "seat ", s.mover, s.moved == 1 ? " fills" : " to play");
    case Stage::kLay:
      return absl::StrCat(scores, "seat ", s.mover, " lays tile ", s.tile);
    case Stage::kUntold:
      return absl::StrCat(scores, "seat ", s.mover, " may go on");
    default:
      return absl::StrCat(scores, s.end == End::kTiles ? "all tiles are laid" : "deadlock");
  }
}

}  // namespace

Scene TileScene(int tile) {
  Scene scene = {.min_x = -0.6f, .min_y = -0.6f, .max_x = 0.6f, .max_y = 0.6f};
  AddTile(tile, 0, {0, 0}, kNoAction, &scene);
  return scene;
}

Scene Tantrix::MakeScene(const View& view) const {
  const Situation& s = view.now;
  std::array<uint64_t, (kMaxTiles + kSides * MaxSpaces(kMaxTiles) + 63) / 64> words = {};
  const ActionMask mask(words);
  if (MustAct(view)) {
    SetLegal(s, mask);
  }
  const float left =
      static_cast<float>(s.table.least[0]) + static_cast<float>(s.table.least[1]) / 2;
  const Point low = {std::min(left, static_cast<float>(s.table.least[2])),
                     -kHexagonRowHeight * static_cast<float>(s.table.most[1])};
  const float right = static_cast<float>(s.table.most[0]) + static_cast<float>(s.table.most[1]) / 2;
  Scene scene = {.min_x = low.x - 4.5f,
                 .min_y = low.y - 4.5f,
                 .max_x = std::max(right + 2, low.x - 4.5f + 1.25f * 7),
                 .max_y = -kHexagonRowHeight * static_cast<float>(s.table.least[1]) + 4.5f,
                 .caption = Caption(s) + HandText(s, view.seat)};
  ForEachTile(s.table.tiles, [&](int tile) {
    AddTile(tile, s.table.RotationOf(tile), MiddleOf(s.table.CellOf(tile)), kNoAction, &scene);
  });
  const Outline outline(s.table);
  std::optional<int> row;
  outline.ForEachSpace(outline.Spaces(), [&](int space, Cell cell) {
    if (row != cell.r) {
      AddRowName(cell, &scene);
      row = cell.r;
    }
    std::array<Action, kSides> actions;
    for (size_t rotation = 0; rotation < kSides; ++rotation) {
      const Action action = ActionOf(space, static_cast<int>(rotation));
      const bool legal = s.stage == Stage::kLay && MustAct(view) && mask.Has(action);
      actions[rotation] = legal ? action : kNoAction;
    }
    AddSpace(s, cell, outline.Has(outline.Forced(), cell), actions, &scene);
    return true;
  });
  const size_t below = view.seat == Seat::k1 ? 1 : 0;
  AddRack(s, below, scene.min_y + 1, mask, &scene);
  AddRack(s, 1 - below, scene.max_y - 1, mask, &scene);
  return scene;
}

}  // namespace kvintet::envs::tantrix
