// ServedRuns: training runs on disk as messages of RunService.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "serving/reports/run_shelf.h"
#include "training/run/progress.h"

namespace kvintet::cli {

// The most points of a curve.
inline constexpr size_t kMostPoints = 200;

// Reads run directories, also while they are written. A run that has not reported anything yet has
// figures of 0.
serving::RunReader MakeRunReader();

// The figures of the rounds, oldest first, as curves of at most kMostPoints points: means of equal
// parts of the rounds.
std::vector<v1::RunCurve> CurvesOf(const std::vector<training::Progress>& rounds);

// The ratings in the run at `folder` that `kvintet ladder` wrote: RunLadder without players if
// there are none, DataLoss naming the line that cannot be read.
absl::StatusOr<v1::RunLadder> ReadLadder(const std::string& folder);

}  // namespace kvintet::cli
