// ExportRows: writes recorded rows as numpy arrays to one .npz file.
#pragma once

#include <string>

#include <absl/status/status.h>

#include "envs/game.h"
#include "training/data/record_source.h"

namespace kvintet::training {

// Whether an export includes what the deciding seat could not see.
enum class Sight { kSeat, kOmniscient };

// Writes all N rows of `source` in order; docs/record_format.md lists the arrays. kOmniscient adds
// what both seats saw (envs/privileged.h). DataLoss, naming file and game, if a record is broken;
// no file is left then. Memory use does not grow with N.
absl::Status ExportRows(const envs::Game& game, const RecordSource& source, Sight sight,
                        const std::string& path);

}  // namespace kvintet::training
