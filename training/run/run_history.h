// RunHistory: how a run went, round by round, as its metrics.jsonl tells, how it stands, and what
// holds it back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/run/progress.h"

namespace kvintet::training {

// One entry per round, oldest first. A last line without its end is left out. NotFound where there
// is no such run, DataLoss naming the line that is no progress. Reads a run that is at work, too.
absl::StatusOr<std::vector<Progress>> ReadHistory(const std::string& directory);

// How the run stood a few seconds ago, or when it was left: its progress.json. None where there is
// no such file, as of older runs; DataLoss where it is no progress.
absl::StatusOr<std::optional<Progress>> ReadProgress(const std::string& directory);

// One or two sentences: why a run has not learnt yet, and what ends that sooner. REQUIRES: no
// steps.
std::string WhyNothingIsLearnt(const Progress& progress, const Config& config);

// One or two sentences: what takes the time of these rounds, and the configuration's next knob to
// turn. REQUIRES: not empty.
std::string NameBottleneck(const std::vector<Progress>& rounds, const Config& config);

}  // namespace kvintet::training
