// FakeEvaluator: returns what a test specifies, and records its calls.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/evaluators/evaluator.h"

namespace kvintet::testing {

// Evaluates each view by a function that writes its logits (initially all 0) and returns win, draw
// and loss. Not thread-safe.
class FakeEvaluator final : public selfplay::Evaluator {
 public:
  using Judge = std::function<selfplay::Wdl(
      envs::ConstViews one, std::span<const envs::Action> legal, std::span<float> logits)>;

  FakeEvaluator(const envs::Game& game, Judge judge) : game_(game), judge_(std::move(judge)) {}

  const envs::Game& game() const override { return game_; }
  std::string Id() const override { return "fake"; }
  absl::Status Evaluate(const selfplay::EvaluationRequest& request,
                        const selfplay::EvaluationResult& result) override {
    batches_.push_back(request.Count());
    for (int i = 0; i < request.Count(); ++i) {
      const auto row = static_cast<size_t>(i);
      const std::span<const envs::Action> legal = request.Legal(i);
      const std::span<float> logits =
          result.policy_logits.subspan(static_cast<size_t>(request.offsets[row]), legal.size());
      std::ranges::fill(logits, 0.0f);
      result.wdl[row] = judge_(request.views[i], legal, logits);
    }
    return status_;
  }

  // The status of the next calls.
  void SetStatus(absl::Status status) { status_ = std::move(status); }
  // The sizes of all batches so far.
  const std::vector<int>& Batches() const { return batches_; }

 private:
  const envs::Game& game_;
  Judge judge_;
  absl::Status status_;
  std::vector<int> batches_;
};

}  // namespace kvintet::testing
