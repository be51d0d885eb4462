// Punct: the scene of a view.
#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"

#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

constexpr float kColumnWidth = 0.8660254f;  // of hexagons one unit high
constexpr float kCorner = 0.5773503f;       // from the centre to a corner
constexpr std::array<Paint, 2> kPaints = {Paint::kSecond, Paint::kFirst};

struct Point {
  float x = 0;
  float y = 0;
};

Point PointAt(Place place) {
  return {kColumnWidth * static_cast<float>(place.x),
          static_cast<float>(place.y) - static_cast<float>(place.x) / 2};
}

std::vector<float> Hexagon(Point middle) {
  constexpr float kHalf = kCorner / 2;
  return {middle.x + kCorner, middle.y,        middle.x + kHalf,   middle.y + 0.5f,
          middle.x - kHalf,   middle.y + 0.5f, middle.x - kCorner, middle.y,
          middle.x - kHalf,   middle.y - 0.5f, middle.x + kHalf,   middle.y - 0.5f};
}

void AddLabel(Point at, const std::string& text, Scene* scene) {
  scene->shapes.push_back(
      {.kind = ShapeKind::kLabel, .fill = Paint::kLine, .points = {at.x, at.y}, .text = text});
}

// The bar between two dots of a piece.
void AddBar(Point a, Point b, Paint paint, Scene* scene) {
  constexpr float kHalfWidth = 0.16f;
  const Point side = {-kHalfWidth * (b.y - a.y), kHalfWidth * (b.x - a.x)};
  scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                           .fill = paint,
                           .stroke = Paint::kLine,
                           .points = {a.x + side.x, a.y + side.y, b.x + side.x, b.y + side.y,
                                      b.x - side.x, b.y - side.y, a.x - side.x, a.y - side.y}});
}

// Letters below the columns, and numbers at the left end of the rows.
void AddNames(const Board& board, Scene* scene) {
  const int radius = board.width() / 2;
  for (int k = -radius; k <= radius; ++k) {
    const Place below = {k, std::max(-radius, k - radius) - 1};
    const Place left = {std::max(-radius, k - radius) - 1, k};
    AddLabel(PointAt(below), std::string(1, static_cast<char>('A' + k + radius)), scene);
    AddLabel(PointAt(left), absl::StrCat(k + radius + 1), scene);
  }
}

std::string SupplyWords(const std::array<uint8_t, kKinds>& supply) {
  std::string text;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    if (supply[kind] > 0) {
      absl::StrAppend(&text, " ", std::string(1, kKindLetters[kind]), supply[kind]);
    }
  }
  return text.empty() ? " none" : text;
}

// The dots below a pile's topmost dot, as small dots in the upper half of the space, with the
// highest one at the left.
void AddPile(const Board& board, const Position& p, int spot, Scene* scene) {
  const int height = HeightAt(p.surface, spot);
  const Point middle = PointAt(board.PlaceOf(spot));
  float x = -0.3f;
  for (int level = height - 2; level >= 0; --level) {
    ForEachPieceAt(p, level, [&](size_t colour, int i, const Piece& piece) {
      if (std::ranges::count(DotsOf(board, i, piece), spot) > 0) {
        scene->shapes.push_back({.kind = ShapeKind::kDisc,
                                 .fill = kPaints[colour],
                                 .stroke = piece.spot == spot ? Paint::kAccent : Paint::kLine,
                                 .points = {middle.x + x, middle.y + 0.36f, 0.07f}});
        x += 0.15f;
      }
    });
  }
  if (height > 1) {
    AddLabel({middle.x + 0.3f, middle.y}, absl::StrCat(height), scene);
  }
}

std::string Caption(const Position& p, const std::array<int, 2>& centre) {
  if (p.stage == Stage::kOver) {
    const std::string winner = p.winner == kNobody  ? "drawn"
                               : p.winner == kWhite ? "White wins"
                                                    : "Black wins";
    return absl::StrCat(winner, ": ", std::string(EndName(p.end)), ", centre ", centre[0], " / ",
                        centre[1]);
  }
  return absl::StrCat(p.to_move == kWhite ? "White (seat 0)" : "Black (seat 1)",
                      p.stage == Stage::kWhat ? " to choose a piece" : " to lay it down",
                      "; supply of White", SupplyWords(p.supply[kWhite]), ", of Black",
                      SupplyWords(p.supply[kBlack]), "; centre ", centre[0], " / ", centre[1],
                      p.occurrences > 1 ? "; this position for the second time" : "");
}

