// ConnectFour: the rules, planes and texts.
#include "envs/games/connect_four/connect_four.h"

#include <bit>
#include <vector>

#include "envs/drawing/board_names.h"
#include "envs/games/connect_four/bitboard.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::connect_four {
namespace {

uint64_t Cell(int row, int column) { return uint64_t{1} << (kStride * column + row); }

uint64_t Taken(const ConnectFour::Position& p) { return p.discs[0] | p.discs[1]; }

bool HasLine(uint64_t discs) {
  for (const int step : {1, kStride, kStride - 1, kStride + 1}) {
    const uint64_t pairs = discs & discs >> step;
    if ((pairs & pairs >> 2 * step) != 0) {
      return true;
    }
  }
  return false;
}

bool HasLine(const ConnectFour::Position& p) { return HasLine(p.discs[0]) || HasLine(p.discs[1]); }

// Removes the top disc of some column in every possible order until the board is empty, as the
// reverse of play. Remembers which sets of cells it has visited.
class Unplayed {
 public:
  explicit Unplayed(const ConnectFour::Position& end)
      : end_(end), seen_(static_cast<size_t>(Number(~uint64_t{0})) + 1) {}

  bool ReachesStart() { return ReachesStart(Taken(end_)); }

 private:
  // Encodes the column heights in one number.
  static int Number(uint64_t taken) {
    int number = 0;
    for (int column = 0; column < kColumns; ++column) {
      number = number * kStride + Height(taken, column);
    }
    return number;
  }

  bool ReachesStart(uint64_t taken) {
    const auto number = static_cast<size_t>(Number(taken));
    if (taken == 0 || seen_[number]) {
      return taken == 0;
    }
    seen_[number] = true;
    const uint64_t last_mover = end_.discs[std::popcount(taken) % 2 == 1 ? 0 : 1];
    for (int column = 0; column < kColumns; ++column) {
      const int height = Height(taken, column);
      const uint64_t top = height == 0 ? 0 : Cell(height - 1, column);
      const uint64_t before = taken & ~top;
      const bool ended = HasLine(before & end_.discs[0]) || HasLine(before & end_.discs[1]);
      if ((last_mover & top) != 0 && !ended && ReachesStart(before)) {
        return true;
      }
    }
    return false;
  }

  const ConnectFour::Position& end_;
  std::vector<bool> seen_;
};

}  // namespace

GameSpec ConnectFour::Spec() const {
  GameSpec spec;
  spec.ends = {{"line", "four in a row"}, {"full", "a full board"}};
  spec.num_actions = kColumns;
  spec.max_game_length = kCells;
  spec.planes = 2;
  spec.plane_names = {"own discs", "other's discs"};
  spec.height = kRows;
  spec.width = kColumns;
  spec.policy_planes = 1;
  return spec;
}

ActorSet ConnectFour::Actors(const Position& p) const {
  const int num_discs = std::popcount(Taken(p));
  if (num_discs == kCells || HasLine(p)) {
    return {};
  }
  return ActorSet::Only(num_discs % 2 == 0 ? Actor::kSeat0 : Actor::kSeat1);
}

void ConnectFour::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  p->discs[static_cast<size_t>(actor)] |= Cell(Height(Taken(*p), action), action);
}

Outcome ConnectFour::Result(const Position& p) const {
  if (!HasLine(p)) {
    return {.reason = "full"};
  }
  const float value = HasLine(p.discs[0]) ? 1.0f : -1.0f;
  return {.returns = {value, -value}, .reason = "line"};
}

void ConnectFour::LegalActions(const View& view, ActionMask mask) const {
  for (int column = 0; column < kColumns; ++column) {
    if (Height(Taken(view.position), column) < kRows) {
      mask.Set(column);
    }
  }
}

void ConnectFour::Observe(const View& view, std::span<uint8_t> planes, std::span<float>) const {
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  size_t place = 0;
  for (const uint64_t discs : {view.position.discs[own], view.position.discs[1 - own]}) {
    for (int cell = 0; cell < kCells; ++cell) {
      planes[place++] = (discs & Cell(cell / kColumns, cell % kColumns)) != 0 ? 1 : 0;
    }
  }
}

