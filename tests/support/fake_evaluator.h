// FakeEvaluator: answers as a test says, and counts what it was asked.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "selfplay/evaluators/evaluator.h"

namespace kvintet::testing {

// Judges each view by a function that writes its logits (all 0 before) and returns win, draw and
// loss. One thread at a time.
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

  // What the next calls return.
  void SetStatus(absl::Status status) { status_ = std::move(status); }
  // The size of each batch so far.
  const std::vector<int>& Batches() const { return batches_; }

 private:
  const envs::Game& game_;
  Judge judge_;
  absl::Status status_;
  std::vector<int> batches_;
};

}  // namespace kvintet::testing
