// MiniKontranto: names, texts and the scene.
#include <algorithm>
#include <bit>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "envs/drawing/board_names.h"
#include "envs/games/mini_kontranto/mini_kontranto.h"

namespace kvintet::envs::mini_kontranto {
namespace {

using kontranto::CellBit;
using kontranto::Cells;
using kontranto::Grid;
using kontranto::kNoCell;

// One side's pieces, e.g. `c B2 t A3`.
std::string SideText(const Grid& grid, const std::array<uint16_t, 2>& pieces) {
  std::vector<std::string> words;
  for (size_t shape = 0; shape < 2; ++shape) {
    if (pieces[shape] != 0) {
      words.push_back(absl::StrCat(shape == 0 ? "c " : "t ", grid.Names(pieces[shape])));
    }
  }
  return words.empty() ? "-" : absl::StrJoin(words, " ");
}

// Stores the cells of one field of a position's text.
void Put(const std::string& field, const std::string& word, const Grid& grid,
         MiniKontranto::Position* p, size_t* part) {
  const int cell = grid.Parse(word);
  if (word == "/" || word == "t") {
    *part = 1;
  } else if (word == "c") {
    *part = 0;
  } else if (cell != kNoCell && field == "conquered") {
    p->conquered[*part] = static_cast<uint16_t>(p->conquered[*part] | CellBit(cell));
  } else if (cell != kNoCell && (field == "W" || field == "B")) {
    uint16_t& set = p->pieces[field == "W" ? 0 : 1][*part];
    set = static_cast<uint16_t>(set | CellBit(cell));
  }
}

}  // namespace

std::string MiniKontranto::MoveName(const Position& p, size_t colour, Action action) const {
  const Few<kMaxPieces> cells = PieceCells(p, colour);
  const Few<kMaxPieces> targets = Targets(p, colour, action);
  std::vector<std::string> words;
  for (size_t i = 0; i < cells.size(); ++i) {
    words.push_back(absl::StrCat(grid_.Name(cells[i]), "-", grid_.Name(targets[i])));
  }
  return absl::StrJoin(words, " ");
}

std::string MiniKontranto::ActionName(const View& view, Action action) const {
  return MoveName(view.position, view.seat == Seat::k1 ? 1 : 0, action);
}

std::string MiniKontranto::Text(const Position& p,
                                const std::array<std::string, 2>& choices) const {
  return absl::StrCat("conquered ", grid_.Names(p.conquered[0]), " / ", grid_.Names(p.conquered[1]),
                      "; W ", SideText(grid_, p.pieces[0]), "; B ", SideText(grid_, p.pieces[1]),
                      "; left ", p.left, "; choices ", choices[0], " / ", choices[1]);
}

std::string MiniKontranto::PositionText(const Position& p) const {
  const auto choice = [&](size_t seat) {
    return p.choices[seat] == kNoChoice ? std::string("-") : MoveName(p, seat, p.choices[seat]);
  };
  return Text(p, {choice(0), choice(1)});
}

std::string MiniKontranto::ViewText(const View& view) const {
  const Position& p = view.position;
  const bool over = p.left == 0 || p.stuck != 0;
  const auto choice = [&](size_t seat) {
    const bool hidden = !over && static_cast<size_t>(view.seat) != seat;
    return p.choices[seat] != kNoChoice ? MoveName(p, seat, p.choices[seat])
                                        : std::string(hidden ? "?" : "-");
  };
  return Text(p, {choice(0), choice(1)});
}

absl::StatusOr<MiniKontranto::Position> MiniKontranto::ParsePosition(
    const std::string& text) const {
  Position p = {};
  p.choices = {kNoChoice, kNoChoice};
  std::string choices;
  for (const absl::string_view part : absl::StrSplit(text, "; ")) {
    const std::vector<std::string> words = absl::StrSplit(part, ' ');
    size_t half = 0;
    for (size_t i = 1; i < words.size(); ++i) {
      Put(words[0], words[i], grid_, &p, &half);
    }
    int left = 0;
    if (words[0] == "left" && words.size() == 2 && absl::SimpleAtoi(words[1], &left)) {
      p.left = static_cast<uint8_t>(std::clamp(left, 0, steps_));
    }
    choices = words[0] == "choices" ? absl::StrJoin(words.begin() + 1, words.end(), " ") : choices;
  }
  if (const std::string why = WhyImpossible(p); !why.empty()) {
    return absl::InvalidArgumentError(absl::StrCat("impossible position '", text, "': ", why));
  }
  ReadChoices(choices, &p);
  if (PositionText(p) != text || (p.choices[0] != kNoChoice && p.choices[1] != kNoChoice)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is 'conquered A1 / -; W c B2; B c B2 t A3; left 2; choices - / -' or the like "
        "with at most ",
        steps_, " steps left and one choice made, not '", text, "'"));
  }
  return p;
}

