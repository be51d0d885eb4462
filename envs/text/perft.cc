// PerftActions, PerftMoves: see the header.
#include "envs/text/perft.h"

#include <vector>

#include "base/check.h"
#include "envs/one_row.h"

namespace kvintet::envs {
namespace {

// What counts as one step.
enum class Unit { kAction, kMove };

std::vector<Action> Choices(const Game& game, ConstPositions one, Actor actor) {
  if (actor != Actor::kChance) {
    return LegalList(game, ViewOf(game, one, SeatOf(actor)).Span());
  }
  std::vector<ChanceOutcome> outcomes;
  game.ChanceOutcomes(one, &outcomes);
  std::vector<Action> choices;
  for (const ChanceOutcome& outcome : outcomes) {
    choices.push_back(outcome.outcome);
  }
  return choices;
}

// Actors::First gives seat 0 its whole move first: it acts until it has completed it.
uint64_t Count(const Game& game, ConstPositions one, const Trail& trail, int depth, Unit unit) {
  if (depth == 0) {
    return 1;
  }
  const ActorSet actors = ActorsOf(game, one);
  if (actors.Empty()) {
    return 0;
  }
  const Actor actor = actors.First();
  const std::vector<Action> choices = Choices(game, one, actor);
  if (depth == 1 && unit == Unit::kAction) {
    return choices.size();
  }
  uint64_t count = 0;
  for (const Action action : choices) {
    PositionBuffer next(1, one.RowBytes());
    CopyRows<PositionTag>(one, next.Span());
    Trail next_trail = trail;
    StepOne(game, next.Span(), &next_trail, actor, action);
    const bool whole = unit == Unit::kAction || actor == Actor::kChance ||
                       game.MoveProgress(ViewOf(game, next.Span(), SeatOf(actor)).Span()) == 0;
    count += Count(game, next.Span(), next_trail, whole ? depth - 1 : depth, unit);
  }
  return count;
}

}  // namespace

uint64_t PerftActions(const Game& game, ConstPositions one, const Trail& trail, int depth) {
  KVINTET_CHECK_GE(depth, 0);
  return Count(game, one, trail, depth, Unit::kAction);
}

uint64_t PerftMoves(const Game& game, ConstPositions one, const Trail& trail, int depth) {
  KVINTET_CHECK_GE(depth, 0);
  return Count(game, one, trail, depth, Unit::kMove);
}

}  // namespace kvintet::envs
