// ExportRows: recorded rows as arrays for numpy, one .npz file.
#pragma once

#include <string>

#include <absl/status/status.h>

#include "envs/game.h"
#include "training/data/record_source.h"

namespace kvintet::training {

// Whether an export holds what the deciding seat could not see.
enum class Sight { kSeat, kOmniscient };

// Writes all rows of `source`, N of them, in order; docs/record_format.md lists the arrays. With
// kOmniscient also what both seats saw (envs/privileged.h). DataLoss, naming file and game, where a
// record is broken; no file is left then. Memory does not grow with N.
absl::Status ExportRows(const envs::Game& game, const RecordSource& source, Sight sight,
                        const std::string& path);

}  // namespace kvintet::training
