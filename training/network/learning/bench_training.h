// BenchTraining: times learning on this machine, in rows per second, in each precision.
#pragma once

#include <vector>

#include <absl/status/statusor.h>

#include "training/network/learning/learner.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"

namespace kvintet::network {

// What to time: gradient steps under each of the options, for example in different precisions. The
// `rounds` are interleaved, so that other load on the machine affects all alike.
struct TrainingBench {
  std::vector<LearnerOptions> learners;
  int batch = 256;
  int rounds = 5;
  // For the whole benchmark. Each learner takes at least one step per round.
  double seconds = 20;
};

// Rows per second of a learner's steps: median, minimum and maximum over the rounds.
struct TrainingTiming {
  Precision precision = Precision::kFp32;
  double median = 0;
  double least = 0;
  double most = 0;
};

// Times steps on made-up rows with targets. Results are in the order of the learners.
absl::StatusOr<std::vector<TrainingTiming>> BenchTraining(const NetworkShape& shape,
                                                          const NetworkSize& size,
                                                          const TrainingBench& bench);

}  // namespace kvintet::network
