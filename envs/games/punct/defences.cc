// Punct::KeepDefences: turns that keep the other side from joining in its next turn (P5).
#include <algorithm>
#include <array>
#include <span>

#include "envs/games/punct/gaps.h"
#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {

// What the other side could do if it were its turn. A turn that touches none of `matters`, neither
// by its new dots nor by those that it leaves, and uncovers none of the other side's dots, changes
// nothing about whether the other side can join:
// - If it can, by a piece at certain spaces, only a turn that touches them or covers dots of the
//   other side can prevent that.
// - If it cannot, only a turn that touches a space of a gap can allow it.
template <int kStride>
Punct::Danger Punct::DangerFor(const Position& p) const {
  Position passed = p;
  passed.to_move ^= 1;
  passed.stage = Stage::kWhat;
  passed.chosen = kNothing;
  const Lanes dots = Load(p.surface.top[passed.to_move]);
  const Lanes join = JoinThisTurn<kStride>(passed);
  if (Any(join)) {
    return {.stands = true, .matters = join | dots};
  }
  const Gaps gaps = Gaps::Between<kStride>(dots, board_);
  return {.stands = false, .matters = gaps.AllClosing<kStride>(board_)};
}

// Whether the other side has joined, or can join in its next turn, after the chosen piece lands.
template <int kStride>
bool Punct::LosesAt(const Position& p, int spot, int rotation) const {
  Position next = p;
  const Change change =
      p.chosen < kKinds
          ? Place(&next, p.chosen, spot, rotation)
          : Move(&next, MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds)), spot, rotation);
  next.to_move ^= 1;
  next.stage = Stage::kWhat;
  next.chosen = kNothing;
  return Joins<kStride>(Load(next.surface.top[next.to_move]), change.other, board_) ||
         Any(JoinThisTurn<kStride>(next));
}

// Of the landings of the chosen piece, those that do not lose at once. With `one`, it stops when it
// has found any.
template <int kStride>
Landings Punct::Defending(const Position& p, const Danger& danger, bool one) const {
  const Landings landings = LandingsOfChosen<kStride>(p);
  int kind = p.chosen;
  bool all_matter = false;
  if (p.chosen < kKinds) {
    Position next = p;
    --next.supply[p.to_move][p.chosen];
    if (SupplyIsOut(next)) {
      return landings;
    }
  } else {
    const int index = MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds));
    kind = kKindOfPiece[static_cast<size_t>(index)];
    const Lanes left =
        LanesOf(DotsOf(board_, index, p.pieces[p.to_move][static_cast<size_t>(index)]));
    const Lanes uncovered = Load(Lifted(board_, p, p.to_move, index).top[1 - p.to_move]);
    all_matter = Any(left & (danger.matters | uncovered));
  }
  Landings defending = {};
  const auto rotation = [&]<int kKind, int kRotation>() {
    const Lanes here = landings[kRotation];
    const Lanes matter =
        all_matter ? here : here & PunctsTouching<kStride, kKind, kRotation>(danger.matters);
    Lanes& kept = defending[kRotation];
    kept = danger.stands ? NoSpots() : here & ~matter;
    Store(matter).ForEach([&](int spot) {
      if (!(one && Any(kept)) && !LosesAt<kStride>(p, spot, kRotation)) {
        kept |= LanesOf(spot);
      }
    });
    return one && Any(kept);
  };
  WithKind(kind, [&]<int kKind>() {
    return AnyRotation<kKind>(
        [&]<int kRotation>() { return rotation.template operator()<kKind, kRotation>(); });
  });
  return defending;
}

template <int kStride>
bool Punct::KeepDefences(const Position& p, ActionMask legal) const {
  if (p.plies + 1 >= max_plies_ || CanJoin(p)) {
    return true;
  }
  const Danger danger = DangerFor<kStride>(p);
  std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
  const ActionMask kept(words);
  if (p.stage == Stage::kWhere) {
    SetWhere(Defending<kStride>(p, danger, false), kept);
  } else {
    Position chosen = p;
    legal.ForEach([&](Action what) {
      chosen.chosen = static_cast<uint8_t>(what);
      if (AnyOf(Defending<kStride>(chosen, danger, true))) {
        kept.Set(what);
      }
    });
  }
  if (std::ranges::none_of(words, [](uint64_t word) { return word != 0; })) {
    return false;
  }
  std::ranges::copy(std::span(words).first(legal.Words().size()), legal.Words().begin());
  return true;
}

bool Punct::KeepDefences(const View& view, ActionMask legal) const {
  return board_.stride() == kFullStride ? KeepDefences<kFullStride>(view.position, legal)
                                        : KeepDefences<kTinyStride>(view.position, legal);
}

}  // namespace kvintet::envs::punct
