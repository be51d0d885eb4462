// MiniKontranto: the rules and planes.
#include "envs/games/mini_kontranto/mini_kontranto.h"

#include <bit>

#include "envs/rules/register_game.h"
#include "envs/sealed_choice.h"

namespace kvintet::envs::mini_kontranto {
namespace {

using kontranto::CellBit;
using kontranto::Cells;
using kontranto::Grid;

size_t OwnSeat(const MiniKontranto::View& view) { return view.seat == Seat::k1 ? 1 : 0; }

// `2x3_...` gives rows, then columns.
Grid GridOf(const std::string& start) { return {start[2] - '0', start[0] - '0', true}; }

Cells Side(const MiniKontranto::Position& p, size_t colour) {
  return static_cast<Cells>(p.pieces[colour][0] | p.pieces[colour][1]);
}

uint16_t Bits(Cells cells) { return static_cast<uint16_t>(cells); }

}  // namespace

MiniKontranto::MiniKontranto(const RuleOptions& options)
    : grid_(GridOf(options.Text("start"))), steps_(options.Int("steps")) {
  const std::string& text = options.Text("start");
  size_t colour = 0;
  for (size_t i = 4; i < text.size(); i += 2) {
    if (text[i] == '_') {
      colour = 1;
      ++i;
    }
    const int cell = text[i + 1] - '0';
    const int place = grid_.CellAt(cell % grid_.Columns(), cell / grid_.Columns());
    uint16_t& set = start_.pieces[colour][text[i] == 'c' ? 0 : 1];
    set = Bits(set | CellBit(place));
  }
  start_.choices = {kNoChoice, kNoChoice};
  start_.left = static_cast<uint8_t>(steps_);
}

OptionSchema MiniKontranto::Options() {
  return {{.key = "start",
           .default_value = "2x3_c0t1_c4",
           .values = {"2x2_c0_c3", "2x3_c0_c2", "3x3_c4_c0", "2x3_c0t1_c4", "2x3_c0c3_c2t5",
                      "2x3_c2c4_c1c5", "3x3_c8t0_c4t2", "3x3_c1t4_c6t2", "2x3_c0t3_c2t5"},
           .meaning = "rows x columns, White's pieces and Black's: c a circle, t a triangle, and "
                      "its cell, columns * row + column",
           .clause = "MK1"},
          {.key = "steps",
           .default_value = "3",
           .min = 1,
           .max = 5,
           .meaning = "steps until the end",
           .clause = "MK4"}};
}

GameSpec MiniKontranto::Spec() const {
  GameSpec spec;
  spec.margins = true;
  spec.num_actions = grid_.NumCells() * grid_.NumCells();
  spec.simultaneous = true;
  spec.max_game_length = 2 * steps_;
  spec.plane_names = {"own circles", "own triangles", "beaten by own circle",
                      "beaten by own triangle", "conquered"};
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.height = grid_.Columns();
  spec.width = grid_.Rows();
  spec.global_names = {"own is White", "own points", "other's points", "steps left"};
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_slots = spec.num_actions;
  return spec;
}

ActorSet MiniKontranto::Actors(const Position& p) const {
  if (p.left == 0 || p.stuck != 0) {
    return {};
  }
  return ActorSet::FromBits(static_cast<uint8_t>((p.choices[0] == kNoChoice ? 1 : 0) |
                                                 (p.choices[1] == kNoChoice ? 2 : 0)));
}

Few<kMaxPieces> MiniKontranto::PieceCells(const Position& p, size_t colour) const {
  Few<kMaxPieces> cells;
  kontranto::ForEachCell(Side(p, colour), [&](int cell) { cells.Add(cell); });
  return cells;
}

// The cells that a piece may occupy in the next step.
Cells MiniKontranto::Reach(const Position& p, int cell) const {
  return (grid_.Neighbours(cell) | CellBit(cell)) &
         ~static_cast<Cells>(p.conquered[0] | p.conquered[1]);
}

Few<kMaxPieces> MiniKontranto::Targets(const Position& p, size_t colour, Action action) const {
  Few<kMaxPieces> targets;
  targets.Add(action / grid_.NumCells());
  if (std::popcount(Side(p, colour)) == kMaxPieces) {
    targets.Add(action % grid_.NumCells());
  }
  return targets;
}

Few<kMaxMoves> MiniKontranto::Moves(const Position& p, size_t colour) const {
  const Few<kMaxPieces> cells = PieceCells(p, colour);
  Few<kMaxMoves> moves;
  kontranto::ForEachCell(cells.size() == 0 ? 0 : Reach(p, cells[0]), [&](int first) {
    const Action begin = first * grid_.NumCells();
    if (cells.size() == 1) {
      moves.Add(begin);
      return;
    }
    kontranto::ForEachCell(Reach(p, cells[1]) & ~CellBit(first),
                           [&](int second) { moves.Add(begin + second); });
  });
  return moves;
}

void MiniKontranto::Step(Position* p, RepetitionHistory*, Actor actor, Action action) const {
  p->choices[static_cast<size_t>(actor)] = static_cast<uint16_t>(action);
  if (p->choices[0] != kNoChoice && p->choices[1] != kNoChoice) {
    Resolve(p);
  }
}

// MK2, MK3: both sides move at once. A meeting of two pieces gives a point and the cell.
void MiniKontranto::Resolve(Position* p) const {
  const Position before = *p;
  p->pieces = {};
  for (size_t colour = 0; colour < 2; ++colour) {
    const Few<kMaxPieces> cells = PieceCells(before, colour);
    const Few<kMaxPieces> targets = Targets(before, colour, before.choices[colour]);
    for (size_t i = 0; i < cells.size(); ++i) {
      uint16_t& set = p->pieces[colour][before.pieces[colour][1] >> cells[i] & 1];
      set = Bits(set | CellBit(targets[i]));
    }
  }
  const auto& [white, black] = p->pieces;
  p->conquered[0] = Bits(p->conquered[0] | (white[0] & black[0]) | (white[1] & black[1]));
  p->conquered[1] = Bits(p->conquered[1] | (white[0] & black[1]) | (white[1] & black[0]));
  p->choices = {kNoChoice, kNoChoice};
  --p->left;
  Settle(p);
}

// MK3, MK4: prepares the next step, if there is one.
void MiniKontranto::Settle(Position* p) const {
  for (size_t colour = 0; colour < 2 && p->left > 0; ++colour) {
    for (const int cell : PieceCells(*p, colour)) {
      for (uint16_t& set : p->pieces[colour]) {
        set = Reach(*p, cell) == 0 ? Bits(set & ~CellBit(cell)) : set;
      }
    }
    p->stuck = Moves(*p, colour).size() == 0 ? 1 : p->stuck;
  }
}

Outcome MiniKontranto::Result(const Position& p) const {
  const int white = std::popcount(p.conquered[0]);
  const int black = std::popcount(p.conquered[1]);
  const float value = static_cast<float>(white - black) / static_cast<float>(grid_.NumCells());
  return {.returns = {value, 0.0f - value},
          .margin = {white, black},
          .reason = p.left == 0 ? "steps" : "no_move"};
}

MiniKontranto::View MiniKontranto::MakeView(const Position& p, Seat seat) const {
  View view = {p, seat, 0};
  for (size_t other = 0; other < kNumSeats; ++other) {
    if (other != static_cast<size_t>(seat)) {
      view.position.choices[other] = kNoChoice;
    }
  }
  return view;
}

void MiniKontranto::LegalActions(const View& view, ActionMask mask) const {
  for (const Action action : Moves(view.position, OwnSeat(view))) {
    mask.Set(action);
  }
}

void MiniKontranto::Observe(const View& view, std::span<uint8_t> planes,
                            std::span<float> globals) const {
  const Position& p = view.position;
  const size_t own = OwnSeat(view);
  const size_t prey = own;  // white circles beat circles, black circles beat triangles
  const auto cells = static_cast<size_t>(grid_.NumCells());
  size_t at = 0;
  for (const int set : {p.pieces[own][0] + 0, p.pieces[own][1] + 0, p.pieces[1 - own][prey] + 0,
                        p.pieces[1 - own][1 - prey] + 0, p.conquered[0] | p.conquered[1]}) {
    for (size_t cell = 0; cell < cells; ++cell) {
      planes[at++] = static_cast<uint8_t>(set >> cell & 1);
    }
  }
  const auto share = [&](size_t colour) {
    return static_cast<float>(std::popcount(p.conquered[colour])) / static_cast<float>(cells);
  };
  globals[0] = own == 0 ? 1.0f : 0.0f;
  globals[1] = share(own);
  globals[2] = share(1 - own);
  globals[3] = static_cast<float>(p.left) / static_cast<float>(steps_);
}

int MiniKontranto::Visible(const Position& p, Actor actor, Action action, Seat seat,
                           std::span<std::byte> bytes) const {
  const Action other = p.choices[1 - static_cast<size_t>(actor)];
  return VisibleChoice(
      actor, action, other != kNoChoice ? std::optional<Action>(other) : std::nullopt, seat, bytes);
}

REGISTER_GAME(MiniKontranto);

}  // namespace kvintet::envs::mini_kontranto
