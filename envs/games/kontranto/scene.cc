// Kontranto: the scene of a view.
#include <array>
#include <cmath>

#include "absl/strings/str_cat.h"

#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {
namespace {

constexpr std::array<Paint, 2> kPaints = {Paint::kSecond, Paint::kFirst};
constexpr std::array<const char*, 2> kColourNames = {"White", "Black"};
// Letters for the terminal, [colour][shape].
constexpr std::array<std::array<const char*, 2>, 2> kLetters = {std::array{"O", "A"},
                                                                std::array{"o", "a"}};

// A piece to draw.
struct Piece {
  size_t colour = 0;
  size_t shape = 0;
  float x = 0;
  float y = 0;
  float size = 0.35f;
};

void AddPiece(const Piece& piece, Paint stroke, Scene* scene) {
  envs::Shape drawn = {
      .fill = kPaints[piece.colour], .stroke = stroke, .text = kLetters[piece.colour][piece.shape]};
  if (piece.shape == kCircle) {
    drawn.kind = ShapeKind::kDisc;
    drawn.points = {piece.x, piece.y, piece.size};
  } else {
    drawn.kind = ShapeKind::kPolygon;
    const float half = piece.size * 0.866f;
    drawn.points = {piece.x - half, piece.y - piece.size / 2,
                    piece.x + half, piece.y - piece.size / 2,
                    piece.x,        piece.y + piece.size};
  }
  scene->shapes.push_back(drawn);
}

// The legal actions of a view, those with a cell and the others.
struct Clicks {
  std::array<Action, kMaxCells + 1> cells;
  std::vector<Action> buttons;
};

Clicks ClicksOf(const Kontranto& rules, const Kontranto::View& view) {
  std::array<uint64_t, (kFirstCellAction + kCellKinds * kMaxCells + 63) / 64> words = {};
  const ActionMask mask(words);
  if (rules.MustAct(view)) {
    rules.LegalActions(view, mask);
  }
  Clicks clicks;
  clicks.cells.fill(kNoAction);
  mask.ForEach([&](Action action) {
    if (action < kFirstCellAction) {
      clicks.buttons.push_back(action);
    } else {
      clicks.cells[static_cast<size_t>(rules.TargetOf(action))] = action;
    }
  });
  return clicks;
}

// The border of a cell: for the deciding piece, for chosen pieces, or for due areas.
Paint BorderOf(const Kontranto::Position& p, Cells deciding, Cells bit) {
  return (bit & deciding) != 0                                ? Paint::kAccent
         : (bit & (p.chosen[kWhite] | p.chosen[kBlack])) != 0 ? Paint::kWarning
         : (bit & p.due) != 0                                 ? Paint::kColour2
                                                              : Paint::kLine;
}

void AddCell(const Kontranto& rules, const Kontranto::Position& p, int cell, Paint border,
             Action action, Scene* scene) {
  const auto x = static_cast<float>(rules.Board().ColumnOf(cell));
  const auto y = static_cast<float>(rules.Board().RowOf(cell));
  const Cells bit = CellBit(cell);
  const bool white = (p.conquered[kWhite] & bit) != 0;
  const bool black = (p.conquered[kBlack] & bit) != 0;
  const bool light = p.stage == Stage::kFirst && (rules.Zone(p, kBlack) & bit) == 0;
  const bool dark = p.stage == Stage::kFirst && (rules.Zone(p, kWhite) & bit) == 0;
  scene->shapes.push_back(
      {.kind = ShapeKind::kPolygon,
       .fill = white || light  ? Paint::kSecond
               : black || dark ? Paint::kFirst
                               : Paint::kBoard,
       .stroke = border,
       .points = {x - 0.5f, y - 0.5f, x + 0.5f, y - 0.5f, x + 0.5f, y + 0.5f, x - 0.5f, y + 0.5f},
       .text = white   ? "+"
               : black ? "#"
               : light ? ":"
               : dark  ? "%"
                       : ".",
       .action = action});
}

// Two pieces on one cell are drawn side by side.
void AddPieces(const Kontranto& rules, const Kontranto::Position& p, Scene* scene) {
  const Cells met = (p.pieces[kWhite][kCircle] | p.pieces[kWhite][kTriangle]) &
                    (p.pieces[kBlack][kCircle] | p.pieces[kBlack][kTriangle]);
  for (const size_t colour : {kWhite, kBlack}) {
    for (const size_t shape : {kCircle, kTriangle}) {
      ForEachCell(p.pieces[colour][shape], [&](int cell) {
        const bool pair = (met >> cell & 1) != 0;
        const float shift = !pair ? 0.0f : colour == kWhite ? -0.25f : 0.25f;
        AddPiece({.colour = colour,
                  .shape = shape,
                  .x = static_cast<float>(rules.Board().ColumnOf(cell)) + shift,
                  .y = static_cast<float>(rules.Board().RowOf(cell)),
                  .size = pair ? 0.2f : 0.35f},
                 Paint::kLine, scene);
      });
    }
  }
}

void AddNames(const Grid& grid, Scene* scene) {
  for (int column = 0; column < grid.Columns(); ++column) {
    scene->shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = Paint::kLine,
                             .points = {static_cast<float>(column), -1},
                             .text = std::string(1, static_cast<char>('A' + column))});
  }
  for (int row = 0; row < grid.Rows(); ++row) {
    scene->shapes.push_back({.kind = ShapeKind::kLabel,
                             .fill = Paint::kLine,
                             .points = {-1, static_cast<float>(row)},
                             .text = std::string(1, static_cast<char>('1' + row))});
  }
}

