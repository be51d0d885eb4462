// Values that a session derives from its configuration before it begins.
#pragma once

#include "proto/config.pb.h"
#include "training/loop/loop.h"
#include "training/network/ranks/ranks.h"

namespace kvintet::training {

// Sets the number of playing threads to the number of cores if the configuration leaves it open.
void NameThreads(Config* config);

// Threads for each rank's gradient steps: its share of learner.threads. If that is 0, its share of
// the playing threads, or of a quarter of them in a CONTINUOUS run. At least 1.
int LearnerThreads(const Config& config);

network::RankOptions RankOptionsOf(const TrainOptions& options);

}  // namespace kvintet::training
