// Renju: the scene of a view.
#include <array>
#include <utility>

#include "absl/strings/str_cat.h"

#include "envs/games/renju/opening.h"
#include "envs/games/renju/renju.h"

namespace kvintet::envs::renju {
namespace {

constexpr std::array<uint8_t, 5> kStarPoints = {PointAt(3, 3), PointAt(11, 3), kCentre,
                                                PointAt(3, 11), PointAt(11, 11)};

void AddGrid(Scene* scene) {
  constexpr float kEnd = kSize - 1;
  scene->shapes.push_back(
      {.kind = ShapeKind::kPolygon,
       .fill = Paint::kBoard,
       .points = {-0.5f, -0.5f, kEnd + 0.5f, -0.5f, kEnd + 0.5f, kEnd + 0.5f, -0.5f, kEnd + 0.5f}});
  // Strips whose borders are the lines.
  for (int i = 0; i + 1 < kSize; ++i) {
    const auto at = static_cast<float>(i);
    scene->shapes.push_back(
        {.stroke = Paint::kLine, .points = {at, 0, at + 1, 0, at + 1, kEnd, at, kEnd}});
    scene->shapes.push_back(
        {.stroke = Paint::kLine, .points = {0, at, kEnd, at, kEnd, at + 1, 0, at + 1}});
  }
  for (int i = 0; i < kSize; ++i) {
    const auto at = static_cast<float>(i);
    scene->shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = Paint::kLine,
                             .points = {at, -1},
                             .text = std::string(1, static_cast<char>('a' + i))});
    scene->shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = Paint::kLine,
                             .points = {-1.2f, at},
                             .text = absl::StrCat(i + 1)});
  }
  for (const uint8_t point : kStarPoints) {
    scene->shapes.push_back(
        {.kind = ShapeKind::kDisc,
         .fill = Paint::kLine,
         .points = {static_cast<float>(ColumnOf(point)), static_cast<float>(RowOf(point)), 0.1f}});
  }
}

// A point: the clickable area and the stone on it.
void AddPoint(const Renju::Position& p, int point, Action action, Scene* scene) {
  const auto x = static_cast<float>(ColumnOf(point));
  const auto y = static_cast<float>(RowOf(point));
  const bool black = p.stones[kBlack].Has(point);
  const bool stone = black || p.stones[kWhite].Has(point);
  const bool forbidden = p.forbidden.Has(point);
  const bool offered = point == p.offers[0] || point == p.offers[1];
  scene->shapes.push_back(
      {.kind = ShapeKind::kPolygon,
       .points = {x - 0.5f, y - 0.5f, x + 0.5f, y - 0.5f, x + 0.5f, y + 0.5f, x - 0.5f, y + 0.5f},
       .text = ".",
       .action = action});
  if (stone || forbidden || offered) {
    const auto [fill, text] = black       ? std::pair(Paint::kFirst, "X")
                              : stone     ? std::pair(Paint::kSecond, "O")
                              : forbidden ? std::pair(Paint::kWarning, "!")
                                          : std::pair(Paint::kAccent, "?");
    scene->shapes.push_back({.kind = ShapeKind::kDisc,
                             .fill = fill,
                             .stroke = point == p.last ? Paint::kAccent : Paint::kNone,
                             .points = {x, y, stone ? 0.45f : 0.2f},
                             .text = text});
  }
}

std::string Caption(const Renju::Position& p) {
  const std::string turn =
      absl::StrCat(p.to_move == kBlack ? "Black" : "White", " (seat ", SeatOf(p, p.to_move), ")");
  switch (p.stage) {
    case Stage::kTurn:
      return p.to_act == ActorSet::Only(Actor::kSeat0).Bits() && p.num_stones < 3
                 ? absl::StrCat("stone ", p.num_stones + 1, ", placed by seat 0")
                 : absl::StrCat(turn, " to play stone ", p.num_stones + 1);
    case Stage::kColours:
      return "seat 1 keeps White or swaps to Black";
    case Stage::kFirstOffer:
    case Stage::kSecondOffer:
      return absl::StrCat(turn, " to offer two fifth moves");
    case Stage::kPick:
      return absl::StrCat("White (seat ", SeatOf(p, kWhite), ") to pick the fifth move");
    default:
      return absl::StrCat(p.winner == Renju::kNobody      ? "drawn"
                          : p.winner == SeatOf(p, kBlack) ? "Black wins"
                                                          : "White wins",
                          ": ", std::string(EndName(p.end)));
  }
}

}  // namespace

std::string_view OpeningOf(const Renju::Position& p) {
  const bool three = p.num_stones == 3 && p.passed == 0;
  const bool four = p.stage >= Stage::kFirstOffer && p.num_stones == 4 && p.last != kNoPoint;
  Board black = p.stones[kBlack];
  Board white = p.stones[kWhite];
  black.Remove(kCentre);
  if (four) {
    white.Remove(p.last);
  }
  return three || four ? OpeningName(white.First(), black.First()) : std::string_view();
}

Scene Renju::MakeScene(const View& view) const {
  Position p = view.position;
  if (ByClaim()) {
    // R4: players must notice forbidden points themselves.
    p.forbidden = {};
  }
  std::array<uint64_t, (kPicks + kPoints + 63) / 64> words = {};
  const ActionMask mask(words);
  if (Actors(p).Has(view.seat)) {
    LegalActions(view, mask);
  }
  std::array<Action, kPoints> actions;
  actions.fill(kNoAction);
  Scene scene = {.min_x = -1.5f, .min_y = -1.5f, .max_x = kSize - 0.5f, .max_y = kSize - 0.5f};
  std::vector<Shape> buttons;
  mask.ForEach([&](Action action) {
    if (action >= kPass && action <= kSwap) {
      buttons.push_back(
          {.kind = ShapeKind::kButton, .text = ActionName(view, action), .action = action});
    } else {
      actions[static_cast<size_t>(action < kPoints ? action : (action - kFirstOffers) % kPoints)] =
          action;
    }
  });
  AddGrid(&scene);
  for (int point = 0; point < kPoints; ++point) {
    AddPoint(p, point, actions[static_cast<size_t>(point)], &scene);
  }
  scene.shapes.insert(scene.shapes.end(), buttons.begin(), buttons.end());
  const std::string name(OpeningOf(p));
  scene.caption = name.empty() ? Caption(p) : absl::StrCat(name, "; ", Caption(p));
  return scene;
}

}  // namespace kvintet::envs::renju
