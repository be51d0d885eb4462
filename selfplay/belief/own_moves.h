// OwnMoves: every whole move of a view's seat, with the evaluator's probability of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/question.h"
#include "selfplay/search/script.h"

namespace kvintet::selfplay {

// The remaining actions of a move.
struct OwnMove {
  std::vector<envs::Action> actions = {};
  // Index of the first action among the view's legal actions.
  size_t first = 0;
  // Product of the evaluator's probabilities of the actions.
  double prior = 0;
};

// Walks a tree of partial moves. Each one that leaves a choice is evaluated, the view itself first.
// The view may lie in the middle of a move. One thread at a time.
class OwnMoves {
 public:
  // `game` must outlive it.
  explicit OwnMoves(const envs::Game& game);

  // Asks about the view itself.
  Script Begin(envs::ConstViews one, Dialogue* asks);
  // Asks about all partial moves of more actions. REQUIRES: Begin has ended.
  Script Complete(Dialogue* asks);

  // The evaluator's policy for the view itself; [legal].
  std::span<const float> RootPriors() const { return root_priors_; }
  const Wdl& RootWdl() const { return root_wdl_; }
  std::span<const envs::Action> RootLegal() const { return root_legal_; }
  // Shorter moves first; in ascending order of actions within each length. REQUIRES: Complete has
  // ended.
  std::span<const OwnMove> Moves() const { return moves_; }

 private:
  struct Beginning {
    envs::PositionBuffer position;
    OwnMove move;
  };
  // Extends beginning number `at`, which `question_` is about, by each of its actions.
  void Extend(size_t at, std::span<const float> priors);
  std::span<const float> PriorsOf(const Evaluation& evaluation);

  const envs::Game& game_;
  envs::Seat seat_ = envs::Seat::k0;
  Question question_;
  envs::ViewBuffer view_;
  envs::RepetitionHistory history_;
  std::vector<Beginning> beginnings_;
  std::vector<OwnMove> moves_;
  std::vector<envs::Action> root_legal_;
  std::vector<float> root_priors_;
  Wdl root_wdl_;
  std::vector<float> priors_;
  std::vector<double> scratch_;
};

}  // namespace kvintet::selfplay
