// OwnMoves: every whole move that a view's seat may make, and how likely an evaluator makes it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "selfplay/belief/question.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// What is still to be done of a move.
struct OwnMove {
  std::vector<envs::Action> actions = {};
  // The place of the first among the view's legal actions.
  size_t first = 0;
  // The product of the evaluator's probabilities of the actions.
  double prior = 0;
};

// A tree of beginnings; the evaluator is asked about each that has a choice, the view itself first.
// The view may be one in the middle of a move. Of one thread.
class OwnMoves {
 public:
  // `game` must outlive it.
  explicit OwnMoves(const envs::Game& game);

  void Start(envs::ConstViews one);
  // Whether a beginning is to be evaluated.
  bool Advance();
  const Question& Asked() const { return question_; }
  void Resume(const Evaluation& evaluation);

  // What the evaluator said of the view itself; [legal].
  std::span<const float> RootPriors() const { return root_priors_; }
  const Wdl& RootWdl() const { return root_wdl_; }
  std::span<const envs::Action> RootLegal() const { return root_legal_; }
  // In ascending order of actions at each length, the shorter first. REQUIRES: Advance returned
  // false.
  std::span<const OwnMove> Moves() const { return moves_; }

 private:
  struct Beginning {
    envs::PositionBuffer position;
    OwnMove move;
  };
  void Extend(std::span<const float> priors);

  const envs::Game& game_;
  envs::Seat seat_ = envs::Seat::k0;
  Question question_;
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::vector<Beginning> beginnings_;
  // The beginning that the question is of.
  size_t next_ = 0;
  std::vector<OwnMove> moves_;
  std::vector<envs::Action> root_legal_;
  std::vector<float> root_priors_;
  Wdl root_wdl_;
  std::vector<float> priors_;
  std::vector<double> scratch_;
};

}  // namespace kvintet::selfplay
