// BruteForce: what positions are worth by all that can still happen, where nothing is hidden.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "envs/one_row.h"

namespace kvintet::testing {

// Minimax over all actions, means over all outcomes of chance, nothing left out. Remembers
// positions by their text, so that the order in which they came about makes no difference; after
// `limit` of them it gives up. Not for games that look at repetition.
class BruteForce {
 public:
  BruteForce(const envs::Game& game, size_t limit) : game_(game), limit_(limit) {}

  // What it has said by then is not to be used.
  bool GaveUp() const { return values_.size() >= limit_; }

  // Seat 0's return.
  double Value(const envs::PositionBuffer& position) {
    const envs::ActorSet actors = envs::ActorsOf(game_, position.Span());
    if (actors.Empty()) {
      return game_.Result(position.Span()).returns[0];
    }
    const std::string text = game_.PositionText(position.Span());
    if (const auto known = values_.find(text); known != values_.end()) {
      return known->second;
    }
    const double value =
        actors.Has(envs::Actor::kChance) ? Mean(position) : Best(position, actors.First());
    values_[text] = value;
    return value;
  }

  // Of each legal action, to seat 0. REQUIRES: a seat is to act, alone.
  std::map<envs::Action, double> ValuesOfActions(const envs::PositionBuffer& position) {
    const envs::Actor actor = envs::ActorsOf(game_, position.Span()).First();
    const envs::ViewBuffer view = envs::ViewOf(game_, position.Span(), envs::SeatOf(actor));
    std::map<envs::Action, double> values;
    for (const envs::Action action : envs::LegalList(game_, view.Span())) {
      values[action] = After(position, actor, action);
    }
    return values;
  }

 private:
  double After(const envs::PositionBuffer& position, envs::Actor actor, envs::Action action) {
    if (GaveUp()) {
      return 0;
    }
    envs::PositionBuffer next = position;
    envs::Trail trail;
    envs::StepOne(game_, next.Span(), &trail, actor, action);
    return Value(next);
  }
  double Best(const envs::PositionBuffer& position, envs::Actor actor) {
    const std::map<envs::Action, double> values = ValuesOfActions(position);
    double best = values.begin()->second;
    for (const auto& [action, value] : values) {
      best = actor == envs::Actor::kSeat0 ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }
  double Mean(const envs::PositionBuffer& position) {
    std::vector<envs::ChanceOutcome> outcomes;
    game_.ChanceOutcomes(position.Span(), &outcomes);
    double mean = 0;
    for (const envs::ChanceOutcome& one : outcomes) {
      mean += one.probability * After(position, envs::Actor::kChance, one.outcome);
    }
    return mean;
  }

  const envs::Game& game_;
  const size_t limit_;
  std::map<std::string, double> values_;
};

}  // namespace kvintet::testing
