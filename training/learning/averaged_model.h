// NewestModels, AveragedModel: the last published models of a run, and the mean of their weights.
//
// If play circles its equilibrium, or jitters about it because of sampling noise, the mean is
// closer to the equilibrium than any single model (Izmailov and others: "Averaging weights leads to
// wider optima", 2018). The run never plays with this mean, so it may reach back far.
// learner.ema_decay must not, since its average does play.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "training/network/files/model_file.h"

namespace kvintet::training {

// The newest `count` models of the run at `path`, oldest first, or all if there are fewer. With
// `last_steps`, only models published by that step count. Fails as PublishedModels and as reading
// models do; NotFound if none is left. REQUIRES: count > 0.
absl::StatusOr<std::vector<network::NamedModel>> NewestModels(
    const std::string& path, int64_t count, std::optional<int64_t> last_steps = {});

// A model with the mean of their weights.
absl::StatusOr<network::NamedModel> AveragedModel(const std::string& path, int64_t count,
                                                  std::optional<int64_t> last_steps = {});

}  // namespace kvintet::training
