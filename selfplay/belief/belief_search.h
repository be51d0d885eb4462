// BeliefSearch: one step of policy improvement for a seat from which something is hidden.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "proto/search_config.pb.h"
#include "selfplay/belief/endgame.h"
#include "selfplay/belief/own_moves.h"
#include "selfplay/belief/trial.h"
#include "selfplay/belief/worlds.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Whether seats act one at a time and views are less than positions.
bool CanSearchBelief(const envs::Game& game);

// Whole moves are tried in the same worlds, as many as the simulations allow: all moves first, or
// the likeliest (belief_max_considered), then in each round the better half of them again. The
// policy that comes of it is the evaluator's times exp(value / kl_to_policy). That is one step from
// the policy that everybody is taken to play; it is no tree, and it does not pretend that later
// decisions may depend on what is hidden. Where the view is open and exact search settles it, that
// decides.
//
// All is made from the root's view and record: two positions that give the seat the same of both
// give the same decision.
class BeliefSearch final : public Search {
 public:
  // REQUIRES: CanSearchBelief(game). `game` must outlive it.
  BeliefSearch(const envs::Game& game, const SearchConfig& config);

  void Begin(const SearchRoot& root) override;
  void BeginFromView(envs::ConstViews one, const SearchRoot& root) override;
  bool Advance() override;
  envs::ConstViews View() const override { return Asked().View(); }
  std::span<const envs::Action> Legal() const override { return Asked().Legal(); }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }

  // Of the decision made last.
  const Worlds& Believed() const { return worlds_; }

 private:
  enum class Phase { kMoves, kWorlds, kTrials, kDone };
  // What trials said of a move.
  struct Worth {
    double sum = 0;
    int trials = 0;
  };

  const Question& Asked() const;
  void Continue();
  bool IsSettled();
  bool PlayForced();
  bool PlayEndgame();
  void StartTrials();
  // Chooses the moves to try.
  void Consider();
  void StartTrial();
  void EndTrial();
  void EndRound();
  // How likely the evaluator makes the move; above 0.
  double Prior(size_t move) const;
  double Mean(size_t move) const;
  // The mean of all moves tried, weighted by the evaluator's policy.
  double MeanOfAll() const;
  // Mean, drawn towards MeanOfAll where there were few trials.
  double Value(size_t move) const;
  // The logarithm of what the move weighs in the improved policy.
  double Preference(size_t move) const;
  // By move; sums to 1.
  std::vector<double> ImprovedPolicy() const;
  void Start(double value);
  void Choose(size_t place, std::span<const envs::Action> line);
  void Decide();
  void DrawMove(std::vector<double> policy);
  void Err(std::vector<double> acting);

  const envs::Game& game_;
  const SearchConfig config_;
  const std::unique_ptr<Endgame> endgame_;
  SearchRoot root_;
  envs::ViewBuffer root_view_;
  Key128 key_;
  Phase phase_ = Phase::kDone;
  // Whether the root has been evaluated.
  bool root_known_ = false;
  OwnMoves moves_;
  Worlds worlds_;
  Trial trial_;
  // By move.
  std::vector<Worth> worths_;
  // MeanOfAll after the last round.
  double mean_of_all_ = 0;
  // The moves still tried; of which the one under way, in world number `world_`.
  std::vector<size_t> left_;
  size_t next_ = 0;
  uint32_t world_ = 0;
  // The worlds of this round end before this one.
  uint32_t end_world_ = 0;
  int rounds_left_ = 0;
  int budget_ = 0;
  envs::PositionBuffer position_;
  Decision decision_;
};

}  // namespace kvintet::selfplay
