// StudyShelf: the balance studies that the server shows, from the files that `kvintet balance`
// writes.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include "kvintet_api/v1/study.pb.h"
#include "serving/reports/report_folder.h"

namespace kvintet::serving {

// The content of a study's report.json as a message; fields that the message does not have are left
// out. InvalidArgument if it is no balance report of the version that this program writes.
absl::StatusOr<v1::StudyReport> StudyReportFromJson(absl::string_view text);

// Remembers what a list says of each study. Thread-safe; callers wait while a study is read.
class StudyShelf {
 public:
  // The most studies in a list.
  static constexpr int kMostListed = 100;

  // `root` as for ReportFolder.
  explicit StudyShelf(const std::string& root);

  absl::StatusOr<v1::ListStudiesResponse> List();
  // Errors of ReportFolder, and CORRUPT.
  absl::StatusOr<v1::GetStudyResponse> Find(const std::string& name) const;

 private:
  // Never fails: a study that cannot be read has its problem.
  v1::StudySummary SummaryOf(const ReportPlace& place) const;

  const ReportFolder folder_;
  std::mutex mutex_;
  // Guarded by mutex_. By name: the stamp and what was read then, for the studies listed last.
  std::map<std::string, std::pair<std::string, v1::StudySummary>> kept_;
};

}  // namespace kvintet::serving
