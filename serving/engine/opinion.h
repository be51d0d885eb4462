// Opinion: the task of asking the evaluator about one view.
#pragma once

#include <span>
#include <vector>

#include "serving/engine/situation.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// One evaluation, no search.
class Opinion final : public Task {
 public:
  // REQUIRES: the seat must act.
  explicit Opinion(PointOfView point);

  bool Advance() override { return !answered_; }
  envs::ConstViews View() const override { return point_.view.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const selfplay::Evaluation& evaluation) override;

  const PointOfView& Point() const { return point_; }
  // The answer. Probabilities as Legal.
  const selfplay::Wdl& Result() const { return wdl_; }
  std::span<const float> Policy() const { return policy_; }

 private:
  PointOfView point_;
  std::vector<envs::Action> legal_;
  bool answered_ = false;
  selfplay::Wdl wdl_;
  std::vector<float> policy_;
};

}  // namespace kvintet::serving
