// ExactSolver: the value of a small game without lasting secrets, by backward induction.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "envs/game.h"
#include "envs/one_row.h"
#include "tests/support/matrix_game.h"

namespace kvintet::testing {

// What the end of a game is worth to seat 0.
using Payoff = double (*)(const envs::Outcome& outcome);
inline double ReturnPayoff(const envs::Outcome& outcome) { return outcome.returns[0]; }
inline double MarginPayoff(const envs::Outcome& outcome) {
  return outcome.margin[0] - outcome.margin[1];
}

// Values are the expected payoff, by default the return. For games in which moves are single
// actions, nothing recurs and nothing is hidden but a simultaneous choice.
class ExactSolver {
 public:
  // Borrows the game.
  explicit ExactSolver(const envs::Game& game, Payoff payoff = ReturnPayoff)
      : game_(game), payoff_(payoff) {}

  double Value(envs::ConstPositions one) {
    const auto bytes = one.Bytes();
    const std::string key(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (const auto found = values_.find(key); found != values_.end()) {
      return found->second;
    }
    const double value = Compute(one);
    values_.emplace(key, value);
    return value;
  }

  // Positions valued so far, those in the middle of a simultaneous choice not among them.
  size_t NumPositions() const { return values_.size(); }
  // The largest error that a matrix solution left.
  double LargestGap() const { return largest_gap_; }

 private:
  double Compute(envs::ConstPositions one) {
    const envs::ActorSet actors = envs::ActorsOf(game_, one);
    if (actors.Empty()) {
      return payoff_(game_.Result(one));
    }
    if (actors.Has(envs::Actor::kChance)) {
      return Expected(one);
    }
    return actors.Simultaneous() ? Matrix(one) : Best(one, actors.First());
  }

  double Expected(envs::ConstPositions one) {
    std::vector<envs::ChanceOutcome> outcomes;
    game_.ChanceOutcomes(one, &outcomes);
    double value = 0;
    for (const envs::ChanceOutcome& outcome : outcomes) {
      value += outcome.probability * After(one, {{envs::Actor::kChance, outcome.outcome}});
    }
    return value;
  }

  double Best(envs::ConstPositions one, envs::Actor actor) {
    const double sign = actor == envs::Actor::kSeat0 ? 1 : -1;
    double best = -std::numeric_limits<double>::infinity();
    for (const envs::Action action : Legal(one, envs::SeatOf(actor))) {
      best = std::max(best, sign * After(one, {{actor, action}}));
    }
    return sign * best;
  }

  double Matrix(envs::ConstPositions one) {
    PayoffMatrix payoff;
    for (const envs::Action action0 : Legal(one, envs::Seat::k0)) {
      payoff.emplace_back();
      for (const envs::Action action1 : Legal(one, envs::Seat::k1)) {
        payoff.back().push_back(
            After(one, {{envs::Actor::kSeat0, action0}, {envs::Actor::kSeat1, action1}}));
      }
    }
    const MatrixSolution solution = SolveMatrixGame(payoff);
    largest_gap_ = std::max(largest_gap_, solution.gap);
    return solution.value;
  }

  std::vector<envs::Action> Legal(envs::ConstPositions one, envs::Seat seat) const {
    return envs::LegalList(game_, envs::ViewOf(game_, one, seat).Span());
  }

  double After(envs::ConstPositions one,
               const std::vector<std::pair<envs::Actor, envs::Action>>& steps) {
    envs::PositionBuffer next(1, one.RowBytes());
    envs::CopyRows(one, next.Span());
    envs::Trail trail(game_.Spec().trail_capacity);
    for (const auto& [actor, action] : steps) {
      envs::StepOne(game_, next.Span(), &trail, actor, action);
    }
    return Value(next.Span());
  }

  const envs::Game& game_;
  const Payoff payoff_;
  std::unordered_map<std::string, double> values_;
  double largest_gap_ = 0;
};

}  // namespace kvintet::testing
