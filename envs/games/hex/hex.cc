// Hex: options, play, legal actions, what the rules know ahead, and symmetries.
#include "envs/games/hex/hex.h"

#include <algorithm>

#include "envs/rules/register_game.h"

namespace kvintet::envs::hex {

Hex::Hex(const RuleOptions& options)
    : board_(options.Int("size")), swap_(options.Is("swap", "yes")) {}

OptionSchema Hex::Options() {
  return {
      {.key = "size",
       .default_value = "11",
       .min = 2,
       .max = kMaxSize,
       .meaning = "columns and rows of the board",
       .clause = "X1",
       .words = {"a board of $ columns and rows"}},
      {.key = "swap",
       .default_value = "yes",
       .values = {"yes", "no"},
       .meaning = "whether the second player may take over the first stone",
       .clause = "X3",
       .words = {"the second player may take over the first stone", "the first player keeps Red"},
       .suggested = true}};
}

GameSpec Hex::Spec() const {
  GameSpec spec;
  spec.ends = {{"connection", "a connection of two opposite edges"}};
  spec.num_actions = board_.NumCells() + (swap_ ? 1 : 0);
  spec.max_game_length = spec.num_actions;
  spec.height = spec.width = board_.Size();
  spec.plane_names = {"own stones", "other's stones"};
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.global_names = {"own turn", "may swap"};
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_planes = 1;
  spec.policy_slots = swap_ ? 1 : 0;
  return spec;
}

void Hex::Step(Position* p, RepetitionHistory*, Actor, Action action) const {
  if (action == SwapAction()) {
    // X3: the stone stays. It is Blue's turn, and Blue is now seat 0.
    p->red_seat = 1;
    return;
  }
  Place(p, static_cast<Colour>(p->to_move), action);
}

void Hex::Place(Position* p, Colour colour, int cell) const {
  p->stones[colour].Add(cell);
  ++p->num_stones;
  p->to_move = static_cast<uint8_t>(1 - colour);
  for (const Edge edge : {kLow, kHigh}) {
    const Cells& linked = p->linked[colour][edge];
    const auto& beside = board_.Neighbours(cell);
    if (board_.EdgeCells(colour, edge).Has(cell) ||
        std::ranges::any_of(beside, [&linked](int16_t other) { return linked.Has(other); })) {
      Link(p, colour, edge, cell);
    }
  }
  // X4: a new connection contains the new stone.
  if (p->linked[colour][kLow].Has(cell) && p->linked[colour][kHigh].Has(cell)) {
    p->over = 1;
  }
}

void Hex::Link(Position* p, Colour colour, Edge edge, int cell) const {
  Cells& linked = p->linked[colour][edge];
  std::array<int16_t, kMaxCells> open;
  size_t size = 0;
  const auto add = [&](int16_t stone) {
    linked.Add(stone);
    open[size++] = stone;
  };
  add(static_cast<int16_t>(cell));
  while (size > 0) {
    for (const int16_t beside : board_.Neighbours(open[--size])) {
      if (p->stones[colour].Has(beside) && !linked.Has(beside)) {
        add(beside);
      }
    }
  }
}

Outcome Hex::Result(const Position& p) const {
  const float first = Mover(p) == 1 ? 1.0f : -1.0f;
  return {.returns = {first, -first}, .reason = "connection"};
}

void Hex::LegalActions(const View& view, ActionMask mask) const {
  const Position& p = view.position;
  const Cells free = board_.All() - (p.stones[kRed] | p.stones[kBlue]);
  std::ranges::copy_n(free.words.begin(), std::ssize(mask.Words()), mask.Words().begin());
  if (MaySwap(p)) {
    mask.Set(SwapAction());
  }
}

Cells Hex::WinningCells(const Position& p, Colour colour) const {
  const auto reach = [&](Edge edge) {
    return board_.EdgeCells(colour, edge) | board_.Beside(p.linked[colour][edge]);
  };
  return (reach(kLow) & reach(kHigh)) - (p.stones[kRed] | p.stones[kBlue]);
}

std::optional<float> Hex::KnownReturn(const View& view) const {
  const Position& p = view.position;
  const auto own = static_cast<Colour>(p.to_move);
  if (WinningCells(p, own).First() >= 0) {
    return 1.0f;
  }
  const bool lost = !MaySwap(p) && WinningCells(p, static_cast<Colour>(1 - own)).Count() > 1;
  return lost ? std::optional(-1.0f) : std::nullopt;
}

std::optional<Action> Hex::ForcedWin(const View& view, int64_t) const {
  const int cell = WinningCells(view.position, static_cast<Colour>(view.position.to_move)).First();
  return cell >= 0 ? std::optional<Action>(cell) : std::nullopt;
}

Hex::Position Hex::Transform(int symmetry, const Position& p) const {
  if (symmetry == 0) {
    return p;
  }
  Position image = p;
  const auto turned = [this](const Cells& cells) {
    Cells out = {};
    cells.ForEach([&](int cell) { out.Add(board_.Turned(cell)); });
    return out;
  };
  for (const Colour colour : {kRed, kBlue}) {
    image.stones[colour] = turned(p.stones[colour]);
    image.linked[colour] = {turned(p.linked[colour][kHigh]), turned(p.linked[colour][kLow])};
  }
  return image;
}

Action Hex::TransformAction(int symmetry, const View&, Action action) const {
  return symmetry == 0 || action == SwapAction() ? action : board_.Turned(action);
}

REGISTER_GAME(Hex);

}  // namespace kvintet::envs::hex
