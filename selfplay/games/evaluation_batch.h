// EvaluationBatch: views of many games evaluated at once, each under a symmetry if wanted.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "base/hash.h"
#include "selfplay/evaluators/evaluation_cache.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Filled by Add, then Evaluate, then Answer; cleared and filled again. Evaluating the image of a
// view gives the view's own policy, mapped back; its value is that of the view's seat either way.
//
// With a cache a view is evaluated only if its image was not: not by the same model before, nor in
// the same batch. It is looked for as the image it would be shown as, not as the first of all its
// images: so every answer is, bit by bit, the one that an evaluation gives. One thread at a time.
class EvaluationBatch {
 public:
  // `game` must outlive the batch, so must `cache` if there is one.
  EvaluationBatch(const envs::Game& game, int capacity, EvaluationCache* cache = nullptr);

  void Clear();
  // Views to evaluate; equal images are one.
  int Count() const { return count_; }
  int Capacity() const { return capacity_; }
  bool Full() const { return count_ == capacity_; }

  // Takes one view with its legal actions, ascending, to be shown as its image under `symmetry` (0:
  // as it is). False if Known has the answer at once, which is not looked for if it must be
  // `fresh`; else Answer has it after Evaluate. REQUIRES: not full.
  bool Add(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry,
           bool fresh = false);
  absl::Status Evaluate(Evaluator* evaluator);
  // What was said of the view that was number i to wait, logits in the order of its legal actions.
  // Valid until Clear.
  Evaluation Answer(int i) const;
  // The answer for the last view, until the next is added.
  Evaluation Known() const { return {.logits = known_logits_, .wdl = known_wdl_}; }
  // Evaluator::Id of who gave the answers, empty before the first.
  const std::string& Model() const { return model_; }

 private:
  // A view that waits: which of the evaluated it is, and where its actions begin in `source_`.
  struct Waiting {
    int view;
    size_t first;
  };

  // Writes the image behind the views taken so far, and its actions behind theirs.
  void Show(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry);
  void AddImages(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry);
  // The answer for the view just shown, whose actions begin at `first`: into Known.
  bool LookUp(const Key128& key, size_t first);
  // The place in `table_` of the waiting view with this key, or the free one where it belongs.
  size_t PlaceOf(const Key128& key) const;
  Key128 KeyOf(int view) const;

  const envs::Game& game_;
  const int capacity_;
  EvaluationCache* const cache_;
  std::string model_;
  Key128 model_key_;
  int count_ = 0;
  envs::ViewBuffer views_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_;
  std::vector<Waiting> waiting_;
  // By waiting view: entry j of its image's actions is the image of entry source_[j] of its own.
  std::vector<int32_t> source_;
  std::vector<float> raw_logits_;
  std::vector<float> logits_;
  std::vector<Wdl> wdl_;
  // With a cache: keys of the views, and a table of them; -1 is free.
  std::vector<Key128> keys_;
  std::vector<int32_t> table_;
  std::vector<float> known_logits_;
  Wdl known_wdl_;
  // Room for AddImages: the actions that are images, and whose.
  std::vector<uint64_t> image_mask_;
  std::vector<int32_t> image_of_;
};

}  // namespace kvintet::selfplay
