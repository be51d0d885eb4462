// EquilibriumSearch: plays an equilibrium of the matrix game over candidate moves of both seats.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "selfplay/equilibrium/payoff_table.h"
#include "selfplay/equilibrium/stage_solver.h"
#include "selfplay/search/explanation.h"
#include "selfplay/search/script.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// A stage is solved once, for both seats and for all actions of a move (stage_solver.h).
//
// Each action is drawn from the equilibrium, conditioned on the earlier actions of the move. If
// these earlier actions fit no candidate, the stage is searched again with them fixed. Nothing
// depends on what the other seat has chosen, since everything is computed from the seat's own view.
class EquilibriumSearch final : public Search, public ExplainingSearch {
 public:
  // REQUIRES: CanSearchEquilibrium(game). `game` must outlive it.
  EquilibriumSearch(const envs::Game& game, const SearchSettings& settings);

  void Begin(const SearchRoot& root) override;
  bool Advance() override { return asks_.Advance(); }
  envs::ConstViews View() const override { return asks_.Asked().View(); }
  std::span<const envs::Action> Legal() const override { return asks_.Asked().Legal(); }
  void Resume(const Evaluation& evaluation) override { asks_.Resume(evaluation); }
  const Decision& Result() const override { return decision_; }
  void Forget() override { solver_.Forget(); }
  Explanation Explain(size_t most) override;

  // Probability with which each legal action is taken. Valid as long as Result.
  std::span<const double> ActingPolicy() const { return acting_; }
  // The table of the last stage searched.
  const PayoffTable& Table() const { return solver_.Table(); }
  const StageEquilibrium& Equilibrium() const { return solver_.Equilibrium(); }

 private:
  StageSolver::Task TaskNow() const;
  // The whole search.
  Script Decide();
  // Finds the node of the actions already chosen in the own move; false if no candidate begins with
  // them.
  bool FindOwnNode();
  void PlayForced();
  void DrawAction();
  // The decision's actions, with the evaluator's probabilities and this policy.
  void Tell(std::span<const float> priors, std::span<const double> policy);
  // Probabilities of the own moves that continue from the own node, 0 for others; they sum to 1.
  std::vector<double> GoingOn(std::span<const double> probabilities) const;
  std::vector<double> Acting() const;
  // The policy for the root's actions of these probabilities of moves.
  std::vector<double> ByAction(std::span<const double> moves) const;
  // The own moves, and the equilibrium's probabilities of those in the table.
  const SeatMoves& OwnMoves() const { return solver_.MovesOf(own_); }
  std::span<const double> OwnShares() const { return Equilibrium().probabilities[own_]; }

  const envs::Game& game_;
  const EquilibriumSettings settings_;
  const int simulations_;
  StageSolver solver_;
  // The root: its history, the seat's view, its legal actions and the evaluator's answer.
  SearchRoot root_;
  envs::RepetitionHistory history_;
  // The deciding seat, as an index.
  size_t own_ = 0;
  Question root_question_;
  std::vector<float> root_logits_;
  Wdl root_wdl_;
  // Node of the own partial move.
  int own_node_ = 0;
  Decision decision_;
  std::vector<double> acting_;
  Dialogue asks_;
};

}  // namespace kvintet::selfplay