// The PÜNCT has a ring, and a click on it plays the action.
void AddPiece(const Board& board, size_t colour, int index, const Piece& piece, Action action,
              Scene* scene) {
  const std::array<int, 3> dots = DotsOf(board, index, piece);
  const int kind = kKindOfPiece[static_cast<size_t>(index)];
  const bool from_first = kShapes[static_cast<size_t>(kind)].second_is_two_steps;
  const auto at = [&](int dot) { return PointAt(board.PlaceOf(dot)); };
  AddBar(at(dots[0]), at(dots[1]), kPaints[colour], scene);
  AddBar(at(dots[from_first ? 1 : 0]), at(dots[2]), kPaints[colour], scene);
  for (size_t k = 0; k < dots.size(); ++k) {
    scene->shapes.push_back({.kind = ShapeKind::kDisc,
                             .fill = kPaints[colour],
                             .stroke = k == 0 ? Paint::kAccent : Paint::kLine,
                             .points = {at(dots[k]).x, at(dots[k]).y, 0.4f},
                             .text = std::string(1, k == 0 ? "WB"[colour] : "wb"[colour]),
                             .action = k == 0 ? action : kNoAction});
    if (k == 0) {
      scene->shapes.push_back({.kind = ShapeKind::kDisc,
                               .fill = Paint::kAccent,
                               .points = {at(dots[k]).x, at(dots[k]).y, 0.12f}});
    }
  }
}

}  // namespace

void Punct::AddBoard(const Position& p, const ActionMask& mask, Scene* scene) const {
  const Spots empty = Store(EmptySpots(p.surface, board_));
  board_.All().ForEach([&](int spot) {
    bool target = false;
    for (int rotation = 0; rotation < kDirections; ++rotation) {
      target = target || mask.Has(WhereAction(spot, rotation));
    }
    scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                             .fill = board_.Centre().Has(spot) ? Paint::kMuted : Paint::kBoard,
                             .stroke = Paint::kLine,
                             .points = Hexagon(PointAt(board_.PlaceOf(spot))),
                             .text = !empty.Has(spot)            ? ""
                                     : target                    ? "*"
                                     : board_.Centre().Has(spot) ? ":"
                                                                 : "."});
  });
  AddNames(board_, scene);
}

// Draws pieces from the bottom up. A click on a PÜNCT chooses its piece if that is legal.
void Punct::AddPieces(const Position& p, const View& view, const ActionMask& mask,
                      Scene* scene) const {
  const bool choosing = p.stage == Stage::kWhat && Actors(p).Has(view.seat);
  for (int level = 0; level < 1 << DigitsOf(p.surface); ++level) {
    ForEachPieceAt(p, level, [&](size_t colour, int i, const Piece& piece) {
      const Action action = kKinds + board_.SpaceOf(piece.spot);
      const bool playable =
          choosing && piece.movable != 0 && colour == p.to_move && mask.Has(action);
      AddPiece(board_, colour, i, piece, playable ? action : kNoAction, scene);
    });
  }
  for (const Spots& top : p.surface.top) {
    top.ForEach([&](int spot) { AddPile(board_, p, spot, scene); });
  }
}

// Where the chosen piece may go: for each rotation, a mark beside the centre of the space, in the
// direction of the first minor dot.
void Punct::AddTargets(const Position& p, const ActionMask& mask, Scene* scene) const {
  if (p.stage != Stage::kWhere) {
    return;
  }
  mask.ForEach([&](Action action) {
    const int kind = p.chosen < kKinds ? p.chosen
                                       : kKindOfPiece[static_cast<size_t>(
                                             MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds)))];
    const int first = kShapes[static_cast<size_t>(kind)].first + RotationOfWhere(action);
    const Point way = PointAt(kSteps[static_cast<size_t>(first % kDirections)]);
    const Point middle = PointAt(board_.PlaceOf(SpotOfWhere(action)));
    scene->shapes.push_back({.kind = ShapeKind::kDisc,
                             .fill = kPaints[p.to_move],
                             .stroke = Paint::kAccent,
                             .points = {middle.x + 0.3f * way.x, middle.y + 0.3f * way.y, 0.1f},
                             .action = action});
  });
}

Scene Punct::MakeScene(const View& view) const {
  const Position& p = view.position;
  std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
  const ActionMask mask(words);
  if (Actors(p).Has(view.seat)) {
    LegalActions(view, mask);
  }
  const auto radius = static_cast<float>(board_.width()) / 2;
  Scene scene = {.min_x = -kColumnWidth * radius - 1.5f,
                 .min_y = -radius - 1.5f,
                 .max_x = kColumnWidth * radius + 1.5f,
                 .max_y = radius + 1.5f,
                 .caption = Caption(p, DotsInCentre(p.surface))};
  AddBoard(p, mask, &scene);
  AddPieces(p, view, mask, &scene);
  // P7: where the moved PÜNCT came from, or the space that it is about to leave.
  const bool moving = p.stage == Stage::kWhere && p.chosen >= kKinds;
  const int origin = moving ? board_.SpotOf(p.chosen - kKinds) : p.origin;
  if (origin != kNoSpot) {
    const Point at = PointAt(board_.PlaceOf(origin));
    const bool is_free = Store(EmptySpots(p.surface, board_)).Has(origin);
    scene.shapes.push_back({.kind = ShapeKind::kDisc,
                            .stroke = Paint::kAccent,
                            .points = {at.x, at.y, 0.25f},
                            .text = is_free ? "+" : ""});
  }
  AddTargets(p, mask, &scene);
  for (Action kind = 0; kind < kKinds; ++kind) {
    if (mask.Has(kind)) {
      scene.shapes.push_back(
          {.kind = ShapeKind::kButton, .text = ActionName(view, kind), .action = kind});
    }
  }
  return scene;
}

}  // namespace kvintet::envs::punct
