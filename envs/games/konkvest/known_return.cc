// Konkvest::KnownReturn: wins by a queen that falls or takes the enemy base, within a turn of each
// side.
#include <array>

#include "envs/action_mask.h"
#include "envs/games/konkvest/konkvest.h"

namespace kvintet::envs::konkvest {

// Q7.1, Q7.2.
bool Konkvest::PieceWins(const Position& p, int cell) const {
  const size_t seat = p.to_move;
  const Cells targets = TargetsOf(p, seat, cell);
  const Cells queen = p.board.seats[1 - seat] & p.board.Queens();
  return (targets & queen).Any() ||
         (p.board.At(cell).kind == kQueen && targets.Has(kBase[1 - seat]));
}

bool Konkvest::WinsThisTurn(const Position& p) const {
  const size_t seat = p.to_move;
  if (p.stage == Stage::kWhere) {
    return p.what < kDropped && PieceWins(p, p.what);
  }
  const Cells queen = p.board.seats[seat] & p.board.Queens();
  return (AttackedBy(p.board, seat) & p.board.seats[1 - seat] & p.board.Queens()).Any() ||
         (queen.Any() && PieceWins(p, queen.First()));
}

bool Konkvest::EveryTurnLoses(const Position& p) const {
  std::array<uint64_t, (kActions + 63) / 64> words = {};
  const ActionMask legal(words);
  LegalActions({p, static_cast<Seat>(p.to_move), {}}, legal);
  bool loses = true;
  legal.ForEach([&](Action action) {
    if (!loses) {
      return;
    }
    Position after = p;
    if (p.stage == Stage::kWhat) {
      Choose(&after, action);
      loses = EveryTurnLoses(after);
      return;
    }
    TakeTurn(&after, action);
    loses = after.stage == Stage::kOver ? after.winner == 1 - p.to_move : WinsThisTurn(after);
  });
  return loses;
}

std::optional<float> Konkvest::KnownReturn(const View& view) const {
  const Position& p = view.position;
  if (p.stage == Stage::kPlace) {
    return std::nullopt;
  }
  if (WinsThisTurn(p)) {
    return 1.0f;
  }
  // The other seat's win may be prevented by the end of the episode (max_plies) or by a third
  // occurrence.
  if (p.has_cycled || p.turns + 1 >= max_plies_) {
    return std::nullopt;
  }
  // Threats before the turn are cheap to find, and hardly ever does every turn create the first
  // one.
  Position passed = p;
  passed.to_move ^= 1;
  passed.stage = Stage::kWhat;
  const bool threatened = p.stage == Stage::kWhere || WinsThisTurn(passed);
  return threatened && EveryTurnLoses(p) ? std::optional<float>(-1.0f) : std::nullopt;
}

std::optional<Action> Konkvest::ForcedWin(const View& view, int64_t) const {
  const Position& p = view.position;
  if (p.stage == Stage::kPlace || !WinsThisTurn(p)) {
    return std::nullopt;
  }
  const size_t seat = p.to_move;
  const auto dense = [](int cell) { return kDense.index[static_cast<size_t>(cell)]; };
  if (p.stage == Stage::kWhere) {
    const Cells queens = TargetsOf(p, seat, p.what) & p.board.seats[1 - seat] & p.board.Queens();
    return kTargets + dense(queens.Any() ? queens.First() : kBase[1 - seat]);
  }
  std::optional<Action> piece;
  p.board.seats[seat].ForEach([&](int cell) {
    if (!piece.has_value() && PieceWins(p, cell)) {
      piece = kPieces + dense(cell);
    }
  });
  return piece;
}

}  // namespace kvintet::envs::konkvest
