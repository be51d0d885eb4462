// BeliefSearch: one step of policy improvement for a seat with hidden information.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "selfplay/belief/endgame.h"
#include "selfplay/belief/own_moves.h"
#include "selfplay/belief/trial.h"
#include "selfplay/belief/worlds.h"
#include "selfplay/search/explanation.h"
#include "selfplay/search/script.h"
#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Whether seats act one at a time and views hide part of the position.
bool CanSearchBelief(const envs::Game& game);

// Tries whole moves in the same sampled worlds, as many as the simulations allow: first all moves,
// or the likeliest (max_considered), then in each round the better half of them again. The
// resulting policy is proportional to the evaluator's times exp(value / kl_to_policy). This is one
// improvement step from the policy that both seats are assumed to play. It builds no tree, and
// later decisions never depend on hidden information. If the view hides nothing and exact search
// solves the position, its action is played.
//
// Everything is computed from the root's view and record: positions in which the seat has the same
// view and record give the same decision.
class BeliefSearch final : public Search, public ExplainingSearch {
 public:
  // REQUIRES: CanSearchBelief(game). `game` must outlive it.
  BeliefSearch(const envs::Game& game, const SearchSettings& settings);

  void Begin(const SearchRoot& root) override;
  bool Advance() override { return asks_.Advance(); }
  envs::ConstViews View() const override { return asks_.Asked().View(); }
  std::span<const envs::Action> Legal() const override { return asks_.Asked().Legal(); }
  void Resume(const Evaluation& evaluation) override { asks_.Resume(evaluation); }
  const Decision& Result() const override { return decision_; }
  // A decision that needed no worlds is explained by those of the rules alone.
  Explanation Explain(size_t most) override;

  // The worlds of the last decision.
  const Worlds& Believed() const { return worlds_; }

 private:
  // Results of a move's trials.
  struct Worth {
    double sum = 0;
    int trials = 0;
  };

  // The whole search.
  Script Decide();
  void PlayForced();
  // Plays the action of an exact search, if it solves the position.
  bool PlayEndgame();
  // Tries the moves considered in rounds, as many as the simulations allow.
  Script Try();
  // Chooses the moves to try.
  void Consider();
  // Drops the worse half of the moves still considered.
  void Halve();
  // Each of the moves still considered in one world.
  Script TryIn(uint32_t world);
  // The evaluator's probability of the move; above 0.
  double Prior(size_t move) const;
  double Mean(size_t move) const;
  // Mean value of all moves tried, weighted by the evaluator's policy.
  double MeanOfAll() const;
  // Mean value of the move, shrunk towards MeanOfAll if it has few trials.
  double Value(size_t move) const;
  // Logarithm of the move's weight in the improved policy.
  double Preference(size_t move) const;
  // By move; sums to 1.
  std::vector<double> ImprovedPolicy() const;
  void Start(double value);
  void Choose(size_t place, std::span<const envs::Action> line);
  void Improve();
  void DrawMove(std::vector<double> policy);
  void Err(std::vector<double> acting);

  const envs::Game& game_;
  const BeliefSettings settings_;
  const int simulations_;
  const std::unique_ptr<Endgame> endgame_;
  SearchRoot root_;
  envs::Seat seat_ = envs::Seat::k0;
  envs::ViewBuffer root_view_;
  Key128 key_;
  OwnMoves moves_;
  Worlds worlds_;
  // `worlds_` are of this root.
  bool has_worlds_ = false;
  Trial trial_;
  // By move.
  std::vector<Worth> worths_;
  // MeanOfAll after the last round.
  double mean_of_all_ = 0;
  // The moves still considered.
  std::vector<size_t> left_;
  envs::PositionBuffer position_;
  Decision decision_;
  Dialogue asks_;
};

}  // namespace kvintet::selfplay
