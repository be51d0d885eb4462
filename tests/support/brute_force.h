// BruteForce: exact values of positions by full enumeration, in games without hidden information.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "envs/one_row.h"

namespace kvintet::testing {

// Minimax over all actions and expectation over all chance outcomes. Caches positions by their
// text, so transpositions are evaluated once; gives up after `limit` positions. Not for games whose
// rules look at repetition.
class BruteForce {
 public:
  BruteForce(const envs::Game& game, size_t limit) : game_(game), limit_(limit) {}

  // If true, the values returned so far must not be used.
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

  // The value of each legal action for seat 0. REQUIRES: exactly one seat is to act.
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
    envs::RepetitionHistory history;
    envs::StepOne(game_, next.Span(), &history, actor, action);
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
