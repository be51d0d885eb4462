// QuestionBatch: questions of searches, evaluated in one batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/status.h"

#include "envs/game.h"
#include "selfplay/evaluators/evaluator.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Rows are numbered in the order of Add. Reuses its memory from batch to batch. One thread at a
// time.
class QuestionBatch {
 public:
  // Drops all rows. Those to come are of this game.
  void Begin(const envs::Game& game);
  // Copies a view and its legal actions, ascending.
  void Add(envs::ConstViews view, std::span<const envs::Action> legal);
  int Count() const { return static_cast<int>(offsets_.size()) - 1; }

  // REQUIRES: the evaluator's game is that of Begin.
  absl::Status Evaluate(Evaluator* evaluator);
  // Valid until Begin. REQUIRES: Evaluate succeeded.
  Evaluation Answer(int row) const;

 private:
  // Room for rows, of which Count() are used.
  envs::ViewBuffer views_;
  std::vector<envs::Action> actions_;
  std::vector<int32_t> offsets_ = {0};
  std::vector<float> logits_;
  std::vector<Wdl> wdl_;
};

}  // namespace kvintet::selfplay
