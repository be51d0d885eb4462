// ChangingEvaluator: an evaluator whose model changes in the middle of a run.
#pragma once

#include <string>

#include "selfplay/evaluators/uniform_evaluator.h"

namespace kvintet::testing {

// Evaluates like the hash evaluator. Its name is "old" for the first `old_calls` calls and "new"
// after them.
class ChangingEvaluator final : public selfplay::Evaluator {
 public:
  ChangingEvaluator(const envs::Game& game, int old_calls)
      : inner_(game, 1), old_calls_(old_calls) {}
  const envs::Game& game() const override { return inner_.game(); }
  std::string Id() const override { return calls_ < old_calls_ ? "old" : "new"; }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    ++calls_;
    return inner_.Evaluate(request, result);
  }

 private:
  selfplay::UniformEvaluator inner_;
  const int old_calls_;
  int calls_ = 0;
};

}  // namespace kvintet::testing
