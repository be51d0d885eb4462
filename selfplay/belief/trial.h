// Trial: plays a move in one position up to the seat's next decision or the end of the game.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/evaluators/playout.h"
#include "selfplay/search/question.h"
#include "selfplay/search/script.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// The other seat acts by the evaluator's policy for its view, and chance is sampled. At the seat's
// next decision the evaluator judges the seat's view, or random rollouts continue from the
// position. Hidden information therefore affects what happens, but not how the seat judges or
// plays. One thread at a time.
class Trial {
 public:
  // `game` must outlive it. REQUIRES: as Playout for settings.rollout_tries.
  Trial(const envs::Game& game, const BeliefSettings& settings);

  // Asks about the views of the other seat, and about the seat's own at the end. REQUIRES: `move`
  // holds the seat's remaining actions of a move that is legal in the position.
  Script Play(envs::ConstPositions one, envs::Seat seat, std::span<const envs::Action> move,
              RandomStream random, Dialogue* asks);
  // Value to the seat, in [-1, 1]. REQUIRES: Play has ended.
  double Value() const { return value_; }

 private:
  void Step(envs::Actor actor, envs::Action action);
  // Mean return of random rollouts from the current position.
  double PlayOn(envs::Seat seat, RandomStream* random);
  // The index of an action drawn from the evaluator's policy.
  size_t DrawFrom(const Evaluation& evaluation, RandomStream* random);

  const envs::Game& game_;
  const int rollouts_;
  const bool random_answers_;
  Playout playout_;
  envs::PositionBuffer position_;
  envs::RepetitionHistory history_;
  Question question_;
  double value_ = 0;
  std::vector<envs::ChanceOutcome> outcomes_;
  std::vector<float> priors_;
  std::vector<double> policy_;
};

}  // namespace kvintet::selfplay
