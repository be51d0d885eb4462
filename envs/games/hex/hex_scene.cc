// Hex: the scene of a view.
#include "absl/strings/str_cat.h"

#include "envs/drawing/hexagon.h"
#include "envs/games/hex/hex.h"

namespace kvintet::envs::hex {
namespace {

constexpr std::array<Paint, 2> kPaints = {Paint::kFirst, Paint::kSecond};

Point PointAt(int column, int row) {
  const auto y = static_cast<float>(row);
  return {static_cast<float>(column) + y / 2, kHexagonRowHeight * y};
}

void AddLabel(Point at, std::string text, Paint paint, Scene* scene) {
  scene->shapes.push_back(
      {.kind = ShapeKind::kLabel, .fill = paint, .points = {at.x, at.y}, .text = std::move(text)});
}

// Letters below the columns and numbers left of the rows, each in the colour of the side whose edge
// it is.
void AddNames(int size, Scene* scene) {
  for (int i = 0; i < size; ++i) {
    AddLabel(PointAt(i, -1), std::string(1, static_cast<char>('a' + i)), kPaints[kRed], scene);
    AddLabel(PointAt(-1, i), absl::StrCat(i + 1), kPaints[kBlue], scene);
  }
}

}  // namespace

Scene Hex::MakeScene(const View& view) const {
  const Position& p = view.position;
  const int size = board_.Size();
  const Point top = PointAt(size, size);
  Scene scene = {.min_x = -2, .min_y = -2, .max_x = top.x, .max_y = top.y};
  const std::string side =
      absl::StrCat(std::string(ColourName(p.over != 0 ? 1 - p.to_move : p.to_move)), " (seat ",
                   p.over != 0 ? 1 - Mover(p) : Mover(p), ")");
  scene.caption = p.over != 0 ? absl::StrCat(side, " has connected its edges")
                              : absl::StrCat(side, " to play move ", p.num_stones + 1,
                                             MaySwap(p) ? ", or to swap" : "");
  AddNames(size, &scene);
  const bool to_act = Actors(p).Has(view.seat);
  for (int cell = 0; cell < board_.NumCells(); ++cell) {
    const Point at = PointAt(cell % size, cell / size);
    const int colour = p.stones[kRed].Has(cell) ? 0 : p.stones[kBlue].Has(cell) ? 1 : -1;
    scene.shapes.push_back({.kind = ShapeKind::kPolygon,
                            .fill = Paint::kBoard,
                            .stroke = Paint::kLine,
                            .points = Hexagon(at, 1),
                            .text = ".",
                            .action = colour < 0 && to_act ? cell : kNoAction});
    if (colour >= 0) {
      scene.shapes.push_back({.kind = ShapeKind::kDisc,
                              .fill = kPaints[static_cast<size_t>(colour)],
                              .stroke = Paint::kLine,
                              .points = {at.x, at.y, 0.38f},
                              .text = std::string(1, ColourName(colour)[0])});
    }
  }
  if (to_act && MaySwap(p)) {
    scene.shapes.push_back({.kind = ShapeKind::kButton, .text = "swap", .action = SwapAction()});
  }
  return scene;
}

}  // namespace kvintet::envs::hex
