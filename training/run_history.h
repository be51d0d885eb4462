// RunHistory: how a run went, round by round, as its metrics.jsonl tells, and what holds it back.
#pragma once

#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "proto/config.pb.h"
#include "training/progress.h"

namespace kvintet::training {

// One entry per round, oldest first. A last line without its end is left out. NotFound where there
// is no such run, DataLoss naming the line that is no progress. Reads a run that is at work, too.
absl::StatusOr<std::vector<Progress>> ReadHistory(const std::string& directory);

// One sentence: what takes the time of these rounds, and the configuration's next knob to turn.
// REQUIRES: not empty.
std::string NameBottleneck(const std::vector<Progress>& rounds, SelfPlayConfig::Schedule schedule);

}  // namespace kvintet::training
