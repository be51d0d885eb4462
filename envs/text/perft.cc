// PerftActions, PerftMoves: recursive counting.
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
  choices.reserve(outcomes.size());
  for (const ChanceOutcome& outcome : outcomes) {
    choices.push_back(outcome.outcome);
  }
  return choices;
}

// Actors::First lets seat 0 act until its whole move is complete.
uint64_t Count(const Game& game, ConstPositions one, const RepetitionHistory& history, int depth,
               Unit unit) {
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
    RepetitionHistory next_history = history;
    StepOne(game, next.Span(), &next_history, actor, action);
    const bool whole = unit == Unit::kAction || actor == Actor::kChance ||
                       game.MoveProgress(ViewOf(game, next.Span(), SeatOf(actor)).Span()) == 0;
    count += Count(game, next.Span(), next_history, whole ? depth - 1 : depth, unit);
  }
  return count;
}

}  // namespace

uint64_t PerftActions(const Game& game, ConstPositions one, const RepetitionHistory& history,
                      int depth) {
  KVINTET_CHECK_GE(depth, 0);
  return Count(game, one, history, depth, Unit::kAction);
}

uint64_t PerftMoves(const Game& game, ConstPositions one, const RepetitionHistory& history,
                    int depth) {
  KVINTET_CHECK_GE(depth, 0);
  return Count(game, one, history, depth, Unit::kMove);
}

}  // namespace kvintet::envs
