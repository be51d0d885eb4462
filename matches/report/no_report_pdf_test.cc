// Tests of ReportPdf in a build without Cairo: it returns an error.
#include <gtest/gtest.h>

#include "matches/report/report_pdf.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

TEST(NoReportPdfTest, SaysThatItIsNotBuilt) {
  const absl::Status refused = ReportPdf({}, envs::Palette::kUsual).status();
  EXPECT_EQ(ReasonOf(refused), v1::REASON_NOT_BUILT);
  EXPECT_EQ(FieldOf(refused), "pdf");
}

}  // namespace
}  // namespace kvintet::matches