void ConnectFour::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const uint64_t bit = Cell(cell / kColumns, cell % kColumns);
    if ((Taken(end) & bit) != 0) {
      cells[static_cast<size_t>(cell)] = (end.discs[own] & bit) != 0 ? 1 : -1;
    }
  }
}

int ConnectFour::PolicyIndex(const View& view, Action action) const {
  return Height(Taken(view.position), action) * kColumns + action;
}

ConnectFour::Position ConnectFour::Transform(int symmetry, const Position& p) const {
  if (symmetry == 0) {
    return p;
  }
  Position image = Initial();
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    for (int column = 0; column < kColumns; ++column) {
      const uint64_t cells = p.discs[seat] >> (kStride * column) & kColumnCells;
      image.discs[seat] |= cells << (kStride * (kColumns - 1 - column));
    }
  }
  return image;
}

Action ConnectFour::TransformAction(int symmetry, const View&, Action action) const {
  return symmetry == 0 ? action : kColumns - 1 - action;
}

std::string ConnectFour::ActionName(const View&, Action action) const {
  return {static_cast<char>('a' + action)};
}

Scene ConnectFour::MakeScene(const View& view) const {
  Scene scene = {.min_y = -1, .max_x = kColumns, .max_y = kRows, .caption = "four in a row wins"};
  AddBoardNames(kColumns, /*rows=*/0, 0.5f, 0.5f, 'a', &scene);
  const bool to_act = Actors(view.position).Has(view.seat);
  const uint64_t taken = Taken(view.position);
  for (int cell = 0; cell < kCells; ++cell) {
    const int row = cell / kColumns;
    const int column = cell % kColumns;
    const auto x = static_cast<float>(column);
    const auto y = static_cast<float>(row);
    const bool first = (view.position.discs[0] & Cell(row, column)) != 0;
    scene.shapes.push_back({.kind = ShapeKind::kPolygon,
                            .fill = Paint::kBoard,
                            .stroke = Paint::kLine,
                            .points = {x, y, x + 1, y, x + 1, y + 1, x, y + 1},
                            .text = ".",
                            .action = to_act && Height(taken, column) == row ? column : kNoAction});
    if ((taken & Cell(row, column)) != 0) {
      scene.shapes.push_back({.kind = ShapeKind::kDisc,
                              .fill = first ? Paint::kFirst : Paint::kSecond,
                              .points = {x + 0.5f, y + 0.5f, 0.4f},
                              .text = first ? "X" : "O"});
    }
  }
  return scene;
}

std::string ConnectFour::PositionText(const Position& p) const {
  std::string text;
  for (int cell = 0; cell < kCells; ++cell) {
    const uint64_t bit = Cell(cell / kColumns, cell % kColumns);
    text += cell % kColumns == 0 && cell > 0 ? "/" : "";
    text += (p.discs[0] & bit) != 0 ? 'X' : (p.discs[1] & bit) != 0 ? 'O' : '.';
  }
  return text;
}

absl::StatusOr<ConnectFour::Position> ConnectFour::ParsePosition(const std::string& text) const {
  Position p = Initial();
  int cell = 0;
  for (const char c : text) {
    const bool in_board = cell < kCells && (c == 'X' || c == 'O');
    if (in_board) {
      p.discs[c == 'X' ? 0 : 1] |= Cell(cell / kColumns, cell % kColumns);
    }
    cell += c == '/' ? 0 : 1;
  }
  if (PositionText(p) != text) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a position is six rows of seven X O . from the bottom, separated by '/', not '", text,
        "'"));
  }
  // A disc with nothing below it is never removed, so such positions fail.
  bool hangs = false;
  for (int column = 0; column < kColumns; ++column) {
    const uint64_t cells = Taken(p) >> (kStride * column) & kColumnCells;
    hangs = hangs || (cells & (cells + 1)) != 0;
  }
  if (hangs || !Unplayed(p).ReachesStart()) {
    return absl::InvalidArgumentError(
        absl::StrCat("impossible position '", text, "': no play leads there"));
  }
  return p;
}

REGISTER_GAME(ConnectFour);

}  // namespace kvintet::envs::connect_four
