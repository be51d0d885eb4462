// ReportPdf: a finished game as a printable PDF with the board, move and clocks at every step.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "envs/scene.h"
#include "matches/report/match_report.h"

namespace kvintet::matches {

// The bytes of the PDF; equal reports give equal bytes. Unimplemented if the program was built
// without Cairo.
absl::StatusOr<std::string> ReportPdf(const MatchReport& report, envs::Palette palette);

}  // namespace kvintet::matches
