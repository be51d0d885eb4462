// ReportPdf: a game that has ended as pages to print: the board, the move and the clocks at every
// step.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "envs/scene.h"
#include "matches/report/match_report.h"

namespace kvintet::serving {

// The file's bytes, the same for the same report. Unimplemented where the program was built without
// Cairo.
absl::StatusOr<std::string> ReportPdf(const MatchReport& report, envs::Palette palette);

}  // namespace kvintet::serving