// `A1-B2 C1-C1 / -`: reads legal moves of the seats.
void MiniKontranto::ReadChoices(const std::string& text, Position* p) const {
  const std::vector<std::string> halves = absl::StrSplit(text, " / ");
  for (size_t seat = 0; seat < std::min<size_t>(halves.size(), kNumSeats); ++seat) {
    for (const Action move : Moves(*p, seat)) {
      if (MoveName(*p, seat, move) == halves[seat]) {
        p->choices[seat] = static_cast<uint16_t>(move);
      }
    }
  }
}

std::string MiniKontranto::WhyImpossible(const Position& p) const {
  if ((p.conquered[0] & p.conquered[1]) != 0) {
    return "a cell can be conquered only once";
  }
  for (size_t colour = 0; colour < 2; ++colour) {
    const auto& pieces = p.pieces[colour];
    if (std::popcount(pieces[0]) + std::popcount(pieces[1]) > kMaxPieces ||
        (pieces[0] & pieces[1]) != 0) {
      return "a side has two pieces at most, on different cells";
    }
  }
  const auto& [white, black] = p.pieces;
  const int alike = (white[0] & black[0]) | (white[1] & black[1]);
  const int unlike = (white[0] & black[1]) | (white[1] & black[0]);
  const int alone = (white[0] | white[1]) ^ (black[0] | black[1]);
  if ((alike & ~p.conquered[0]) != 0 || (unlike & ~p.conquered[1]) != 0) {
    return "where two pieces meet, the winner has conquered the cell";
  }
  Position settled = p;
  Settle(&settled);
  // If two pieces met, one may have been removed: both stood on the same cell and could not leave
  // it.
  if (alone != 0 && (alone & (p.conquered[0] | p.conquered[1])) != 0) {
    return "no piece stands alone on a conquered cell";
  }
  if (p.left == 0 || settled.stuck != 0 || settled.pieces != p.pieces) {
    return "the game is over, or a piece cannot leave its cell";
  }
  return "";
}

void MiniKontranto::AddCell(const Position& p, int cell, Scene* scene) const {
  const bool white = (p.conquered[0] >> cell & 1) != 0;
  const bool black = (p.conquered[1] >> cell & 1) != 0;
  const float left = static_cast<float>(grid_.ColumnOf(cell)) - 0.5f;
  const float low = static_cast<float>(grid_.RowOf(cell)) - 0.5f;
  scene->shapes.push_back({.kind = ShapeKind::kPolygon,
                           .fill = white   ? Paint::kSecond
                                   : black ? Paint::kFirst
                                           : Paint::kBoard,
                           .stroke = Paint::kLine,
                           .points = {left, low, left + 1, low, left + 1, low + 1, left, low + 1},
                           .text = white   ? "+"
                                   : black ? "#"
                                           : "."});
}

void MiniKontranto::AddPiece(const Position& p, size_t colour, int cell, Scene* scene) const {
  const bool circle = (p.pieces[colour][0] >> cell & 1) != 0;
  const float x = static_cast<float>(grid_.ColumnOf(cell)) + (colour == 0 ? -0.2f : 0.3f);
  const auto y = static_cast<float>(grid_.RowOf(cell));
  Shape piece = {.kind = circle ? ShapeKind::kDisc : ShapeKind::kPolygon,
                 .fill = colour == 0 ? Paint::kSecond : Paint::kFirst,
                 .stroke = Paint::kLine};
  if (circle) {
    piece.points = {x, y, 0.2f};
  } else {
    piece.points = {x - 0.2f, y - 0.2f, x + 0.2f, y - 0.2f, x, y + 0.2f};
  }
  constexpr std::array<const char*, 4> kLetters = {"A", "O", "a", "o"};
  piece.text = kLetters[2 * colour + (circle ? 1 : 0)];
  scene->shapes.push_back(piece);
}

Scene MiniKontranto::MakeScene(const View& view) const {
  const Position& p = view.position;
  Scene scene = {.min_x = -1.5f,
                 .min_y = -1.5f,
                 .max_x = static_cast<float>(grid_.Columns()) - 0.5f,
                 .max_y = static_cast<float>(grid_.Rows()) - 0.5f};
  scene.caption = absl::StrCat(std::popcount(p.conquered[0]), " : ", std::popcount(p.conquered[1]),
                               ", steps left ", p.left);
  AddBoardNames(grid_.Columns(), grid_.Rows(), 0, 0, 'A', &scene);
  for (int cell = 0; cell < grid_.NumCells(); ++cell) {
    AddCell(p, cell, &scene);
  }
  for (size_t colour = 0; colour < 2; ++colour) {
    for (const int cell : PieceCells(p, colour)) {
      AddPiece(p, colour, cell, &scene);
    }
  }
  if (MustAct(view)) {
    for (const Action move : Moves(p, view.seat == Seat::k1 ? 1 : 0)) {
      scene.shapes.push_back(
          {.kind = ShapeKind::kButton, .text = ActionName(view, move), .action = move});
    }
  }
  return scene;
}

}  // namespace kvintet::envs::mini_kontranto
