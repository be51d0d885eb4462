// InARow: see the header.
#include "examples/in_a_row/in_a_row.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"

#include "envs/drawing/board_names.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::in_a_row {
namespace {

// Right, up, and both diagonals.
constexpr std::array<std::pair<int, int>, 4> kDirections = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

uint32_t CellBit(int cell) { return uint32_t{1} << cell; }

uint32_t Taken(const InARow::Position& p) { return p.marks[0] | p.marks[1]; }

size_t Own(const InARow::View& view) { return view.seat == Seat::k1 ? 1 : 0; }

}  // namespace

OptionSchema InARow::Options() {
  return {{.key = "size",
           .default_value = "3",
           .min = 3,
           .max = 5,
           .meaning = "rows and columns of the board",
           .clause = "IR1"},
          {.key = "line",
           .default_value = "3",
           .min = 3,
           .max = 5,
           .meaning = "marks in a row that win; at most the size",
           .clause = "IR3"},
          {.key = "swap",
           .default_value = "yes",
           .values = {"yes", "no"},
           .meaning = "whether seat 1 may take the first mark over",
           .clause = "IR2"}};
}

absl::StatusOr<InARow> InARow::Create(const RuleOptions& options) {
  const int size = options.Int("size");
  const int line = options.Int("line");
  if (line > size) {
    return absl::InvalidArgumentError(
        absl::StrCat("in_a_row: line must be at most the size, ", size, ", is ", line));
  }
  return InARow(size, line, options.Is("swap", "yes"));
}

InARow::InARow(int size, int line, bool swap)
    : size_(size), swap_(swap), full_(CellBit(size * size) - 1) {
  for (int cell = 0; cell < NumCells(); ++cell) {
    for (const auto& [right, up] : kDirections) {
      const int column = cell % size + (line - 1) * right;
      const int row = cell / size + (line - 1) * up;
      if (column >= size || row < 0 || row >= size) {
        continue;
      }
      uint32_t marks = 0;
      for (int i = 0; i < line; ++i) {
        marks |= CellBit(cell + i * (right + size * up));
      }
      lines_.push_back(marks);
    }
  }
}

GameSpec InARow::Spec() const {
  GameSpec spec;
  spec.num_actions = NumCells() + (swap_ ? 1 : 0);
  spec.max_game_length = spec.num_actions;
  spec.planes = 2;
  spec.plane_names = {"own marks", "other's marks"};
  spec.height = spec.width = size_;
  spec.globals = 1;
  spec.global_names = {"may swap"};
  spec.policy_planes = 1;
  spec.policy_slots = swap_ ? 1 : 0;
  return spec;
}

bool InARow::HasLine(uint32_t marks) const {
  return std::ranges::any_of(lines_, [marks](uint32_t line) { return (marks & line) == line; });
}

bool InARow::MaySwap(const Position& p) const {
  return swap_ && p.to_move == 1 && std::popcount(p.marks[0]) == 1 && p.marks[1] == 0;
}

void InARow::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  const auto own = static_cast<size_t>(Index(actor));
  p->to_move = static_cast<uint8_t>(1 - own);
  if (action == SwapAction()) {
    std::swap(p->marks[0], p->marks[1]);
    return;
  }
  p->marks[own] |= CellBit(action);
  if (HasLine(p->marks[own])) {
    p->end = kLine;
  } else if (Taken(*p) == full_) {
    p->end = kFull;
  }
}

Outcome InARow::Result(const Position& p) const {
  if (p.end == kFull) {
    return {.reason = "full"};
  }
  // The seat that completed the line moved last.
  const float first = p.to_move == 1 ? 1.0f : -1.0f;
  return {.returns = {first, -first}, .reason = "line"};
}

void InARow::LegalActions(const View& view, ActionMask mask) const {
  mask.Words()[0] = full_ & ~Taken(view.position);
  if (MaySwap(view.position)) {
    mask.Set(SwapAction());
  }
}

void InARow::Observe(const View& view, std::span<uint8_t> planes, std::span<float> globals) const {
  const auto cells = static_cast<size_t>(NumCells());
  for (size_t cell = 0; cell < cells; ++cell) {
    planes[cell] = view.position.marks[Own(view)] >> cell & 1;
    planes[cells + cell] = view.position.marks[1 - Own(view)] >> cell & 1;
  }
  globals[0] = MaySwap(view.position) ? 1.0f : 0.0f;
}

// Cells are in the one plane, the swap is in the one slot after it.
int InARow::PolicyIndex(const View&, Action action) const { return action; }

void InARow::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    const uint32_t own = end.marks[Own(view)] >> cell & 1;
    const uint32_t other = end.marks[1 - Own(view)] >> cell & 1;
    cells[cell] = static_cast<int8_t>(static_cast<int>(own) - static_cast<int>(other));
  }
}

std::string InARow::ActionName(const View&, Action action) const {
  if (action == SwapAction()) {
    return "swap";
  }
  return std::string(1, static_cast<char>('a' + action % size_)) +
         std::to_string(action / size_ + 1);
}

