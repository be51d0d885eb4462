// TicTacToe: the rules, planes and texts.
#include "envs/games/tic_tac_toe/tic_tac_toe.h"

#include "envs/drawing/board_names.h"
#include "envs/rules/register_game.h"

namespace kvintet::envs::tic_tac_toe {
namespace {

constexpr uint16_t kFull = 0x1ff;
constexpr std::array<uint16_t, 8> kLines = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

bool HasLine(uint16_t marks) {
  return std::ranges::any_of(kLines, [marks](uint16_t line) { return (marks & line) == line; });
}

uint16_t Taken(const TicTacToe::Position& p) {
  return static_cast<uint16_t>(p.marks[0] | p.marks[1]);
}

}  // namespace

GameSpec TicTacToe::Spec() const {
  GameSpec spec;
  spec.ends = {{"line", "three in a row"}, {"full", "a full board"}};
  spec.num_actions = spec.max_game_length = 9;
  spec.planes = 2;
  spec.plane_names = {"own marks", "other's marks"};
  spec.height = spec.width = 3;
  spec.policy_planes = 1;
  return spec;
}

ActorSet TicTacToe::Actors(const Position& p) const {
  if (Taken(p) == kFull || HasLine(p.marks[0]) || HasLine(p.marks[1])) {
    return {};
  }
  return ActorSet::Only(std::popcount(Taken(p)) % 2 == 0 ? Actor::kSeat0 : Actor::kSeat1);
}

void TicTacToe::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  p->marks[static_cast<size_t>(Index(actor))] |= static_cast<uint16_t>(1 << action);
}

Outcome TicTacToe::Result(const Position& p) const {
  for (const auto& [seat, sign] : {std::pair(0u, 1.0f), std::pair(1u, -1.0f)}) {
    if (HasLine(p.marks[seat])) {
      return {.returns = {sign, -sign}, .reason = "line"};
    }
  }
  return {.reason = "full"};
}

void TicTacToe::LegalActions(const View& view, ActionMask mask) const {
  mask.Words()[0] = kFull & ~Taken(view.position);
}

void TicTacToe::Observe(const View& view, std::span<uint8_t> planes, std::span<float>) const {
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  for (size_t cell = 0; cell < 9; ++cell) {
    planes[cell] = view.position.marks[own] >> cell & 1;
    planes[9 + cell] = view.position.marks[1 - own] >> cell & 1;
  }
}

void TicTacToe::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const size_t own = view.seat == Seat::k1 ? 1 : 0;
  for (size_t cell = 0; cell < 9; ++cell) {
    cells[cell] =
        static_cast<int8_t>((end.marks[own] >> cell & 1) - (end.marks[1 - own] >> cell & 1));
  }
}

std::string TicTacToe::ActionName(const View&, Action action) const {
  return {static_cast<char>('a' + action % 3), static_cast<char>('1' + action / 3)};
}

Scene TicTacToe::MakeScene(const View& view) const {
  Scene scene = {
      .min_x = -1, .min_y = -1, .max_x = 3, .max_y = 3, .caption = "three in a row wins"};
  AddBoardNames(3, 3, 0.5f, 0.5f, 'a', &scene);
  const bool to_act = Actors(view.position).Has(view.seat);
  for (int cell = 0; cell < 9; ++cell) {
    const int row = cell / 3;
    const float x = static_cast<float>(cell % 3);
    const float y = static_cast<float>(row);
    const bool first = view.position.marks[0] >> cell & 1;
    const bool free = (Taken(view.position) >> cell & 1) == 0;
    scene.shapes.push_back({.kind = ShapeKind::kPolygon,
                            .fill = Paint::kBoard,
                            .stroke = Paint::kLine,
                            .points = {x, y, x + 1, y, x + 1, y + 1, x, y + 1},
                            .text = ".",
                            .action = free && to_act ? cell : kNoAction});
    if (!free) {
      scene.shapes.push_back({.kind = ShapeKind::kDisc,
                              .fill = first ? Paint::kFirst : Paint::kSecond,
                              .points = {x + 0.5f, y + 0.5f, 0.4f},
                              .text = first ? "X" : "O"});
    }
  }
  return scene;
}

std::string TicTacToe::PositionText(const Position& p) const {
  std::string text;
  for (int cell = 0; cell < 9; ++cell) {
    text += cell % 3 == 0 && cell > 0 ? "/" : "";
    text += p.marks[0] >> cell & 1 ? 'X' : p.marks[1] >> cell & 1 ? 'O' : '.';
  }
  return text;
}

absl::StatusOr<TicTacToe::Position> TicTacToe::ParsePosition(const std::string& text) const {
  Position p = Initial();
  for (size_t i = 0; i < text.size() && text.size() == 11; ++i) {
    const auto bit = static_cast<uint16_t>(1 << (i / 4 * 3 + i % 4));
    if (i % 4 != 3 && (text[i] == 'X' || text[i] == 'O')) {
      p.marks[text[i] == 'X' ? 0 : 1] |= bit;
    }
  }
  const int lead = std::popcount(p.marks[0]) - std::popcount(p.marks[1]);
  const bool late = (lead == 1 && HasLine(p.marks[1])) || (lead == 0 && HasLine(p.marks[0]));
  if (PositionText(p) != text || lead < 0 || lead > 1 || late) {
    return absl::InvalidArgumentError(
        absl::StrCat("a position is three rows of X O . from row 1, like '.X./.O./...', that play "
                     "can reach, not '",
                     text, "'"));
  }
  return p;
}

REGISTER_GAME(TicTacToe);

}  // namespace kvintet::envs::tic_tac_toe
