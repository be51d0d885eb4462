// RunDirectory: a training run on disk.
//
//   config.textproto     the configuration as resolved, with all defaults
//   manifest.jsonl       append-only: first the given games, if any; then one line for each sealed
//                        shard, each commit, each recovery of the shards that a stopped or broken
//                        session left without a commit, and each removal of old shards
//   shards/<name>        games, immutable
//   models/<sha256>      published models, immutable
//   latest.model         a link to the model of the last commit
//   learner/<sha256>     the learner's state at its last two commits
//   in_play              games that no shard holds yet (CONTINUOUS; play_journal.h)
//   lock                 held by the process that works on the run
//   metrics.jsonl        progress over time; events.out.tfevents.*: the same for TensorBoard
//   progress.json        progress as of a few seconds ago, also within a round
//
// Commits are transactions. A shard counts only if its line in the manifest is followed by that of
// a commit or recovery. Everything else on disk is left over from a crash and ignored. Earlier
// programs did not recover the shards of a round; a line of the kind session says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/files/file_lock.h"
#include "base/reports/json.h"
#include "proto/config.pb.h"
#include "selfplay/records/run_manifest.h"
#include "selfplay/records/shard_writer.h"

namespace kvintet::training {

using selfplay::CommitEntry;
using selfplay::ParseRunState;
using selfplay::ReadRunState;
using selfplay::RunState;

class RunDirectory {
 public:
  // Creates the folder, or opens an existing run, for this process alone. FailedPrecondition if the
  // run has another configuration than `config` (see KeepConfig), or if another process works on
  // it; DataLoss for a broken manifest.
  static absl::StatusOr<RunDirectory> Open(const std::string& path, const Config& config);

  const std::string& Path() const { return path_; }
  const RunState& State() const { return state_; }
  // All shards that the manifest names, including those that wait for a commit.
  size_t NumShards() const { return state_.shards.size() + state_.uncommitted.size(); }
  std::string ShardPath(const std::string& name) const { return path_ + "/shards/" + name; }
  std::string ModelPath(const std::string& name) const { return path_ + "/models/" + name; }
  std::string LearnerPath(const std::string& name) const { return path_ + "/learner/" + name; }

  // Enters shards of another run, oldest first, as this run's first shards. The `removed` oldest of
  // them count although their files are absent. Durable on return. REQUIRES: no shards yet, and
  // removed < shards.size().
  absl::Status AddGiven(const std::vector<selfplay::Shard>& shards, int64_t removed);
  // Each enters a file that was written before into the manifest. Durable on return.
  absl::Status AddShard(const selfplay::Shard& shard);
  // Also removes learner states older than the last two.
  absl::Status AddCommit(const CommitEntry& commit);
  // Removes the oldest shards while the shards exceed `max_bytes` in total, but none that holds any
  // of the newest `rows` rows.
  absl::Status RemoveOldShards(int64_t max_bytes, int64_t rows);

  // Appends one line to metrics.jsonl.
  absl::Status AddMetrics(const Json& metrics);
  // Replaces progress.json.
  absl::Status WriteProgress(const Json& progress);

 private:
  RunDirectory(std::string path, FileLock lock, RunState state)
      : path_(std::move(path)), lock_(std::move(lock)), state_(std::move(state)) {}

  absl::Status PointToNewestModel() const;
  // Removes the files of the shards [begin, end).
  void RemoveFiles(size_t begin, size_t end);

  std::string path_;
  FileLock lock_;
  RunState state_;
};

// The configuration of an existing run; for a run with several stages, that of its newest stage.
absl::StatusOr<Config> ReadRunConfig(const std::string& path);

}  // namespace kvintet::training