Scene InARow::MakeScene(const View& view) const {
  const Position& p = view.position;
  const auto side = static_cast<float>(size_);
  Scene scene = {.min_x = -1, .min_y = -1, .max_x = side, .max_y = side};
  scene.caption = p.end != kPlaying ? "the game is over"
                                    : absl::StrCat(p.to_move == 0 ? "X (seat 0)" : "O (seat 1)",
                                                   MaySwap(p) ? " to mark or swap" : " to mark");
  AddBoardNames(size_, size_, 0.5f, 0.5f, 'a', &scene);
  const bool to_act = Actors(p).Has(view.seat);
  for (int cell = 0; cell < NumCells(); ++cell) {
    const int row = cell / size_;
    const auto x = static_cast<float>(cell % size_);
    const auto y = static_cast<float>(row);
    const bool free = (Taken(p) & CellBit(cell)) == 0;
    scene.shapes.push_back({.kind = ShapeKind::kPolygon,
                            .fill = Paint::kBoard,
                            .stroke = Paint::kLine,
                            .points = {x, y, x + 1, y, x + 1, y + 1, x, y + 1},
                            .text = ".",
                            .action = free && to_act ? cell : kNoAction});
    if (!free) {
      const bool first = (p.marks[0] & CellBit(cell)) != 0;
      scene.shapes.push_back({.kind = ShapeKind::kDisc,
                              .fill = first ? Paint::kFirst : Paint::kSecond,
                              .points = {x + 0.5f, y + 0.5f, 0.4f},
                              .text = first ? "X" : "O"});
    }
  }
  if (to_act && MaySwap(p)) {
    scene.shapes.push_back({.kind = ShapeKind::kButton, .text = "swap", .action = SwapAction()});
  }
  return scene;
}

std::string InARow::PositionText(const Position& p) const {
  std::string text;
  for (int cell = 0; cell < NumCells(); ++cell) {
    text += cell % size_ == 0 && cell > 0 ? "/" : "";
    text += p.marks[0] >> cell & 1 ? 'X' : p.marks[1] >> cell & 1 ? 'O' : '.';
  }
  return text + (p.to_move == 0 ? " X" : " O");
}

absl::StatusOr<InARow::Position> InARow::ParsePosition(const std::string& text) const {
  Position p = Initial();
  const auto columns = static_cast<size_t>(size_) + 1;
  const size_t board = columns * static_cast<size_t>(size_) - 1;
  for (size_t i = 0; i < board && i < text.size(); ++i) {
    const size_t cell = i / columns * static_cast<size_t>(size_) + i % columns;
    if (i % columns + 1 < columns && (text[i] == 'X' || text[i] == 'O')) {
      p.marks[text[i] == 'X' ? 0 : 1] |= uint32_t{1} << cell;
    }
  }
  p.to_move = text.ends_with(" O") ? 1 : 0;
  p.end = HasLine(p.marks[0]) || HasLine(p.marks[1]) ? kLine : Taken(p) == full_ ? kFull : kPlaying;
  if (PositionText(p) != text || !CanBeReached(p)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is ", size_, " rows of X O . from row 1 and whose turn it is, like '",
        PositionText(Initial()), "', that play can reach, is '", text, "'"));
  }
  return p;
}

bool InARow::CanBeReached(const Position& p) const {
  // X has marked as often as O, or once more; after a swap the first mark is O's.
  const int lead = std::popcount(p.marks[0]) - std::popcount(p.marks[1]) - p.to_move;
  const bool swapped = swap_ && lead == -1 && p.marks[1] != 0;
  if ((lead != 0 && !swapped) || HasLine(p.marks[p.to_move])) {
    return false;
  }
  // The last mark must have completed every line on the board.
  const uint32_t last = p.marks[1u - p.to_move];
  bool possible = !HasLine(last);
  for (int cell = 0; cell < NumCells() && !possible; ++cell) {
    possible = (last & CellBit(cell)) != 0 && !HasLine(last & ~CellBit(cell));
  }
  return possible;
}

int InARow::InverseSymmetry(int symmetry) const {
  return (symmetry & 4) == 0 ? symmetry : 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1;
}

int InARow::ImageOfCell(int symmetry, int cell) const {
  int column = cell % size_;
  int row = cell / size_;
  if ((symmetry & 4) != 0) {
    std::swap(column, row);
  }
  column = (symmetry & 1) != 0 ? size_ - 1 - column : column;
  row = (symmetry & 2) != 0 ? size_ - 1 - row : row;
  return row * size_ + column;
}

uint32_t InARow::ImageOfMarks(int symmetry, uint32_t marks) const {
  uint32_t image = 0;
  for (; marks != 0; marks &= marks - 1) {
    image |= CellBit(ImageOfCell(symmetry, std::countr_zero(marks)));
  }
  return image;
}

InARow::Position InARow::Transform(int symmetry, const Position& p) const {
  Position image = p;
  image.marks = {ImageOfMarks(symmetry, p.marks[0]), ImageOfMarks(symmetry, p.marks[1])};
  return image;
}

Action InARow::TransformAction(int symmetry, const View&, Action action) const {
  return action == SwapAction() ? action : ImageOfCell(symmetry, action);
}

REGISTER_GAME(InARow);

}  // namespace kvintet::envs::in_a_row
