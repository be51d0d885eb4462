// RecordSource: iterates over the recorded games of a run or of a single record file.
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

// The list of files. They are read on demand, one at a time. For a run: the committed shards that
// have not been removed, oldest first.
class RecordSource {
 public:
  // `path`: a run directory or a record file. NotFound, saying what was expected, if it is neither.
  static absl::StatusOr<RecordSource> Open(const std::string& path);

  // GameSpec::text.
  const std::string& Game() const { return game_; }
  const std::vector<RecordSourceFile>& Files() const { return files_; }
  int64_t Games() const;
  int64_t Rows() const;
  // The run's manifest; empty for a single file.
  const std::optional<RunState>& Run() const { return run_; }

  // Reads a file. It must match the manifest.
  absl::StatusOr<selfplay::RecordFile> Read(const RecordSourceFile& file) const;
  // Calls visit for each record in order. Stops at the first error, which names the file.
  absl::Status ForEach(absl::FunctionRef<absl::Status(const selfplay::GameRecord&)> visit) const;

 private:
  RecordSource() = default;
  static absl::StatusOr<RecordSource> OpenRun(const std::string& path);
  static absl::StatusOr<RecordSource> OpenFile(const std::string& path);

  std::string game_;
  std::vector<RecordSourceFile> files_;
  std::optional<RunState> run_;
};

// Calls visit for each record of a file. Errors name the file.
absl::Status ForEachRecord(const selfplay::RecordFile& file, const std::string& path,
                           absl::FunctionRef<absl::Status(const selfplay::GameRecord&)> visit);

}  // namespace kvintet::training
