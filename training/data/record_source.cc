// RecordSource: see the header.
#include "training/data/record_source.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"

namespace kvintet::training {

using selfplay::GameRecord;
using selfplay::RecordFile;

absl::StatusOr<RecordSource> RecordSource::Open(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) {
    return OpenRun(path);
  }
  if (!std::filesystem::exists(status)) {
    return absl::NotFoundError(
        absl::StrCat("wanted a run directory or a record file, there is no ", path));
  }
  return OpenFile(path);
}

absl::StatusOr<RecordSource> RecordSource::OpenRun(const std::string& path) {
  RecordSource source;
  absl::StatusOr<RunState> state = ReadRunState(path);
  if (absl::IsNotFound(state.status())) {
    return absl::NotFoundError(
        absl::StrCat("wanted a run directory, ", path, " has no manifest.jsonl"));
  }
  KVINTET_RETURN_IF_ERROR(state.status());
  KVINTET_ASSIGN_OR_RETURN(const Config config, ReadRunConfig(path));
  source.game_ = config.game();
  for (auto i = static_cast<size_t>(state->removed); i < state->shards.size(); ++i) {
    const selfplay::Shard& shard = state->shards[i];
    source.files_.push_back({path + "/shards/" + shard.name, shard.games, shard.rows});
  }
  source.run_ = *std::move(state);
  return source;
}

absl::StatusOr<RecordSource> RecordSource::OpenFile(const std::string& path) {
  RecordSource source;
  KVINTET_ASSIGN_OR_RETURN(const RecordFile file, RecordFile::Read(path));
  source.game_ = file.Game();
  source.files_.push_back({path, file.Games(), file.Rows()});
  return source;
}

int64_t RecordSource::Games() const {
  int64_t games = 0;
  for (const RecordSourceFile& file : files_) {
    games += file.games;
  }
  return games;
}

int64_t RecordSource::Rows() const {
  int64_t rows = 0;
  for (const RecordSourceFile& file : files_) {
    rows += file.rows;
  }
  return rows;
}

absl::StatusOr<RecordFile> RecordSource::Read(const RecordSourceFile& known) const {
  absl::StatusOr<RecordFile> file = RecordFile::Read(known.path);
  if (absl::IsNotFound(file.status())) {
    return absl::DataLossError(absl::StrCat(known.path, ": named by the manifest, but missing"));
  }
  KVINTET_RETURN_IF_ERROR(file.status());
  if (file->Game() != game_) {
    return absl::DataLossError(
        absl::StrCat(known.path, ": wanted games of ", game_, ", found ", file->Game()));
  }
  if (file->Games() != known.games || file->Rows() != known.rows) {
    return absl::DataLossError(absl::StrCat(known.path, ": wanted ", known.games, " games with ",
                                            known.rows, " rows, as the manifest says, found ",
                                            file->Games(), " with ", file->Rows()));
  }
  return file;
}

absl::Status RecordSource::ForEach(absl::FunctionRef<absl::Status(const GameRecord&)> visit) const {
  for (const RecordSourceFile& known : files_) {
    KVINTET_ASSIGN_OR_RETURN(const RecordFile file, Read(known));
    KVINTET_RETURN_IF_ERROR(ForEachRecord(file, known.path, visit));
  }
  return absl::OkStatus();
}

absl::Status ForEachRecord(const RecordFile& file, const std::string& path,
                           absl::FunctionRef<absl::Status(const GameRecord&)> visit) {
  for (size_t frame = 0; frame < file.Frames().size(); ++frame) {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<GameRecord> records, file.ReadFrame(frame));
    for (const GameRecord& record : records) {
      if (const absl::Status status = visit(record); !status.ok()) {
        return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training
