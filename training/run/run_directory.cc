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

std::string ManifestPath(const std::string& path) { return path + "/manifest.jsonl"; }
std::string ConfigPath(const std::string& path) { return path + "/config.textproto"; }

absl::StatusOr<selfplay::Shard> ReadShard(const Json& line) {
  selfplay::Shard shard;
  KVINTET_ASSIGN_OR_RETURN(shard.name, JsonMember<std::string>(line, "name"));
  KVINTET_ASSIGN_OR_RETURN(shard.games, JsonMember<int64_t>(line, "games"));
  KVINTET_ASSIGN_OR_RETURN(shard.rows, JsonMember<int64_t>(line, "rows"));
  KVINTET_ASSIGN_OR_RETURN(shard.evaluations, JsonMember<int64_t>(line, "evaluations"));
  if (line.contains("bytes")) {
    KVINTET_ASSIGN_OR_RETURN(shard.bytes, JsonMember<int64_t>(line, "bytes"));
  }
  if (line.contains("next_game")) {
    KVINTET_ASSIGN_OR_RETURN(shard.next_game, JsonMember<int64_t>(line, "next_game"));
  }
  return shard;
}

Json ToJson(const selfplay::Shard& shard) {
  return {{"name", shard.name},   {"games", shard.games},
          {"rows", shard.rows},   {"evaluations", shard.evaluations},
          {"bytes", shard.bytes}, {"next_game", shard.next_game}};
}

// Makes the uncommitted shards count from now on.
void Recover(RunState* state) {
  state->shards.insert(state->shards.end(), state->uncommitted.begin(), state->uncommitted.end());
  state->uncommitted.clear();
}

void Commit(const CommitEntry& commit, RunState* state) {
  state->commit = commit;
  Recover(state);
  state->committed = state->shards.size();
}

absl::Status ReadCommit(const Json& line, RunState* state) {
  CommitEntry commit;
  KVINTET_ASSIGN_OR_RETURN(commit.model, JsonMember<std::string>(line, "model"));
  KVINTET_ASSIGN_OR_RETURN(commit.learner, JsonMember<std::string>(line, "learner"));
  KVINTET_ASSIGN_OR_RETURN(commit.steps, JsonMember<int64_t>(line, "steps"));
  KVINTET_ASSIGN_OR_RETURN(commit.credit, JsonMember<double>(line, "credit"));
  KVINTET_ASSIGN_OR_RETURN(commit.next_game, JsonMember<int64_t>(line, "next_game"));
  KVINTET_ASSIGN_OR_RETURN(commit.seconds, JsonMember<double>(line, "seconds"));
  Commit(commit, state);
  return absl::OkStatus();
}

absl::Status ReadRemoval(const Json& line, RunState* state) {
  KVINTET_ASSIGN_OR_RETURN(const int64_t removed, JsonMember<int64_t>(line, "shards"));
  if (removed < state->removed || removed > std::ssize(state->shards)) {
    return absl::InvalidArgumentError(absl::StrCat("shards must be ", state->removed, "..",
                                                   state->shards.size(), ", is ", removed));
  }
  state->removed = removed;
  return absl::OkStatus();
}

absl::Status ReadGiven(const Json& line, RunState* state) {
  if (!state->shards.empty() || !state->uncommitted.empty()) {
    return absl::InvalidArgumentError("given games must come first");
  }
  KVINTET_ASSIGN_OR_RETURN(const Json shards, JsonMember<Json>(line, "shards"));
  for (const Json& shard : shards) {
    KVINTET_ASSIGN_OR_RETURN(state->shards.emplace_back(), ReadShard(shard));
  }
  state->given = state->shards.size();
  KVINTET_ASSIGN_OR_RETURN(state->removed, JsonMember<int64_t>(line, "removed"));
  if (state->removed < 0 || state->removed >= std::ssize(state->shards)) {
    return absl::InvalidArgumentError(
        absl::StrCat("removed must be 0..", state->shards.size() - 1, ", is ", state->removed));
  }
  return absl::OkStatus();
}

absl::Status ReadLine(const std::string& text, const std::string& where, RunState* state) {
  KVINTET_ASSIGN_OR_RETURN(const Json line, ParseJson(text, where));
  KVINTET_ASSIGN_OR_RETURN(const std::string kind, JsonMember<std::string>(line, "kind"));
  if (kind == "shard") {
    KVINTET_ASSIGN_OR_RETURN(state->uncommitted.emplace_back(), ReadShard(line));
    return absl::OkStatus();
  }
  if (kind == "given") {
    return ReadGiven(line, state);
  }
  if (kind == "commit") {
    return ReadCommit(line, state);
  }
  if (kind == "removal") {
    return ReadRemoval(line, state);
  }
  if (kind == "session") {
    state->uncommitted.clear();
    return absl::OkStatus();
  }
  if (kind == "recovery") {
    Recover(state);
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("kind must be session, recovery, given, shard, commit or removal, is ", kind));
}

}  // namespace

