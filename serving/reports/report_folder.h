// ReportFolder: a folder of runs or studies, each known to callers by the name of its own folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace kvintet::serving {

// Where a run or study lies.
struct ReportPlace {
  std::string name = {};
  std::string folder = {};
  // Differs whenever one of its files was replaced or has grown.
  std::string stamp = {};
  // When one of its files changed last, in milliseconds since 1970.
  int64_t changed_ms = 0;
};

// What a folder holds.
struct ReportKind {
  // For messages: "run". It is also the field of requests that has the name.
  std::string noun = {};
  // Every one of them has this file.
  std::string mark = {};
  // The files whose changes are news; `mark` need not be one of them.
  std::vector<std::string> files = {};
};

// A name is compared with what the folder holds and never used as a path. Stateless; thread-safe.
class ReportFolder {
 public:
  // `root` is a folder of such folders, or one of them itself; empty: there are none.
  ReportFolder(std::string root, ReportKind kind);

  // All of them, the one that changed last first. Folders without the mark, hidden ones and those
  // whose names are not UTF-8 are left out. NO_SUCH_RESOURCE if the root cannot be read.
  absl::StatusOr<std::vector<ReportPlace>> List() const;
  // One of them. BAD_FIELD for a text that cannot be a name, NO_SUCH_RESOURCE if there is none.
  absl::StatusOr<ReportPlace> Find(const std::string& name) const;

  // An error of reading `place` for callers: CORRUPT unless it has a reason, and paths begin with
  // the name in place of the folder.
  absl::Status Problem(const ReportPlace& place, const absl::Status& status) const;

 private:
  bool IsOne(const std::string& folder) const;
  ReportPlace PlaceOf(const std::string& name, const std::string& folder) const;

  const std::string root_;
  const ReportKind kind_;
};

}  // namespace kvintet::serving