// K11: two cells above the board, White's on the left, with their pieces.
void AddMiniBoard(const Kontranto& rules, const Kontranto::Position& p, Scene* scene) {
  const float y = static_cast<float>(rules.Board().Rows()) + 0.5f;
  const float left = static_cast<float>(rules.Board().Columns()) / 2 - 1;
  for (const size_t cell : {kWhite, kBlack}) {
    const float x = left + static_cast<float>(cell);
    scene->shapes.push_back(
        {.kind = ShapeKind::kPolygon,
         .fill = p.stage == Stage::kTwoPiece ? kPaints[cell] : Paint::kBoard,
         .stroke = Paint::kLine,
         .points = {x - 0.5f, y - 0.5f, x + 0.5f, y - 0.5f, x + 0.5f, y + 0.5f, x - 0.5f, y + 0.5f},
         .text = "_"});
  }
  for (const size_t colour : {kWhite, kBlack}) {
    if (p.stage != Stage::kTwoPiece) {
      AddPiece({.colour = colour,
                .shape = p.mini[colour],
                .x = left + static_cast<float>(colour),
                .y = y},
               Paint::kLine, scene);
    }
  }
}

// K12: the winner of a final two-step has `(+1)`.
std::string ScoreText(const Kontranto& rules, const Kontranto::Position& p) {
  const auto cells = [&](Colour colour) {
    const bool more = p.end == End::kTwoStep && rules.ColourOf(p, p.winner) == colour;
    return absl::StrCat(CountCells(p.conquered[colour]), more ? "(+1)" : "");
  };
  return absl::StrCat(cells(kWhite), " : ", cells(kBlack));
}

// `step 12`, or `step` if the number is unknown.
std::string StepText(const Kontranto::Position& p) {
  return p.step == 0 ? "step" : absl::StrCat("step ", p.step);
}

std::string Caption(const Kontranto& rules, const Kontranto::View& view) {
  const Kontranto::Position& p = view.position;
  const std::string score = ScoreText(rules, p);
  const std::string score_and_step = absl::StrCat(score, ", ", StepText(p));
  const std::string_view who =
      view.seat == Seat::kSpectator || p.white_seat == kNobody
          ? ""
          : kColourNames[rules.ColourOf(p, static_cast<size_t>(view.seat))];
  const std::string you = who.empty() ? "" : absl::StrCat(", you are ", std::string(who));
  switch (p.stage) {
    case Stage::kColours:
      return "choose a grey shape: seat 0 plays White if they differ";
    case Stage::kFirst:
      return absl::StrCat(StepText(p), ": place your pieces", you);
    case Stage::kStep:
      return absl::StrCat(score_and_step, p.due != 0 ? ", extraordinary" : "", you);
    case Stage::kChoose:
      return absl::StrCat(score_and_step, ", extraordinary: choose who takes part", you);
    case Stage::kTwoPiece:
      return absl::StrCat(score_and_step, ", first of the final two-step: choose a piece", you);
    case Stage::kTwoMove:
      return absl::StrCat(score_and_step, ", second of the final two-step: stay or go; a clash ",
                          "wins for ",
                          kColourNames[p.mini[kWhite] == p.mini[kBlack] ? kWhite : kBlack], you);
    default:
      return absl::StrCat(score, ", ", kColourNames[rules.ColourOf(p, p.winner)], " wins",
                          p.step == 0 ? "" : absl::StrCat(" in ", StepText(p)));
  }
}

}  // namespace

Scene Kontranto::MakeScene(const View& view) const {
  const Position& p = view.position;
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  const Clicks clicks = ClicksOf(*this, view);
  const OwnChoices own = view.seat == Seat::kSpectator ? OwnChoices() : ChoicesOf(p, seat);
  const bool two_step = p.stage == Stage::kTwoPiece || p.stage == Stage::kTwoMove ||
                        (p.stage == Stage::kOver && p.end == End::kTwoStep);
  Scene scene = {.min_x = -1.5f,
                 .min_y = -1.5f,
                 .max_x = static_cast<float>(grid_.Columns()) - 0.5f,
                 .max_y = static_cast<float>(grid_.Rows()) + (two_step ? 1.0f : -0.5f)};
  scene.caption = Caption(*this, view);
  AddNames(grid_, &scene);
  for (int cell = 0; cell < grid_.NumCells(); ++cell) {
    AddCell(*this, p, cell, BorderOf(p, own.deciding, CellBit(cell)),
            clicks.cells[static_cast<size_t>(cell)], &scene);
  }
  AddPieces(*this, p, &scene);
  // Where own pieces will be after both sides have chosen.
  for (const size_t shape : {kCircle, kTriangle}) {
    ForEachCell(p.stage == Stage::kChoose ? 0 : own.taken[shape], [&](int cell) {
      AddPiece({.colour = ColourOf(p, seat),
                .shape = shape,
                .x = static_cast<float>(grid_.ColumnOf(cell)) + 0.3f,
                .y = static_cast<float>(grid_.RowOf(cell)) + 0.3f,
                .size = 0.15f},
               Paint::kAccent, &scene);
    });
  }
  if (two_step) {
    AddMiniBoard(*this, p, &scene);
  }
  for (const Action action : clicks.buttons) {
    scene.shapes.push_back({.kind = ShapeKind::kButton,
                            .text = action == kGiveUp ? "give up " + ActionName(view, action)
                                                      : ActionName(view, action),
                            .action = action});
  }
  return scene;
}

}  // namespace kvintet::envs::kontranto
