// Punct::KnownReturn, Punct::ForcedWin: turns that join two opposite sides (P5).
//
// The spaces that a moved piece leaves are in no chain, so removing it makes no gap narrower.
#include <array>

#include "envs/games/punct/gaps.h"
#include "envs/games/punct/punct.h"
#include "envs/games/punct/stack.h"

namespace kvintet::envs::punct {
template <int kStride>
Landings Punct::JoinsWithChosen(const Position& p) const {
  const bool is_new = p.chosen < kKinds;
  const int index = is_new ? 0 : MovablePieceAt(p, board_.SpotOf(p.chosen - kKinds));
  const int kind = is_new ? p.chosen : kKindOfPiece[static_cast<size_t>(index)];
  const Surface surface = is_new ? p.surface : Lifted(board_, p, p.to_move, index);
  const Gaps gaps = Gaps::Between<kStride>(Load(surface.top[p.to_move]), board_);
  return gaps.Empty() ? Landings() : gaps.Closing<kStride>(kind, LandingsOfChosen<kStride>(p));
}

template <int kStride>
Lanes Punct::JoinThisTurn(const Position& p) const {
  const auto dots_of_one = [this](int kind, const Landings& joins) {
    size_t rotation = 0;
    while (!Any(joins[rotation])) {
      ++rotation;
    }
    return LanesOf(board_.Dots(kind, Store(joins[rotation]).First(), static_cast<int>(rotation)));
  };
  const size_t colour = p.to_move;
  const Gaps gaps = Gaps::Between<kStride>(Load(p.surface.top[colour]), board_);
  if (gaps.Empty()) {
    return NoSpots();
  }
  Position chosen = p;
  for (int kind = 0; kind < kKinds; ++kind) {
    chosen.chosen = static_cast<uint8_t>(kind);
    if (p.supply[colour][static_cast<size_t>(kind)] > 0) {
      const Landings joins = gaps.Closing<kStride>(kind, LandingsOfChosen<kStride>(chosen));
      if (AnyOf(joins)) {
        return dots_of_one(kind, joins);
      }
    }
  }
  for (size_t i = 0; i < kMaxPieces; ++i) {
    const Piece& piece = p.pieces[colour][i];
    if (piece.movable != 0) {
      chosen.chosen = static_cast<uint8_t>(kKinds + board_.SpaceOf(piece.spot));
      const Landings joins = JoinsWithChosen<kStride>(chosen);
      if (AnyOf(joins)) {
        return dots_of_one(kKindOfPiece[i], joins);
      }
    }
  }
  return NoSpots();
}

template Landings Punct::JoinsWithChosen<kFullStride>(const Position&) const;
template Landings Punct::JoinsWithChosen<kTinyStride>(const Position&) const;
template Lanes Punct::JoinThisTurn<kFullStride>(const Position&) const;
template Lanes Punct::JoinThisTurn<kTinyStride>(const Position&) const;

bool Punct::JoinsAfter(const Position& p, Action action) const {
  Position next = p;
  // Room for the start position and the position after it.
  RepetitionHistory history(2);
  Step(&next, &history, ActorOf(static_cast<Seat>(p.to_move)), action);
  if (action >= FirstWhere()) {
    return next.end == End::kConnection && next.winner == p.to_move;
  }
  return AnyOf(board_.stride() == kFullStride ? JoinsWithChosen<kFullStride>(next)
                                              : JoinsWithChosen<kTinyStride>(next));
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
  return CanJoin(view.position) ? std::optional<float>(1.0f) : std::nullopt;
}

bool Punct::CanJoin(const Position& p) const {
  const bool full = board_.stride() == kFullStride;
  if (p.stage == Stage::kWhere) {
    return AnyOf(full ? JoinsWithChosen<kFullStride>(p) : JoinsWithChosen<kTinyStride>(p));
  }
  return Any(full ? JoinThisTurn<kFullStride>(p) : JoinThisTurn<kTinyStride>(p));
}

}  // namespace kvintet::envs::punct
