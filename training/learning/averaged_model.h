// NewestModels, AveragedModel: the models that a run published last, and their mean as one model.
//
// Where play goes round its equilibrium, or jitters about it with its samples, the mean lies nearer
// to it than any of them (Izmailov and others: "Averaging weights leads to wider optima", 2018).
// Nobody plays by it while the run goes on: so it may reach back far, which learner.ema_decay,
// whose average does play, may not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"

namespace kvintet::training {

// The newest `count` models of the run at `path`, oldest first, all if it has fewer; with
// `last_steps` of those published by then. The errors of PublishedModels and of reading models;
// NotFound where none is left. REQUIRES: count > 0.
absl::StatusOr<std::vector<network::NamedModel>> NewestModels(
    const std::string& path, int64_t count, std::optional<int64_t> last_steps = {});

// The mean of their weights.
absl::StatusOr<network::NamedModel> AveragedModel(const std::string& path, int64_t count,
                                                  std::optional<int64_t> last_steps = {});

}  // namespace kvintet::training
