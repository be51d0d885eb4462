// BenchTraining: how many rows a second a network learns from here, in each precision.
#pragma once

#include <vector>

#include <absl/status/statusor.h>

#include "training/network/learning/learner.h"
#include "training/network/tower/network_shape.h"
#include "training/network/tower/precision.h"

namespace kvintet::network {

// What to time: gradient steps under each of the options, which differ in precision and the like,
// in `rounds` interleaved rounds, so that other load on the machine falls on all alike.
struct TrainingBench {
  std::vector<LearnerOptions> learners;
  int batch = 256;
  int rounds = 5;
  // For everything together; each learner takes at least one step a round.
  double seconds = 20;
};

// Rows a second of a learner's steps; median, least and most over the rounds.
struct TrainingTiming {
  Precision precision = Precision::kFp32;
  double median = 0;
  double least = 0;
  double most = 0;
};

// Times steps on made-up rows with targets. Results in the order of the learners.
absl::StatusOr<std::vector<TrainingTiming>> BenchTraining(const NetworkShape& shape,
                                                          const NetworkSize& size,
                                                          const TrainingBench& bench);

}  // namespace kvintet::network
