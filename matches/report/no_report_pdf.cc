// ReportPdf in builds without Cairo.
#include "matches/report/report_pdf.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {

absl::StatusOr<std::string> ReportPdf(const MatchReport& /*report*/, envs::Palette /*palette*/) {
  return Refusal(v1::REASON_NOT_BUILT, "pdf: this program was built without Cairo", "pdf");
}

}  // namespace kvintet::matches