absl::StatusOr<RunDirectory> RunDirectory::Open(const std::string& path, const Config& config) {
  for (const char* folder : {"", "/shards", "/models", "/learner"}) {
    KVINTET_RETURN_IF_ERROR(MakeDirectories(path + folder));
  }
  KVINTET_ASSIGN_OR_RETURN(FileLock lock, FileLock::Acquire(path + "/lock"));
  KVINTET_RETURN_IF_ERROR(KeepConfig(ConfigPath(path), config));
  KVINTET_RETURN_IF_ERROR(CutTornLine(ManifestPath(path)));
  absl::StatusOr<RunState> state = ReadRunState(path);
  if (absl::IsNotFound(state.status())) {
    state = RunState();
  }
  KVINTET_RETURN_IF_ERROR(state.status());
  if (!state->uncommitted.empty()) {
    const bool recovers = config.self_play().schedule() == SelfPlayConfig::CONTINUOUS;
    if (recovers) {
      Recover(&*state);
    }
    state->uncommitted.clear();
    const Json line = {{"kind", recovers ? "recovery" : "session"}};
    KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path), ToJsonLine(line), Sync::kYes));
  }
  RunDirectory run(path, std::move(lock), *std::move(state));
  // A crash may have left files of removed shards.
  run.RemoveFiles(0, static_cast<size_t>(run.state_.removed));
  return run;
}

absl::Status RunDirectory::AddShard(const selfplay::Shard& shard) {
  Json line = {{"kind", "shard"}};
  line.update(ToJson(shard));
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  state_.uncommitted.push_back(shard);
  return absl::OkStatus();
}

absl::Status RunDirectory::AddGiven(const std::vector<selfplay::Shard>& shards, int64_t removed) {
  Json list = Json::array();
  for (const selfplay::Shard& shard : shards) {
    list.push_back(ToJson(shard));
  }
  const Json line = {{"kind", "given"}, {"shards", std::move(list)}, {"removed", removed}};
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  return ReadGiven(line, &state_);
}

absl::Status RunDirectory::AddCommit(const CommitEntry& commit) {
  const Json line = {{"kind", "commit"},          {"model", commit.model},
                     {"learner", commit.learner}, {"steps", commit.steps},
                     {"credit", commit.credit},   {"next_game", commit.next_game},
                     {"seconds", commit.seconds}};
  KVINTET_RETURN_IF_ERROR(AppendLine(ManifestPath(path_), ToJsonLine(line), Sync::kYes));
  const std::optional<CommitEntry> last = state_.commit;
  Commit(commit, &state_);
  KVINTET_RETURN_IF_ERROR(PointTo("models/" + commit.model, path_ + "/latest.model"));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> files, ListDirectory(path_ + "/learner"));
  for (const std::string& file : files) {
    if (file != commit.learner && (!last || file != last->learner)) {
      std::error_code ignored;
      std::filesystem::remove(LearnerPath(file), ignored);
    }
  }
  return absl::OkStatus();
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
  state_.removed = static_cast<int64_t>(first);
  RemoveFiles(before, first);
  return absl::OkStatus();
}

absl::Status RunDirectory::AddMetrics(const Json& metrics) {
  return AppendLine(path_ + "/metrics.jsonl", ToJsonLine(metrics));
}

absl::Status RunDirectory::WriteProgress(const Json& progress) {
  return WriteFileAtomically(path_ + "/progress.json", ToJsonLine(progress) + "\n");
}

absl::StatusOr<RunState> ParseRunState(const std::string& text, const std::string& path) {
  RunState state;
  const std::vector<std::string> lines = WholeLines(text);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string where = absl::StrCat(path, ":", i + 1);
    if (const absl::Status read = ReadLine(lines[i], where, &state); !read.ok()) {
      return absl::DataLossError(absl::StrCat(where, ": ", read.message()));
    }
  }
  return state;
}

absl::StatusOr<RunState> ReadRunState(const std::string& path) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(ManifestPath(path)));
  return ParseRunState(text, ManifestPath(path));
}

absl::StatusOr<Config> ReadRunConfig(const std::string& path) {
  return ReadKeptConfig(ConfigPath(path));
}

}  // namespace kvintet::training
