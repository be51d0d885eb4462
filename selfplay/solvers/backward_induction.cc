// BackwardInduction: see the header.
#include "selfplay/solvers/backward_induction.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/one_row.h"
#include "selfplay/solvers/matrix/matrix_game.h"

namespace kvintet::selfplay::solvers {
namespace {

envs::PositionBuffer After(const envs::Game& game, envs::ConstPositions one, envs::Actor actor,
                           envs::Action action) {
  envs::PositionBuffer next(1, game.Spec().position_bytes);
  envs::CopyRows<envs::PositionTag>(one, next.Span());
  envs::RepetitionHistory history(0);
  envs::StepOne(game, next.Span(), &history, actor, action);
  return next;
}

// The value of a matrix of values, and what its strategies guarantee.
MarkovValue Solve(const MatrixGame& value, const MatrixGame& low, const MatrixGame& high) {
  const MatrixSolution solution = SolveMatrixGame(value);
  return {.value = solution.value,
          .low = std::ranges::min(ColumnPayoffs(low, solution.row)),
          .high = std::ranges::max(RowPayoffs(high, solution.column))};
}

}  // namespace

absl::StatusOr<BackwardInduction> BackwardInduction::Make(const envs::Game& game, Payoff payoff,
                                                          int64_t max_positions) {
  if (game.Spec().history_capacity > 0) {
    return absl::UnimplementedError(
        absl::StrCat("wanted a game without rules about earlier positions; ", game.Spec().text,
                     " has such rules"));
  }
  return BackwardInduction(game, payoff, max_positions);
}

absl::StatusOr<MarkovValue> BackwardInduction::Value(envs::ConstPositions one) {
  const Key128 key = HashBytes(one.Bytes());
  const auto [known, fresh] = values_.try_emplace(key);
  // References into the map outlive its growth, iterators do not.
  Entry& entry = known->second;
  if (!fresh) {
    if (entry.open) {
      return absl::UnimplementedError(
          absl::StrCat("positions of ", game_->Spec().text, " can repeat, which cannot be solved"));
    }
    return entry.value;
  }
  absl::StatusOr<MarkovValue> found = Compute(one, key);
  if (found.ok()) {
    entry = {.value = *found, .open = false};
  } else {
    // A position without a value is forgotten, or a later call would take it for open.
    values_.erase(key);
  }
  return found;
}

absl::StatusOr<MarkovValue> BackwardInduction::Compute(envs::ConstPositions one,
                                                       const Key128& key) {
  if (NumPositions() > max_positions_) {
    return absl::ResourceExhaustedError(absl::StrCat(game_->Spec().text, " has more than ",
                                                     max_positions_, " positions from there on"));
  }
  const envs::ActorSet actors = envs::ActorsOf(*game_, one);
  if (actors.Empty()) {
    KVINTET_ASSIGN_OR_RETURN(const double end, PayoffOf(game_->Result(one), payoff_));
    return MarkovValue{.value = end, .low = end, .high = end};
  }
  if (actors.Has(envs::Actor::kChance)) {
    return Expected(one);
  }
  for (const envs::Actor actor : {envs::Actor::kSeat0, envs::Actor::kSeat1}) {
    if (actors.Has(actor)) {
      KVINTET_RETURN_IF_ERROR(CheckKnown(one, actor, key));
    }
  }
  return actors.Simultaneous() ? Simultaneous(one) : Best(one, actors.First());
}

absl::StatusOr<MarkovValue> BackwardInduction::Expected(envs::ConstPositions one) {
  std::vector<envs::ChanceOutcome> outcomes;
  game_->ChanceOutcomes(one, &outcomes);
  MarkovValue sum;
  for (const envs::ChanceOutcome& outcome : outcomes) {
    KVINTET_ASSIGN_OR_RETURN(
        const MarkovValue next,
        Value(After(*game_, one, envs::Actor::kChance, outcome.outcome).Span()));
    sum.value += outcome.probability * next.value;
    sum.low += outcome.probability * next.low;
    sum.high += outcome.probability * next.high;
  }
  return sum;
}

// The actor takes the action of the best value. Its own guarantee is that of this action; the other
// seat's guarantee is its worst over all actions.
absl::StatusOr<MarkovValue> BackwardInduction::Best(envs::ConstPositions one, envs::Actor actor) {
  const bool first = actor == envs::Actor::kSeat0;
  const double sign = first ? 1 : -1;
  const envs::ViewBuffer view = envs::ViewOf(*game_, one, envs::SeatOf(actor));
  MarkovValue best = {.value = -sign * std::numeric_limits<double>::infinity()};
  double others_sure = best.value;
  for (const envs::Action action : envs::LegalList(*game_, view.Span())) {
    KVINTET_ASSIGN_OR_RETURN(const MarkovValue next,
                             Value(After(*game_, one, actor, action).Span()));
    if (sign * next.value > sign * best.value) {
      best = next;
    }
    others_sure = first ? std::max(others_sure, next.high) : std::min(others_sure, next.low);
  }
  (first ? best.high : best.low) = others_sure;
  return best;
}

absl::StatusOr<MarkovValue> BackwardInduction::Simultaneous(envs::ConstPositions one) {
  std::vector<envs::PositionBuffer> rows;
  AfterMoves(one, envs::Actor::kSeat0, &rows);
  std::vector<envs::PositionBuffer> cells;
  for (const envs::PositionBuffer& row : rows) {
    AfterMoves(row.Span(), envs::Actor::kSeat1, &cells);
  }
  // The second seat's options do not depend on the first seat's choice.
  MatrixGame value(rows.size(), cells.size() / rows.size());
  MatrixGame low = value;
  MatrixGame high = value;
  for (size_t k = 0; k < cells.size(); ++k) {
    const size_t i = k / value.Columns();
    const size_t j = k % value.Columns();
    KVINTET_ASSIGN_OR_RETURN(const MarkovValue next, Value(cells[k].Span()));
    value.At(i, j) = next.value;
    low.At(i, j) = next.low;
    high.At(i, j) = next.high;
  }
  return Solve(value, low, high);
}

void BackwardInduction::AfterMoves(envs::ConstPositions one, envs::Actor actor,
                                   std::vector<envs::PositionBuffer>* after) const {
  const envs::Seat seat = envs::SeatOf(actor);
  const envs::ViewBuffer view = envs::ViewOf(*game_, one, seat);
  for (const envs::Action action : envs::LegalList(*game_, view.Span())) {
    envs::PositionBuffer next = After(*game_, one, actor, action);
    if (game_->MoveProgress(envs::ViewOf(*game_, next.Span(), seat).Span()) > 0) {
      AfterMoves(next.Span(), actor, after);
    } else {
      after->push_back(std::move(next));
    }
  }
}

absl::Status BackwardInduction::CheckKnown(envs::ConstPositions one, envs::Actor actor,
                                           const Key128& key) {
  if (game_->Spec().perfect_information) {
    return absl::OkStatus();
  }
  const envs::ViewBuffer view = envs::ViewOf(*game_, one, envs::SeatOf(actor));
  auto& seen = seen_[static_cast<size_t>(envs::Index(actor))];
  const auto [entry, fresh] = seen.emplace(HashBytes(view.Span().Bytes()), key);
  if (!fresh && entry->second != key) {
    return absl::UnimplementedError(
        absl::StrCat(game_->Spec().text, " has information hidden from a deciding seat"));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::selfplay::solvers
