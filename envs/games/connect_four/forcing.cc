// ConnectFour's hints: wins by force, which is by fours that threaten (CF2).
#include <bit>
#include <optional>
#include <span>

#include "envs/games/connect_four/bitboard.h"
#include "envs/games/connect_four/connect_four.h"

namespace kvintet::envs::connect_four {
namespace {

// The discs of the side to move and of the other.
struct Sides {
  uint64_t own = 0;
  uint64_t other = 0;

  uint64_t Taken() const { return own | other; }
  // After the side to move drops a disc on `cell`, from the other side.
  Sides After(uint64_t cell) const { return {other, own | cell}; }
};

// Whether the side to move makes a four at once, or by moves each of which threatens one and leaves
// the other side a single answer or none. REQUIRES: no line is complete.
bool WinsByForce(const Sides& sides);

uint64_t Lowest(uint64_t cells) { return cells & (~cells + 1); }

Sides SidesOf(const ConnectFour::Position& p) {
  const bool first = std::popcount(p.discs[0] | p.discs[1]) % 2 == 0;
  return first ? Sides{p.discs[0], p.discs[1]} : Sides{p.discs[1], p.discs[0]};
}

// The column of a cell.
Action ColumnOf(uint64_t cell) { return std::countr_zero(cell) / kStride; }

// Whether a move that makes no four threatens one, and wins against the answers that are left.
bool Forces(const Sides& sides, uint64_t move) {
  const Sides next = sides.After(move);
  const uint64_t open = Playable(next.Taken());
  const uint64_t fours = Threats(next.other, next.Taken()) & open;
  if (fours == 0 || (Threats(next.own, next.Taken()) & open) != 0) {
    return false;
  }
  return std::popcount(fours) > 1 || WinsByForce(next.After(fours));
}

// The landings that can win by force: those that make a four, or else those that prevent one, or
// else all.
uint64_t Candidates(const Sides& sides) {
  const uint64_t landings = Playable(sides.Taken());
  if (const uint64_t fours = Threats(sides.own, sides.Taken()) & landings; fours != 0) {
    return fours;
  }
  const uint64_t threats = Threats(sides.other, sides.Taken()) & landings;
  return std::popcount(threats) > 1 ? 0 : threats != 0 ? threats : landings;
}

// The first of the landings that win by force, or 0.
uint64_t ForcingMove(const Sides& sides) {
  const uint64_t candidates = Candidates(sides);
  if ((Threats(sides.own, sides.Taken()) & candidates) != 0) {
    return Lowest(candidates);
  }
  uint64_t rest = candidates;
  while (rest != 0 && !Forces(sides, Lowest(rest))) {
    rest &= rest - 1;
  }
  return Lowest(rest);
}

bool WinsByForce(const Sides& sides) { return ForcingMove(sides) != 0; }

// The landings after which the other side does not win by force, or which make a four.
uint64_t Holding(const Sides& sides) {
  const uint64_t landings = Playable(sides.Taken());
  uint64_t holding = Threats(sides.own, sides.Taken()) & landings;
  for (uint64_t rest = landings & ~holding; rest != 0; rest &= rest - 1) {
    const uint64_t move = Lowest(rest);
    holding |= WinsByForce(sides.After(move)) ? 0 : move;
  }
  return holding;
}

}  // namespace

std::optional<float> ConnectFour::KnownReturn(const View& view) const {
  const Sides sides = SidesOf(view.position);
  if (WinsByForce(sides)) {
    return 1.0F;
  }
  return Holding(sides) == 0 ? std::optional(-1.0F) : std::nullopt;
}

std::optional<Action> ConnectFour::ForcedWin(const View& view, int64_t) const {
  const uint64_t move = ForcingMove(SidesOf(view.position));
  return move == 0 ? std::nullopt : std::optional(ColumnOf(move));
}

bool ConnectFour::KeepDefences(const View& view, ActionMask legal) const {
  const uint64_t holding = Holding(SidesOf(view.position));
  if (holding == 0) {
    return false;
  }
  uint64_t columns = 0;
  for (uint64_t rest = holding; rest != 0; rest &= rest - 1) {
    columns |= uint64_t{1} << ColumnOf(rest);
  }
  legal.Words()[0] = columns;
  return true;
}

// One plane, where a disc can land: 2 if it makes a four or wins by force, 1 if it is another one
// after which the other side does not win by force.
void ConnectFour::DeriveForcing(const View& view, std::span<uint8_t> plane) const {
  if (!Actors(view.position).Has(ActorOf(view.seat))) {
    return;
  }
  const Sides sides = SidesOf(view.position);
  const uint64_t fours = Threats(sides.own, sides.Taken());
  const uint64_t candidates = Candidates(sides);
  for (uint64_t rest = Holding(sides); rest != 0; rest &= rest - 1) {
    const uint64_t move = Lowest(rest);
    const bool wins = (move & fours) != 0 || ((move & candidates) != 0 && Forces(sides, move));
    plane[PlaceOf(std::countr_zero(move))] = wins ? 2 : 1;
  }
}

}  // namespace kvintet::envs::connect_four
