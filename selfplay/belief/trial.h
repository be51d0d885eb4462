// Trial: a move tried out in one position, up to the seat's next decision or the end of the game.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/rng.h"
#include "selfplay/belief/question.h"
#include "selfplay/evaluators/playout.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// The other seat answers by the evaluator's policy for what it would see there, chance is drawn.
// Where the seat itself would decide again, the evaluator judges what it would know then, or random
// games are played on from there. So what is hidden in the position plays a part in what happens
// and none in how it is judged or played. Of one thread.
class Trial {
 public:
  // `game` must outlive it. Without rollouts the evaluator judges.
  Trial(const envs::Game& game, int rollouts);

  // REQUIRES: `move` is what the seat has still to do of a move that is legal in the position.
  void Start(envs::ConstPositions one, envs::Seat seat, std::span<const envs::Action> move,
             const RandomStream& random);
  // Whether something is to be evaluated.
  bool Advance();
  const Question& Asked() const { return question_; }
  void Resume(const Evaluation& evaluation);
  // From the seat, in [-1, 1]. REQUIRES: Advance returned false.
  double Value() const { return *value_; }

 private:
  void Step(envs::Actor actor, envs::Action action);
  // The mean return of the random games from here on.
  double PlayOn();

  const envs::Game& game_;
  const int rollouts_;
  Playout playout_;
  envs::Seat seat_ = envs::Seat::k0;
  RandomStream random_;
  envs::PositionBuffer position_;
  envs::Trail trail_;
  Question question_;
  std::optional<double> value_;
  std::vector<envs::ChanceOutcome> outcomes_;
  std::vector<float> priors_;
  std::vector<double> policy_;
};

}  // namespace kvintet::selfplay
