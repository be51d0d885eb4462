// EvaluationCache: stores evaluators' answers for views that occur again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash.h"
#include "selfplay/evaluators/evaluator.h"

namespace kvintet::selfplay {

// Keeps the newest answers, by 128-bit keys of the view as it was shown and of the evaluator. A
// stored answer is returned bit for bit. Thread-safe; each call locks one shard.
class EvaluationCache {
 public:
  // Keeps answers to at most `positions` views, each with up to `max_actions` logits. An answer
  // takes at most 1 KiB on average; with more logits than fit, fewer answers are kept. Memory is
  // allocated as needed. REQUIRES: both positive.
  EvaluationCache(int64_t positions, int max_actions);
  ~EvaluationCache();

  // Fills `logits` and `wdl` and returns true if the answer is cached. REQUIRES: as many logits as
  // were inserted.
  bool Find(const Key128& key, std::span<float> logits, Wdl* wdl) const;
  // Stores an answer, evicting the oldest ones if necessary.
  void Insert(const Key128& key, std::span<const float> logits, const Wdl& wdl);

  // Number of cached answers, and the memory of answers and index in bytes.
  int64_t Count() const;
  int64_t Bytes() const;

 private:
  class Shard;
  Shard& ShardOf(const Key128& key) const;

  std::vector<std::unique_ptr<Shard>> shards_;
};

}  // namespace kvintet::selfplay
