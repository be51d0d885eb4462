// TrainSingle: a run of one stage, from where it stands.
#pragma once

#include <absl/functional/function_ref.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/loop/loop.h"

namespace kvintet::training {

// As Train, of a configuration without stages. Calls `ready` once the run has a model that is worth
// playing: one that has learnt from the games that were given, if any were.
absl::StatusOr<Progress> TrainSingle(const TrainOptions& options,
                                     absl::FunctionRef<absl::Status()> ready);

}  // namespace kvintet::training
