// EvaluateTask: the task of evaluating one view.
#pragma once

#include <span>
#include <vector>

#include "serving/engine/point_of_view.h"
#include "serving/engine/task.h"

namespace kvintet::serving {

// One evaluation without search.
class EvaluateTask final : public Task {
 public:
  // REQUIRES: the seat must act.
  explicit EvaluateTask(PointOfView point);

  bool Advance() override { return !answered_; }
  envs::ConstViews View() const override { return point_.view.Span(); }
  std::span<const envs::Action> Legal() const override { return legal_; }
  void Resume(const selfplay::Evaluation& evaluation) override;

  const PointOfView& Point() const { return point_; }
  // The answer. The probabilities are in the order of Legal.
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
