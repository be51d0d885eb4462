// Pursuit: texts and the scene.
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "envs/drawing/board_names.h"
#include "envs/games/pursuit/pursuit.h"

namespace kvintet::envs::pursuit {
namespace {

using kontranto::kNoCell;

}  // namespace

std::string Pursuit::Text(const Position& p, const std::array<std::string, 2>& choices) const {
  return absl::StrCat("catcher ", grid_.Name(p.cells[0]), "; evader ", grid_.Name(p.cells[1]),
                      "; left ", p.left, "; choices ", choices[0], " / ", choices[1]);
}

std::string Pursuit::PositionText(const Position& p) const {
  const auto choice = [&](size_t seat) {
    return p.choices[seat] == kNoCell ? std::string("-") : grid_.Name(p.choices[seat]);
  };
  return Text(p, {choice(0), choice(1)});
}

std::string Pursuit::ViewText(const View& view) const {
  const Position& p = view.position;
  const bool over = p.left == 0 || p.cells[0] == p.cells[1];
  const auto choice = [&](size_t seat) {
    const bool hidden = !over && static_cast<size_t>(view.seat) != seat;
    return p.choices[seat] != kNoCell ? grid_.Name(p.choices[seat])
                                      : std::string(hidden ? "?" : "-");
  };
  return Text(p, {choice(0), choice(1)});
}

absl::StatusOr<Pursuit::Position> Pursuit::ParsePosition(const std::string& text) const {
  const std::vector<std::string> words =
      absl::StrSplit(text, absl::ByAnyChar(" ;/"), absl::SkipEmpty());
  Position p = {};
  int left = 0;
  if (words.size() == 9 && absl::SimpleAtoi(words[5], &left) && left >= 0 && left <= steps_) {
    p = {{static_cast<uint8_t>(grid_.Parse(words[1])), static_cast<uint8_t>(grid_.Parse(words[3]))},
         {static_cast<uint8_t>(grid_.Parse(words[7])), static_cast<uint8_t>(grid_.Parse(words[8]))},
         static_cast<uint8_t>(left),
         0};
  }
  if (words.size() != 9 || p.cells[0] == kNoCell || p.cells[1] == kNoCell ||
      PositionText(p) != text) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is 'catcher A1; evader C3; left 4; choices - / -' or the like with at most ",
        steps_, " steps left, not '", text, "'"));
  }
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    const bool reached =
        p.choices[seat] == kNoCell || (Reach(p.cells[seat]) >> p.choices[seat] & 1) != 0;
    if (!reached || (Actors(p).Empty() && p.choices[seat] != kNoCell)) {
      return absl::InvalidArgumentError(
          absl::StrCat("impossible position '", text, "': a choice must be a legal step"));
    }
  }
  if (p.choices[0] != kNoCell && p.choices[1] != kNoCell) {
    return absl::InvalidArgumentError(
        absl::StrCat("impossible position '", text, "': when both have chosen, both have moved"));
  }
  return p;
}

Scene Pursuit::MakeScene(const View& view) const {
  const Position& p = view.position;
  const bool acts = MustAct(view);
  const auto x = [&](int cell) { return static_cast<float>(grid_.ColumnOf(cell)); };
  const auto y = [&](int cell) { return static_cast<float>(grid_.RowOf(cell)); };
  Scene scene = {.min_x = -1.5f,
                 .min_y = -1.5f,
                 .max_x = static_cast<float>(grid_.Columns()) - 0.5f,
                 .max_y = static_cast<float>(grid_.Rows()) - 0.5f};
  scene.caption = absl::StrCat("steps left ", p.left);
  AddBoardNames(grid_.Columns(), grid_.Rows(), 0, 0, 'A', &scene);
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  for (int cell = 0; cell < grid_.NumCells(); ++cell) {
    const bool legal = acts && (Reach(p.cells[own]) >> cell & 1) != 0;
    const float left = x(cell) - 0.5f;
    const float low = y(cell) - 0.5f;
    scene.shapes.push_back({.kind = ShapeKind::kPolygon,
                            .fill = Paint::kBoard,
                            .stroke = p.choices[own] == cell ? Paint::kAccent : Paint::kLine,
                            .points = {left, low, left + 1, low, left + 1, low + 1, left, low + 1},
                            .text = ".",
                            .action = legal ? cell : kNoAction});
  }
  for (const size_t seat : {size_t{1}, size_t{0}}) {
    scene.shapes.push_back({.kind = ShapeKind::kDisc,
                            .fill = seat == 0 ? Paint::kFirst : Paint::kSecond,
                            .points = {x(p.cells[seat]), y(p.cells[seat]), 0.35f},
                            .text = seat == 0 ? "C" : "E"});
  }
  return scene;
}

}  // namespace kvintet::envs::pursuit
