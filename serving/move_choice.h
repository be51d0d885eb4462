// MoveChoice: the task of choosing one whole move.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "proto/config.pb.h"
#include "selfplay/policy_play.h"
#include "selfplay/search.h"
#include "serving/situation.h"
#include "serving/task.h"

namespace kvintet::serving {

// Decides action after action until the move is whole: by search where nothing is hidden and seats
// act one at a time, else by draws from the evaluator's policy. Works from what the seat knows.
class MoveChoice final : public Task {
 public:
  // The search is as `config` says but for its algorithm where that cannot play the game. REQUIRES:
  // the seat must act.
  static absl::StatusOr<std::unique_ptr<MoveChoice>> Create(PointOfView point,
                                                            const SearchConfig& config,
                                                            uint64_t seed);

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
  // What the seat knows after the actions so far, and, for a search, the position.
  envs::ViewBuffer view_;
  envs::Trail trail_;
  envs::PositionBuffer position_;
  std::unique_ptr<selfplay::Search> search_;
  // The same as search_ where there is no search; else null.
  selfplay::PolicyPlay* policy_ = nullptr;
  std::vector<envs::Action> actions_;
  selfplay::Decision first_;
  int evaluations_ = 0;
  int rounds_ = 1;
};

}  // namespace kvintet::serving
