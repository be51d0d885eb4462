// RunHistory: reads a run's rounds and state from disk, and names its bottleneck.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/run/progress.h"

namespace kvintet::training {

// Reads metrics.jsonl: one entry per round, oldest first. An unfinished last line is left out.
// NotFound if there is no such run, DataLoss naming the line that is not a valid progress. The run
// may be at work.
absl::StatusOr<std::vector<Progress>> ReadHistory(const std::string& directory);

// The run's progress.json: how it stood a few seconds ago, or when it stopped. Empty if there is no
// such file, as in older runs; DataLoss if it is not a valid progress.
absl::StatusOr<std::optional<Progress>> ReadProgress(const std::string& directory);

// Minutes of work since the run had `rows` fewer rows than it has now, estimated from its finished
// rounds, oldest first.
double MinutesOfRows(const std::vector<Progress>& rounds, const Progress& now, double rows);

// One or two sentences: why a run has not learnt yet, and which setting would change that.
// REQUIRES: no steps.
std::string WhyNothingIsLearnt(const Progress& progress, const Config& config);

// One or two sentences: what takes most of the time in these rounds, and which setting to change
// next. REQUIRES: not empty.
std::string NameBottleneck(const std::vector<Progress>& rounds, const Config& config);

}  // namespace kvintet::training
