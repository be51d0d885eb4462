// PolicyPlay: acts by the evaluator's policy, without search; supports every game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "selfplay/search/search.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Takes one evaluation per decision. During temperature_plies the action is drawn from the policy
// at the configured temperature; after that the likeliest action is taken. The recorded policy is
// the one at that temperature.
class PolicyPlay final : public Search {
 public:
  // `game` must outlive it.
  PolicyPlay(const envs::Game& game, const PolicySettings& settings);

  void Begin(const SearchRoot& root) override;
  bool Advance() override { return waiting_; }
  envs::ConstViews View() const override { return view_.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const Evaluation& evaluation) override;
  const Decision& Result() const override { return decision_; }

  // Probability with which each legal action is taken. Valid as long as Result.
  std::span<const double> ActingPolicy() const { return acting_; }

 private:
  const envs::Game& game_;
  const PolicySettings settings_;
  SearchRoot root_;
  bool waiting_ = false;
  envs::ViewBuffer view_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
  std::vector<float> priors_;
  std::vector<double> policy_;
  std::vector<double> acting_;
  Decision decision_;
};

}  // namespace kvintet::selfplay
