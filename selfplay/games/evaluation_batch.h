// EvaluationBatch: evaluates views of many games at once, each optionally under a symmetry.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/status.h"

#include "base/hash.h"
#include "selfplay/evaluators/action_images.h"
#include "selfplay/evaluators/evaluation_cache.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Call Add for each view, then Evaluate, then Answer; Clear starts over. If the image of a view is
// evaluated, its policy is mapped back to the view; the value is that of the view's seat in either
// case.
//
// With a cache, a view is evaluated only if its image has not been, by the same model or in the
// same batch. The lookup uses the image that would be shown, not a canonical one, so that every
// answer is bit for bit that of an evaluation. One thread at a time.
class EvaluationBatch {
 public:
  // `game` must outlive the batch, so must `cache` if there is one.
  EvaluationBatch(const envs::Game& game, int capacity, EvaluationCache* cache = nullptr);

  void Clear();
  // Views to evaluate; equal images count once.
  int Count() const { return count_; }
  int Capacity() const { return capacity_; }
  bool Full() const { return count_ == capacity_; }

  // Adds a view with its legal actions, ascending, to be shown as its image under `symmetry` (0 is
  // the identity). Returns false if the cache has the answer, which Known then returns; otherwise
  // Answer returns it after Evaluate. `fresh` skips the cache lookup. REQUIRES: not full.
  bool Add(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry,
           bool fresh = false);
  absl::Status Evaluate(Evaluator* evaluator);
  // The answer for the i-th waiting view, with logits in the order of its legal actions. Valid
  // until Clear.
  Evaluation Answer(int i) const;
  // The cached answer for the last view added; valid until the next Add.
  Evaluation Known() const { return {.logits = known_logits_, .wdl = known_wdl_}; }
  // Evaluator::Id of the evaluator that answered; empty before the first Evaluate.
  const std::string& Model() const { return model_; }

 private:
  // A waiting view: its index among the evaluated views, and where its actions begin in `source_`.
  struct Waiting {
    int view;
    size_t first;
  };

  // Appends the image to the views, and its actions to theirs.
  void Show(envs::ConstViews one, std::span<const envs::Action> legal, int symmetry);
  // Looks up the answer for the view just appended, whose actions begin at `first`, and stores it
  // for Known.
  bool LookUp(const Key128& key, size_t first);
  // The slot in `table_` of the waiting view with this key, or the free slot for it.
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
  // By waiting view: action j of its image is the image of action source_[j] of the view.
  std::vector<int32_t> source_;
  std::vector<float> raw_logits_;
  std::vector<float> logits_;
  std::vector<Wdl> wdl_;
  // With a cache: keys of the views, and a hash table of them in which -1 is free.
  std::vector<Key128> keys_;
  std::vector<int32_t> table_;
  std::vector<float> known_logits_;
  Wdl known_wdl_;
  ActionImages images_;
};

}  // namespace kvintet::selfplay
