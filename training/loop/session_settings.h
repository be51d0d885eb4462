// What a session works out of its configuration before it begins.
#pragma once

#include "proto/config.pb.h"
#include "proto/storage_config.pb.h"
#include "training/loop/loop.h"
#include "training/network/ranks/ranks.h"

namespace kvintet::training {

// Puts the number of cores where the configuration leaves the number of playing threads open.
void NameThreads(Config* config);

// Rounds seal by size alone, so that the same games make the same shards.
StorageConfig SealingOf(const Config& config);

// Threads of each rank's gradient steps: its part of learner.threads. Where that is 0, its part of
// the threads that play, or of a quarter of them in a CONTINUOUS run. At least 1.
int LearnerThreads(const Config& config);

network::RankOptions RankOptionsOf(const TrainOptions& options);

}  // namespace kvintet::training
