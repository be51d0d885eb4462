// RecordSource: the recorded games of a run, or of one record file, one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/functional/function_ref.h>
#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "selfplay/records/record_file.h"
#include "training/run/run_directory.h"

namespace kvintet::training {

// One file of games.
struct RecordSourceFile {
  std::string path;
  int64_t games = 0;
  int64_t rows = 0;
};

// Which files there are; they are read when they are wanted, one at a time. Of a run: the shards
// that a commit follows and that have not been removed, oldest first.
class RecordSource {
 public:
  // `path`: a run directory or a record file. NotFound, saying what was wanted, if it is neither.
  static absl::StatusOr<RecordSource> Open(const std::string& path);

  // GameSpec::text.
  const std::string& Game() const { return game_; }
  const std::vector<RecordSourceFile>& Files() const { return files_; }
  int64_t Games() const;
  int64_t Rows() const;
  // What the manifest says; nothing of a file alone.
  const std::optional<RunState>& Run() const { return run_; }

  // A file, which must hold what the manifest says.
  absl::StatusOr<selfplay::RecordFile> Read(const RecordSourceFile& file) const;
  // Calls visit for each record in order; ends with the first error, which names the file.
  absl::Status ForEach(absl::FunctionRef<absl::Status(const selfplay::GameRecord&)> visit) const;

 private:
  RecordSource() = default;
  static absl::StatusOr<RecordSource> OpenRun(const std::string& path);
  static absl::StatusOr<RecordSource> OpenFile(const std::string& path);

  std::string game_;
  std::vector<RecordSourceFile> files_;
  std::optional<RunState> run_;
};

// Calls visit for each record of a file; an error names it.
absl::Status ForEachRecord(const selfplay::RecordFile& file, const std::string& path,
                           absl::FunctionRef<absl::Status(const selfplay::GameRecord&)> visit);

}  // namespace kvintet::training
