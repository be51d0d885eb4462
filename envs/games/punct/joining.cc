// Punct::KnownReturn: turns that join two opposite sides (P5).
//
// The three spaces of a piece are connected. A piece therefore joins two sides if one of its spaces
// is on, or beside a chain from, the first side, and one of them is so for the other side. The
// spaces that a moved piece leaves are in no chain.
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "envs/games/punct/connection.h"
#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
namespace {

// The spaces through which a piece is connected to each of two opposite sides.
struct Gap {
  Lanes near;
  Lanes far;
};

template <int kStride>
Lanes Reach(const Spots& side, Lanes own, const Board& board) {
  return Grown<kStride>(ComponentOf<kStride>(Load(side) & own, own, board), board) | Load(side);
}

// The gaps between opposite sides that three spaces might close.
class Gaps {
 public:
  template <int kStride>
  static Gaps Between(Lanes own, const Board& board) {
    Gaps gaps;
    for (const std::array<Spots, 2>& sides : board.Sides()) {
      const Gap gap = {Reach<kStride>(sides[0], own, board), Reach<kStride>(sides[1], own, board)};
      const Lanes two_on = Grown<kStride>(Grown<kStride>(gap.near, board), board);
      if (Any(two_on & gap.far)) {
        gaps.gaps_[gaps.count_++] = gap;
      }
    }
    return gaps;
  }

  bool Empty() const { return count_ == 0; }

  // Whether a piece of a kind closes a gap at one of the landings.
  template <int kStride>
  bool Close(int kind, const Landings& landings) const {
    return [&]<size_t... kKind>(std::index_sequence<kKind...>) {
      return ((kind == static_cast<int>(kKind) &&
               CloseWith<kStride, static_cast<int>(kKind)>(landings)) ||
              ...);
    }
    (std::make_index_sequence<kKinds>());
  }

 private:
  template <int kStride, int kKind>
  bool CloseWith(const Landings& landings) const {
    return std::ranges::any_of(std::span(gaps_).first(count_), [&](const Gap& gap) {
      return [&]<size_t... kRotation>(std::index_sequence<kRotation...>) {
        return (Any(landings[kRotation] &
                    Touching<kStride, kKind, static_cast<int>(kRotation)>(gap.near) &
                    Touching<kStride, kKind, static_cast<int>(kRotation)>(gap.far)) ||
                ...);
      }
      (std::make_index_sequence<static_cast<size_t>(kShapes[kKind].rotations)>());
    });
  }

  // Where the PÜNCT would lie if a dot of the piece were in `set`.
  template <int kStride, int kKind, int kRotation>
  static Lanes Touching(Lanes set) {
    constexpr int kFirst = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 0);
    constexpr int kSecond = MinorOffset(kSpotSteps<kStride>, kKind, kRotation, 1);
    return set | Ahead<kFirst>(set) | Ahead<kSecond>(set);
  }

  std::array<Gap, 3> gaps_;
  size_t count_ = 0;
};

}  // namespace

// For the piece that has been chosen.
template <int kStride>
bool Punct::JoinsWithChosen(const Position& p) const {
  const size_t colour = p.to_move;
  if (p.chosen < kKinds) {
    const Gaps gaps = Gaps::Between<kStride>(Load(p.surface.top[colour]), board_);
    return !gaps.Empty() && gaps.Close<kStride>(p.chosen, LandingsOfChosen<kStride>(p));
  }
  const int index = MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds));
  const Surface lifted = Lifted(board_, p, p.to_move, index);
  const Gaps gaps = Gaps::Between<kStride>(Load(lifted.top[colour]), board_);
  return !gaps.Empty() && gaps.Close<kStride>(kKindOfPiece[static_cast<size_t>(index)],
                                              LandingsOfChosen<kStride>(p));
}

template <int kStride>
bool Punct::JoinsThisTurn(const Position& p) const {
  if (p.stage == Stage::kWhere) {
    return JoinsWithChosen<kStride>(p);
  }
  // Removing the piece that moves makes no gap narrower.
  const size_t colour = p.to_move;
  const Gaps gaps = Gaps::Between<kStride>(Load(p.surface.top[colour]), board_);
  if (gaps.Empty()) {
    return false;
  }
  Position chosen = p;
  for (size_t kind = 0; kind < kKinds; ++kind) {
    chosen.chosen = static_cast<uint8_t>(kind);
    if (p.supply[colour][kind] > 0 &&
        gaps.Close<kStride>(static_cast<int>(kind), LandingsOfChosen<kStride>(chosen))) {
      return true;
    }
  }
  return std::ranges::any_of(p.pieces[colour], [&](const Piece& piece) {
    if (piece.movable == 0) {
      return false;
    }
    chosen.chosen = static_cast<uint8_t>(kKinds + board_.SpaceOf(piece.spot));
    return JoinsWithChosen<kStride>(chosen);
  });
}

bool Punct::JoinsAfter(const Position& p, Action action) const {
  Position next = p;
  // Room for the start position and the position after it.
  RepetitionHistory history(2);
  Step(&next, &history, ActorOf(static_cast<Seat>(p.to_move)), action);
  if (action >= FirstWhere()) {
    return next.end == End::kConnection && next.winner == p.to_move;
  }
  return board_.stride() == kFullStride ? JoinsWithChosen<kFullStride>(next)
                                        : JoinsWithChosen<kTinyStride>(next);
}

std::optional<Action> Punct::ForcedWin(const View& view, int64_t) const {
  if (!KnownReturn(view).has_value()) {
    return std::nullopt;
  }
  std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
  const ActionMask legal(words);
  LegalActions(view, legal);
  std::optional<Action> joins;
  legal.ForEach([&](Action action) {
    if (!joins.has_value() && JoinsAfter(view.position, action)) {
      joins = action;
    }
  });
  return joins;
}

std::optional<float> Punct::KnownReturn(const View& view) const {
  const Position& p = view.position;
  const bool joins = board_.stride() == kFullStride ? JoinsThisTurn<kFullStride>(p)
                                                    : JoinsThisTurn<kTinyStride>(p);
  return joins ? std::optional<float>(1.0f) : std::nullopt;
}

}  // namespace kvintet::envs::punct
