// Kontranto: views, legal actions and planes.
#include <algorithm>
#include <array>
#include <cstring>

#include "envs/games/kontranto/kontranto.h"
#include "envs/games/kontranto/planes.h"

namespace kvintet::envs::kontranto {
namespace {

// The maximum in the plane of steps left: distant ends matter little, and planes of similar
// magnitude train best.
constexpr int kMaxStepsShown = 8;

// Copies with vector instructions. For a copy of the whole struct the compiler emits a string
// instruction, which takes four times as long.
void CopyPosition(const Position& from, Position* to) {
  constexpr size_t kVector = 32;
  const auto* source = reinterpret_cast<const std::byte*>(&from);
  auto* target = reinterpret_cast<std::byte*>(to);
  size_t i = 0;
  for (; i + kVector <= sizeof(Position); i += kVector) {
    std::memcpy(target + i, source + i, kVector);
  }
  std::memcpy(target + i, source + i, sizeof(Position) % kVector);
}

}  // namespace

GameSpec Kontranto::Spec() const {
  GameSpec spec;
  spec.ends = {{"eighteen", "conquering enough cells"},
               {"no_clash", "no further clash being possible"},
               {"two_step", "the final two-step"}};
  const int cells = grid_.NumCells();
  const int pieces = NumPieces(kWhite) + NumPieces(kBlack);
  spec.num_actions = CellAction(kCellKinds, 0);
  spec.simultaneous = true;
  // An area of n cells loses one within n + 1 steps, and areas do not share cells. Before each loss
  // pieces may be chosen. Colours and the final two-step take two actions per seat each.
  const int steps = 1 + cells * (cells + 3) / 2;
  spec.max_game_length = (steps + cells) * pieces + 6;
  // An area of n cells has at most n earlier situations.
  spec.history_capacity = cells;
  spec.plane_names = {
      "own circles",   "own triangles",     "beaten by own circle", "beaten by own triangle",
      "own conquered", "other's conquered", "circle's target",      "triangle's target",
      "deciding",      "steps left",        "beaten by deciding",   "beats deciding",
      "due",           "own chosen",        "other's chosen",       "open to own",
      "open to other"};
  spec.planes = static_cast<int>(spec.plane_names.size());
  spec.margins = true;
  spec.height = grid_.Columns();
  spec.width = grid_.Rows();
  spec.global_names = {"own turn",   "own score",  "other's score",  "colours",       "first",
                       "step",       "choose",     "two-step piece", "two-step move", "own made",
                       "first seat", "own circle", "clash is own"};
  spec.globals = static_cast<int>(spec.global_names.size());
  spec.policy_planes = kCellKinds;
  spec.policy_slots = kFirstCellAction;
  return spec;
}

void Kontranto::Ownership(const Position& end, const View& view, std::span<int8_t> cells) const {
  const Colour own = ColourOf(end, OwnSeat(view.seat));
  for (size_t colour = 0; colour < 2; ++colour) {
    ForEachCell(end.conquered[colour],
                [&](int cell) { cells[static_cast<size_t>(cell)] = colour == own ? 1 : -1; });
  }
}

Key128 Kontranto::CacheKey(const View& view) const {
  View key;
  CopyPosition(view.position, &key.position);
  key.position.step = 0;
  key.seat = view.seat;
  key.zero = {};
  return HashBytes(std::as_bytes(std::span(&key, 1)));
}

int Kontranto::PolicyIndex(const View&, Action action) const {
  return action >= kFirstCellAction ? action - kFirstCellAction
                                    : kCellKinds * grid_.NumCells() + action;
}

// Whether the choices of `seat` so far are hidden from `viewer`. A seat that chooses alone hides
// nothing, since nobody else decides anything meanwhile.
bool Kontranto::Hidden(const Position& p, Seat viewer, size_t seat) const {
  return static_cast<size_t>(viewer) != seat && ActorSet::FromBits(p.actors).Simultaneous();
}

Kontranto::View Kontranto::MakeView(const Position& p, Seat seat) const {
  View view;
  CopyPosition(p, &view.position);
  view.seat = seat;
  view.zero = {};
  for (size_t other = 0; other < kNumSeats; ++other) {
    if (Hidden(p, seat, other)) {
      view.position.made[other] = 0;
      view.position.taken[other] = 0;
      view.position.targets[other] = {};
      view.position.to_act = static_cast<uint8_t>(view.position.to_act | 1u << other);
    }
  }
  return view;
}

// A seat sees its own action when it is made; all see all moves of the stage when the last is
// complete.
int Kontranto::Visible(const Position& p, Actor actor, Action action, Seat seat,
                       std::span<std::byte> bytes) const {
  int size = 0;
  const auto write = [&](int byte) { bytes[static_cast<size_t>(size++)] = std::byte(byte); };
  const auto own = static_cast<size_t>(actor);
  if (!Hidden(p, seat, own)) {
    write(action & 0xff);
    write(action >> 8);
  }
  const bool whole = p.made[own] + 1 == MoveLength(p, own);
  if (!whole || p.to_act != ActorSet::Only(actor).Bits() || p.actors == p.to_act) {
    return size;
  }
  Position last = p;
  last.targets[own][last.made[own]++] = static_cast<uint8_t>(TargetOf(action));
  for (size_t who = 0; who < kNumSeats; ++who) {
    for (size_t i = 0; i < last.made[who]; ++i) {
      write(last.targets[who][i]);
    }
  }
  return size;
}

// The pieces that act in a step.
Cells Kontranto::MovingCells(const Position& p, Colour colour) const {
  const Cells own = p.pieces[colour][kCircle] | p.pieces[colour][kTriangle];
  return own & (p.live | p.conquered[kWhite] | p.conquered[kBlack]);
}

// Where a piece that takes no part in an extraordinary step may go (K5, K6, K9). Includes cells of
// own pieces that may leave themselves, but not of frozen ones.
Cells Kontranto::OpenCells(const Position& p, Colour colour) const {
  const Cells conquered = p.conquered[kWhite] | p.conquered[kBlack];
  const Cells frozen = (p.pieces[colour][kCircle] | p.pieces[colour][kTriangle]) & ~p.live;
  return grid_.All() & ~(conquered | frozen | p.chosen[kWhite] | p.chosen[kBlack]);
}

SideMoves Kontranto::MovesOf(const Position& p, Colour colour) const {
  SideMoves moves;
  const Cells conquered = p.conquered[kWhite] | p.conquered[kBlack];
  const Cells moving = MovingCells(p, colour);
  const Cells open = OpenCells(p, colour);
  for (Cells rest = grid_.Image(p.turn, moving); rest != 0; rest &= rest - 1) {
    const auto i = static_cast<size_t>(moves.count++);
    const int cell = grid_.Image(p.turn, LowestCell(rest));
    moves.cells[i] = static_cast<uint8_t>(cell);
    moves.shapes[i] = (p.pieces[colour][kTriangle] >> cell & 1) != 0 ? kTriangle : kCircle;
    moves.targets[i] = (grid_.Neighbours(cell) | CellBit(cell)) & open;
    moves.leavers |= static_cast<uint32_t>(conquered >> cell & 1) << i;
    if ((p.chosen[colour] >> cell & 1) != 0) {
      // K9: it stays, or goes to the cell of the other chosen piece in its area.
      size_t area = 0;
      while ((p.areas[area] >> cell & 1) == 0) {
        ++area;
      }
      moves.targets[i] = (p.chosen[kWhite] | p.chosen[kBlack]) & p.areas[area];
    }
  }
  return moves;
}

// K4: where the next piece may be placed so that the cells of a shape ascend and the remaining
// pieces have room.
Cells Kontranto::PlacingCells(const Position& p, size_t seat) const {
  const Colour colour = ColourOf(p, seat);
  const int made = p.made[seat];
  const Shape shape = PlacedShape(p, colour, made);
  Cells cells = grid_.Image(p.turn, Zone(p, colour) & ~p.taken[seat]);
  if (made > 0 && PlacedShape(p, colour, made - 1) == shape) {
    const int last = grid_.Image(p.turn, p.targets[seat][static_cast<size_t>(made) - 1]);
    cells &= ~(CellBit(last) | (CellBit(last) - 1));
  }
  for (int i = made + 1; i < NumPieces(colour) && PlacedShape(p, colour, i) == shape; ++i) {
    cells &= ~std::bit_floor(cells);
  }
  return grid_.Image(p.turn, cells);
}

// K9: the pieces from which the seat chooses in its `number`th due area that leaves a choice.
Cells Kontranto::ChoosingCells(const Position& p, size_t seat, int number) const {
  const Colour colour = ColourOf(p, seat);
  const Cells own = (p.pieces[colour][kCircle] | p.pieces[colour][kTriangle]) & p.due;
  for (size_t i = 0; i < p.num_areas; ++i) {
    if (CountCells(own & p.areas[i]) > 1 && number-- == 0) {
      return own & p.areas[i];
    }
  }
  return 0;
}

// Sets the actions of one group. REQUIRES: the mask is zeroed.
void Kontranto::SetCells(Cells cells, int kind, ActionMask mask) const {
  const auto first = static_cast<size_t>(CellAction(kind, 0));
  const size_t shift = first % 64;
  mask.Words()[first / 64] |= cells << shift;
  if (shift > 0 && cells >> (64 - shift) != 0) {
    mask.Words()[first / 64 + 1] |= cells >> (64 - shift);
  }
}

// What the next piece may do. Most pieces have enough room, which LegalChoice detects early.
PieceChoice Kontranto::NextChoice(const Position& p, size_t seat) const {
  const Colour colour = ColourOf(p, seat);
  if (p.turn == 0 && p.due == 0) {
    const Cells open = OpenCells(p, colour) & ~p.taken[seat];
    const auto targets = [&](int cell) { return (grid_.Neighbours(cell) | CellBit(cell)) & open; };
    Cells rest = MovingCells(p, colour);
    for (int i = 0; i < p.made[seat]; ++i) {
      rest &= rest - 1;
    }
    const int cell = LowestCell(rest);
    rest &= rest - 1;
    bool plenty = true;
    const int later = CountCells(rest);
    ForEachCell(rest, [&](int other) { plenty &= CountCells(targets(other)) > later; });
    if (plenty) {
      return {targets(cell), targets(cell) == 0};
    }
  }
  return LegalChoice(MovesOf(p, colour), p.made[seat], p.taken[seat]);
}

void Kontranto::LegalActions(const View& view, ActionMask mask) const {
  const Position& p = view.position;
  const size_t seat = OwnSeat(view.seat);
  if (p.stage == Stage::kStep) {
    const PieceChoice choice = NextChoice(p, seat);
    SetCells(choice.targets, kMovePiece, mask);
    mask.Words()[0] |= uint64_t{choice.give_up} << kGiveUp;
  } else if (p.stage == Stage::kFirst) {
    const Shape shape = PlacedShape(p, ColourOf(p, seat), p.made[seat]);
    SetCells(PlacingCells(p, seat), shape == kCircle ? kPutCircle : kPutTriangle, mask);
  } else if (p.stage == Stage::kChoose) {
    SetCells(ChoosingCells(p, seat, p.made[seat]), kChoosePiece, mask);
  } else if (p.stage == Stage::kTwoPiece) {
    mask.Words()[0] |= uint64_t{TwoStepShapes(p, ColourOf(p, seat))} << kTwoStepCircle;
  } else {
    mask.Words()[0] |= uint64_t{3} << (p.stage == Stage::kColours ? kGreyCircle : kStay);
  }
}

// The choices of a seat so far, by shape, and the shape that it is choosing for.
Kontranto::OwnChoices Kontranto::ChoicesOf(const Position& p, size_t seat) const {
  OwnChoices own;
  const Colour colour = ColourOf(p, seat);
  const bool acts = (p.to_act >> seat & 1) != 0;
  if (p.stage == Stage::kStep) {
    Cells rest = grid_.Image(p.turn, MovingCells(p, colour));
    for (size_t i = 0; i < p.made[seat]; ++i, rest &= rest - 1) {
      const int cell = grid_.Image(p.turn, LowestCell(rest));
      const uint8_t target = p.targets[seat][i];
      own.taken[p.pieces[colour][kTriangle] >> cell & 1] |=
          target == kGivenUp ? 0 : CellBit(target);
    }
    own.deciding = acts ? CellBit(grid_.Image(p.turn, LowestCell(rest))) : 0;
  } else if (p.stage == Stage::kFirst) {
    for (size_t i = 0; i < p.made[seat]; ++i) {
      own.taken[PlacedShape(p, colour, static_cast<int>(i))] |= CellBit(p.targets[seat][i]);
    }
  } else if (p.stage == Stage::kChoose) {
    own.taken = {p.taken[seat] & p.pieces[colour][kCircle],
                 p.taken[seat] & p.pieces[colour][kTriangle]};
    own.deciding = acts ? ChoosingCells(p, seat, p.made[seat]) : 0;
  }
  return own;
}

// Both colours see the same planes: the other's pieces are distinguished by which own pieces beat
// them. Which of them the deciding piece beats follows from its shape, but it has planes of its
// own, since a network takes long to learn what only two planes together express.
void Kontranto::Observe(const View& view, std::span<uint8_t> planes,
                        std::span<float> globals) const {
  const Position& p = view.position;
  const size_t seat = OwnSeat(view.seat);
  const Colour own = ColourOf(p, seat);
  const auto other = static_cast<Colour>(1 - own);
  const OwnChoices choices = ChoicesOf(p, seat);
  ObserveGlobals(view, globals);
  const bool first = p.stage == Stage::kFirst;
  const size_t prey = own == kWhite ? kCircle : kTriangle;
  PlaneWriter writer(static_cast<size_t>(grid_.NumCells()), planes.data());
  writer.Write(p.pieces[own][kCircle]);
  writer.Write(p.pieces[own][kTriangle]);
  writer.Write(p.pieces[other][prey]);
  writer.Write(p.pieces[other][1 - prey]);
  writer.Write(p.conquered[own]);
  writer.Write(p.conquered[other]);
  writer.Write(choices.taken[kCircle]);
  writer.Write(choices.taken[kTriangle]);
  writer.Write(choices.deciding);
  writer.WriteValues(p.areas.data(), p.num_areas, [&](size_t i) {
    return std::min(CountCells(p.areas[i]) - p.steps[i] + 1, kMaxStepsShown);
  });
  const bool moves = p.stage == Stage::kStep && choices.deciding != 0;
  const size_t met = (p.pieces[own][kTriangle] & choices.deciding) != 0 ? 1 - prey : prey;
  writer.Write(moves ? p.pieces[other][met] : 0);
  writer.Write(moves ? p.pieces[other][1 - met] : 0);
  if (p.due == 0 && !first) {
    return writer.WriteEmpty(5);
  }
  writer.Write(p.due);
  writer.Write(p.chosen[own]);
  writer.Write(p.chosen[other]);
  writer.Write(first ? Zone(p, own) : 0);
  writer.Write(first ? Zone(p, other) : 0);
}

void Kontranto::ObserveGlobals(const View& view, std::span<float> globals) const {
  const Position& p = view.position;
  const size_t seat = OwnSeat(view.seat);
  const Colour own = ColourOf(p, seat);
  const auto share = [&](size_t colour) {
    return static_cast<float>(CountCells(p.conquered[colour])) / static_cast<float>(target_);
  };
  globals[0] = MustAct(view) ? 1.0f : 0.0f;
  globals[1] = share(own);
  globals[2] = share(1 - size_t{own});
  if (p.stage != Stage::kOver) {
    globals[3 + static_cast<size_t>(p.stage)] = 1;
  }
  globals[9] = static_cast<float>(p.made[seat]) / kMaxPieces;
  globals[10] = p.white_seat == kNobody && seat == 0 ? 1.0f : 0.0f;
  if (p.stage == Stage::kTwoMove) {
    const int favoured = p.mini[kWhite] == p.mini[kBlack] ? kWhite : kBlack;
    globals[11] = p.mini[own] == kCircle ? 1.0f : 0.0f;
    globals[12] = favoured == own ? 1.0f : 0.0f;
  }
}

}  // namespace kvintet::envs::kontranto
