// MoveChoice: the task of choosing one whole move.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "proto/config.pb.h"
#include "selfplay/search.h"
#include "serving/situation.h"
#include "serving/task.h"

namespace kvintet::serving {

// Decides action after action until the move is whole, by the search that the game allows
// (selfplay::SuitedTo), from what the seat knows and no more.
class MoveChoice final : public Task {
 public:
  // The search is as `config` says where that can play the game; draws from the policy alone are
  // not sharpened. `variety` is how much of its noise is kept, from 0 (play to win) to 1 (as in
  // self-play). REQUIRES: the seat must act.
  static absl::StatusOr<std::unique_ptr<MoveChoice>> Create(PointOfView point,
                                                            const SearchConfig& config,
                                                            double variety, uint64_t seed);

  bool Advance() override;
  envs::ConstViews View() const override { return search_->View(); }
  std::span<const envs::Action> Legal() const override { return search_->Legal(); }
  void Resume(const selfplay::Evaluation& evaluation) override;

  // Where the move starts.
  const PointOfView& Point() const { return point_; }
  // The answer: the move, what the first of its decisions found, and evaluations used.
  std::string Text() const;
  const selfplay::Decision& First() const { return first_; }
  int Evaluations() const { return evaluations_; }
  // Evaluations that one decision needs, one after the other.
  int Rounds() const { return rounds_; }

 private:
  MoveChoice(PointOfView point, uint64_t seed);
  // Begins the decision of the next action.
  void Begin();
  // Takes an action; false when the move is whole.
  bool Take(envs::Action action);

  const PointOfView point_;
  const uint64_t seed_;
  // What the seat knows after the actions so far.
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::unique_ptr<selfplay::Search> search_;
  std::vector<envs::Action> actions_;
  selfplay::Decision first_;
  int evaluations_ = 0;
  int rounds_ = 1;
};

}  // namespace kvintet::serving
