// Foresight: evaluates what a search is going to ask together with what it asks now.
//
// A search waits for one evaluation at a time, but a batch costs little more than a single row. So
// where few searches run, the rest of the batch is filled with questions that they foresee. Since
// the answer for a view does not depend on the batch (selfplay/evaluators/evaluator.h), the search
// goes on exactly as without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "envs/game.h"
#include "selfplay/search/question.h"
#include "selfplay/search/search.h"

namespace kvintet::selfplay {

// Interface of searches that foresee questions. Obtain it from a Search by dynamic_cast.
class ForesightedSearch {
 public:
  virtual ~ForesightedSearch() = default;
  // Appends up to `most` questions that the search will probably ask after the present one. Does
  // not change what it does. REQUIRES: an evaluation is pending.
  virtual void Foresee(int most, std::vector<Question>* questions) = 0;
};

// How many questions each of `waiting` searches may foresee, so that together they fill a batch
// beyond which rows hardly become cheaper.
int RowsAhead(size_t waiting);

// The answers ahead of one search. One thread at a time.
class Foresight {
 public:
  // `game` must outlive it.
  explicit Foresight(const envs::Game& game) : game_(game) {}

  // Drops all answers. Call it with each Search::Begin.
  void Clear() { answers_.clear(); }
  // As Search::Advance, but resumes the search while its question has been answered ahead.
  bool Advance(Search* search);
  // The number of answers ahead that searches have used.
  int64_t Used() const { return used_; }
  // Appends what the search foresees and has not been answered yet; nothing if it foresees nothing.
  // REQUIRES: the search waits.
  void Foresee(Search* search, int most, std::vector<Question>* questions) const;
  // Stores an answer.
  void Tell(const Question& question, const Evaluation& evaluation);

 private:
  struct Answer {
    std::vector<float> logits;
    Wdl wdl;
  };
  struct HashOf {
    size_t operator()(const Key128& key) const { return static_cast<size_t>(key.low); }
  };

  const envs::Game& game_;
  std::unordered_map<Key128, Answer, HashOf> answers_;
  int64_t used_ = 0;
};

}  // namespace kvintet::selfplay
