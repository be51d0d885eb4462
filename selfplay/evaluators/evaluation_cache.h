// EvaluationCache: answers of evaluators, kept for positions that are met again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Keeps the newest answers, by keys of 128 bits that name the view as it was shown and who judged
// it: an answer found is the very answer that was kept. Any thread; each call locks one shard.
class EvaluationCache {
 public:
  // Answers to `positions` views at most, each with up to `max_actions` logits. They take 1 KiB
  // each on average at most: where there are more actions than fit, fewer answers are kept. Memory
  // is taken as it is needed. REQUIRES: both positive.
  EvaluationCache(int64_t positions, int max_actions);
  ~EvaluationCache();

  // Fills both and says true if the answer is there. REQUIRES: as many logits as were kept.
  bool Find(const Key128& key, std::span<float> logits, Wdl* wdl) const;
  // Keeps an answer, in place of the oldest ones if need be.
  void Insert(const Key128& key, std::span<const float> logits, const Wdl& wdl);

  // Answers kept, and the bytes taken for answers and their index.
  int64_t Count() const;
  int64_t Bytes() const;

 private:
  class Shard;
  Shard& ShardOf(const Key128& key) const;

  std::vector<std::unique_ptr<Shard>> shards_;
};

}  // namespace kvintet::selfplay
