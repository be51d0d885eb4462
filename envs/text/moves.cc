// VisitMoves, LegalMoves: a depth-first search over the actions of a move.
#include "envs/text/moves.h"

#include <algorithm>

#include "base/check.h"
#include "envs/one_row.h"

namespace kvintet::envs {
namespace {

// Depth-first search over the actions of one move.
class MoveSearch {
 public:
  MoveSearch(const Game& game, Seat seat, std::span<const Action> first,
             const ActionsVisitor& visit)
      : game_(game), seat_(seat), first_(first), visit_(visit) {}

  // Returns whether to continue.
  bool Run(const PositionBuffer& position) {
    const ViewBuffer view = ViewOf(game_, position.Span(), seat_);
    for (const Action action : LegalList(game_, view.Span())) {
      if (actions_.size() < first_.size() && action != first_[actions_.size()]) {
        continue;
      }
      PositionBuffer next = position;
      RepetitionHistory history(game_.Spec().history_capacity);
      StepOne(game_, next.Span(), &history, ActorOf(seat_), action);
      actions_.push_back(action);
      const bool whole = game_.MoveProgress(ViewOf(game_, next.Span(), seat_).Span()) == 0;
      const bool go_on = whole ? actions_.size() < first_.size() || visit_(actions_) : Run(next);
      actions_.pop_back();
      if (!go_on) {
        return false;
      }
    }
    return true;
  }

 private:
  const Game& game_;
  Seat seat_;
  std::span<const Action> first_;
  const ActionsVisitor& visit_;
  std::vector<Action> actions_;
};

}  // namespace

void VisitMoveActions(const Game& game, ConstViews one, std::span<const Action> first,
                      const ActionsVisitor& visit) {
  KVINTET_CHECK_EQ(game.MoveProgress(one), 0);
  if (!game.MustAct(one)) {
    return;
  }
  RandomStream random(0, 0, 0, Purpose::kResample);
  PositionBuffer position(1, game.Spec().position_bytes);
  game.Resample(one, &random, position.Span());
  MoveSearch(game, game.ViewSeat(one), first, visit).Run(position);
}

void VisitMoves(const Game& game, ConstViews one, std::span<const Action> first,
                const MoveVisitor& visit) {
  VisitMoveActions(game, one, first, [&](std::span<const Action> actions) {
    return visit({game.MoveText(one, actions), {actions.begin(), actions.end()}});
  });
}

std::vector<Move> LegalMoves(const Game& game, ConstViews one) {
  std::vector<Move> moves;
  VisitMoves(game, one, {}, [&moves](const Move& move) {
    moves.push_back(move);
    return true;
  });
  std::ranges::sort(moves, {}, &Move::text);
  return moves;
}

std::vector<Move> LegalMoves(const Game& game, ConstViews one, const std::string& prefix,
                             size_t limit) {
  std::vector<Move> moves;
  if (limit == 0) {
    return moves;
  }
  VisitMoves(game, one, {}, [&](const Move& move) {
    if (move.text.starts_with(prefix)) {
      moves.push_back(move);
    }
    return moves.size() < limit;
  });
  return moves;
}

}  // namespace kvintet::envs
