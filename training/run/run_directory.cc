// RunDirectory: see the header.
#include "training/run/run_directory.h"

#include <filesystem>
#include <system_error>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/status_macros.h"
#include "training/run/kept_config.h"
#include "training/run/link.h"

namespace kvintet::training {
namespace {

using selfplay::AddManifestLine;
using selfplay::ManifestPath;

std::string MetricsPath(const std::string& path) { return path + "/metrics.jsonl"; }
std::string ConfigPath(const std::string& path) { return path + "/config.textproto"; }

}  // namespace

absl::StatusOr<RunDirectory> RunDirectory::Open(const std::string& path, const Config& config) {
  for (const char* folder : {"", "/shards", "/models", "/learner"}) {
    KVINTET_RETURN_IF_ERROR(MakeDirectories(path + folder));
  }
  KVINTET_ASSIGN_OR_RETURN(FileLock lock, FileLock::Acquire(path + "/lock"));
  KVINTET_RETURN_IF_ERROR(KeepConfig(ConfigPath(path), config));
  KVINTET_RETURN_IF_ERROR(CutTornLine(ManifestPath(path)));
  KVINTET_RETURN_IF_ERROR(CutTornLine(MetricsPath(path)));
  absl::StatusOr<RunState> state = ReadRunState(path);
  if (absl::IsNotFound(state.status())) {
    state = RunState();
  }
  KVINTET_RETURN_IF_ERROR(state.status());
  if (!state->uncommitted.empty()) {
    const Json line = {{"kind", "recovery"}};
    KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path), ToJsonLine(line), Sync::kYes));
    KVINTET_RETURN_IF_ERROR(AddManifestLine(line, &*state));
  }
  RunDirectory run(path, std::move(lock), *std::move(state));
  // A crash may have left files of removed shards, and the link to the model of the commit before.
  run.RemoveFiles(0, static_cast<size_t>(run.state_.removed));
  if (run.state_.commit) {
    KVINTET_RETURN_IF_ERROR(run.PointToNewestModel());
  }
  return run;
}

absl::Status RunDirectory::AddShard(const selfplay::Shard& shard) {
  Json line = {{"kind", "shard"}};
  line.update(selfplay::ToJson(shard));
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  return AddManifestLine(line, &state_);
}

absl::Status RunDirectory::AddGiven(const std::vector<selfplay::Shard>& shards, int64_t removed) {
  Json list = Json::array();
  for (const selfplay::Shard& shard : shards) {
    list.push_back(selfplay::ToJson(shard));
  }
  const Json line = {{"kind", "given"}, {"shards", std::move(list)}, {"removed", removed}};
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  return AddManifestLine(line, &state_);
}

absl::Status RunDirectory::AddCommit(const CommitEntry& commit) {
  const Json line = {{"kind", "commit"},          {"model", commit.model},
                     {"learner", commit.learner}, {"steps", commit.steps},
                     {"credit", commit.credit},   {"next_game", commit.next_game},
                     {"seconds", commit.seconds}};
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  const std::optional<CommitEntry> last = state_.commit;
  KVINTET_RETURN_IF_ERROR(AddManifestLine(line, &state_));
  KVINTET_RETURN_IF_ERROR(PointToNewestModel());
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> files, ListDirectory(path_ + "/learner"));
  for (const std::string& file : files) {
    if (file != commit.learner && (!last || file != last->learner)) {
      std::error_code ignored;
      std::filesystem::remove(LearnerPath(file), ignored);
    }
  }
  return absl::OkStatus();
}

absl::Status RunDirectory::PointToNewestModel() const {
  return PointTo("models/" + state_.commit->model, path_ + "/latest.model");
}

void RunDirectory::RemoveFiles(size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    std::error_code ignored;
    std::filesystem::remove(ShardPath(state_.shards[i].name), ignored);
  }
}

// Writes the removal to the manifest before removing files, so that no shard that counts as present
// is missing.
absl::Status RunDirectory::RemoveOldShards(int64_t max_bytes, int64_t rows) {
  const std::vector<selfplay::Shard>& shards = state_.shards;
  size_t needed = shards.size();
  int64_t bytes = 0;
  for (int64_t kept = 0; needed > 0 && kept < rows; kept += shards[needed].rows) {
    bytes += shards[--needed].bytes;
  }
  size_t first = needed;
  for (; first > 0 && bytes + shards[first - 1].bytes <= max_bytes; --first) {
    bytes += shards[first - 1].bytes;
  }
  const auto before = static_cast<size_t>(state_.removed);
  if (first <= before) {
    return absl::OkStatus();
  }
  const Json line = {{"kind", "removal"}, {"shards", first}};
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  KVINTET_RETURN_IF_ERROR(AddManifestLine(line, &state_));
  RemoveFiles(before, first);
  return absl::OkStatus();
}

absl::Status RunDirectory::AddMetrics(const Json& metrics) {
  return AppendLine(MetricsPath(path_), ToJsonLine(metrics));
}

absl::Status RunDirectory::WriteProgress(const Json& progress) {
  return WriteFileAtomically(path_ + "/progress.json", ToJsonLine(progress) + "\n");
}

absl::StatusOr<Config> ReadRunConfig(const std::string& path) {
  return ReadKeptConfig(ConfigPath(path));
}

}  // namespace kvintet::training
