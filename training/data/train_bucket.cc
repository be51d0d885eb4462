// TrainBucket: see the header.
#include "training/data/train_bucket.h"

#include <algorithm>

#include "training/data/window.h"

namespace kvintet::training {

bool TrainBucket::AllowsStep(int64_t total_rows) {
  if (total_rows < min_rows_) {
    credit_ = std::min(credit_, batch_size_);
    return false;
  }
  return credit_ >= batch_size_;
}

TrainBucket BucketOf(const LearnerConfig& config, const RunState& state) {
  if (!state.commit) {
    int64_t total = 0;
    for (const selfplay::Shard& shard : state.shards) {
      total += shard.rows;
    }
    TrainBucket bucket(config);
    bucket.AddRows(WindowRows(config.window(), total));
    return bucket;
  }
  TrainBucket bucket(config, state.commit->credit);
  for (size_t i = state.committed; i < state.shards.size(); ++i) {
    bucket.AddRows(state.shards[i].rows);
  }
  return bucket;
}

}  // namespace kvintet::training
