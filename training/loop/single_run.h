// TrainSingle: trains a run of one stage, or resumes it.
#pragma once

#include <absl/functional/function_ref.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/loop/loop.h"

namespace kvintet::training {

// Like Train, for a configuration without stages. Calls `ready` once the run has a model that is
// worth playing: one that has learnt from the given games, if there are any.
absl::StatusOr<Progress> TrainSingle(const TrainOptions& options,
                                     absl::FunctionRef<absl::Status()> ready);

}  // namespace kvintet::training
