// EvaluationBatch: views of many games evaluated at once, each under a symmetry if wanted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"

#include "selfplay/evaluator.h"
#include "selfplay/search.h"

namespace kvintet::selfplay {

// Filled by Add, then Evaluate, then Answer; cleared and filled again. Evaluating the image of a
// view gives the view's own policy, mapped back; its value is that of the view's seat either way.
// One thread at a time.
class EvaluationBatch {
 public:
  // `game` must outlive the batch.
  EvaluationBatch(const envs::Game& game, int capacity);

  void Clear();
  int Count() const { return count_; }
  int Capacity() const { return capacity_; }
  bool Full() const { return count_ == capacity_; }

  // Takes one view with its legal actions, ascending, to be shown as its image under `symmetry` (0:
  // as it is). REQUIRES: not full.
  void Add(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry);
  absl::Status Evaluate(Evaluator* evaluator);
  // What was said of view i, logits in the order of its legal actions. Valid until Clear.
  Evaluation Answer(int i) const;

 private:
  void AddImages(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry);

  const envs::Game& game_;
  const int capacity_;
  int count_ = 0;
  envs::ViewBuffer views_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_;
  // Entry j of the flattened actions is the image of entry source_[j] of the actions as given.
  std::vector<int32_t> source_;
  std::vector<float> raw_logits_;
  std::vector<float> logits_;
  std::vector<Wdl> wdl_;
  // Room for AddImages: the actions that are images, and whose.
  std::vector<uint64_t> image_mask_;
  std::vector<int32_t> image_of_;
};

}  // namespace kvintet::selfplay
