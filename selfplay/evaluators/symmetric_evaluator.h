// SymmetricEvaluator: evaluates each view as the mean over all of its symmetric images.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "envs/env_buffers.h"
#include "selfplay/evaluators/action_images.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// A network answers differently for a view and its mirror image. The mean of both is a better
// answer, at twice the cost: probabilities of actions and results are averaged over all images of a
// view (Silver and others: "Mastering the game of Go with deep neural networks and tree search",
// 2016). It has no extra heads. One thread at a time.
class SymmetricEvaluator final : public Evaluator {
 public:
  explicit SymmetricEvaluator(std::unique_ptr<Evaluator> inner);

  const envs::Game& game() const override { return inner_->game(); }
  // "symmetric:" and the inner evaluator's name.
  std::string Id() const override;
  int PreferredBatch() const override;
  absl::Status Evaluate(const EvaluationRequest& request, const EvaluationResult& result) override;

 private:
  // Appends the image of view i by a symmetry, and its legal actions.
  void AddImage(const EvaluationRequest& request, int i, int symmetry);
  // The mean over the images of view i, of which `first` is the first.
  Wdl MeanOf(size_t first, size_t actions, std::span<float> logits);

  const std::unique_ptr<Evaluator> inner_;
  const int symmetries_;
  // The images of all views of a call, those of one view side by side, and the answers to them.
  envs::ViewBuffer images_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_;
  std::vector<float> logits_;
  std::vector<Wdl> wdl_;
  // The action at actions_[k] is the image of the view's legal action number source_[k].
  std::vector<int32_t> source_;
  ActionImages action_images_;
  // Scratch space: one number for each legal action of a view.
  std::vector<double> powers_;
  std::vector<double> sums_;
  std::vector<float> probabilities_;
};

}  // namespace kvintet::selfplay
