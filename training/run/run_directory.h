// RunDirectory: a training run on disk, where all its parts meet.
//
//   config.textproto     the configuration as resolved, with all defaults
//   manifest.jsonl       append-only: first the games that were given, if any were; one line per
//                        sealed shard, per commit, per session that follows one that broke (ROUNDS:
//                        session, CONTINUOUS: recovery), and per removal of old shards
//   shards/<name>        games, immutable
//   models/<sha256>      published models, immutable
//   latest.model         a link to the model of the last commit
//   learner/<sha256>     the learner's state at its last two commits
//   in_play              games that no shard holds yet (CONTINUOUS; play_journal.h)
//   lock                 held by the process that works on the run
//   metrics.jsonl        progress over time; events.out.tfevents.*: the same for TensorBoard
//   progress.json        progress as it was a few seconds ago, within a round too
//
// Commits are transactions: a shard counts once its line and, before the next session's, a commit's
// or recovery's are in the manifest; whatever else lies there is left over from a crash and
// ignored.
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
#include "selfplay/records/shard_writer.h"

namespace kvintet::training {

// The learner's state and the model made of it, taken together.
struct CommitEntry {
  // Names of the files in models/ and learner/.
  std::string model;
  std::string learner;
  int64_t steps = 0;
  // Samples the train bucket still allows.
  double credit = 0;
  // Games begun: the number of the next one.
  int64_t next_game = 0;
  // Seconds of work on this run so far, over all its sessions.
  double seconds = 0;
};

// What the manifest says.
struct RunState {
  std::vector<selfplay::Shard> shards;
  // So many of them, the oldest, are another run's (learner.games_from).
  size_t given = 0;
  // So many of them, the oldest, the last commit knows of; the others were recovered after it.
  size_t committed = 0;
  // So many of them, the oldest, have been removed; they still count.
  int64_t removed = 0;
  // Those of the last session that no commit follows yet; of a session that broke, to count once
  // recovered, or never.
  std::vector<selfplay::Shard> uncommitted;
  std::optional<CommitEntry> commit;
};

class RunDirectory {
 public:
  // Makes the folder, or opens a run that is there, for this process alone. FailedPrecondition if
  // the run there has another configuration than `config`, as KeepConfig says, or another process
  // works on it; DataLoss for a broken manifest.
  static absl::StatusOr<RunDirectory> Open(const std::string& path, const Config& config);

  const std::string& Path() const { return path_; }
  const RunState& State() const { return state_; }
  // All that the manifest names, those that wait for a commit too.
  size_t NumShards() const { return state_.shards.size() + state_.uncommitted.size(); }
  std::string ShardPath(const std::string& name) const { return path_ + "/shards/" + name; }
  std::string ModelPath(const std::string& name) const { return path_ + "/models/" + name; }
  std::string LearnerPath(const std::string& name) const { return path_ + "/learner/" + name; }

  // Enters shards of another run, oldest first, as this run's first; the oldest `removed` of them
  // count without being there. Durable when it returns. REQUIRES: no shards yet, and removed <
  // shards.size().
  absl::Status AddGiven(const std::vector<selfplay::Shard>& shards, int64_t removed);
  // Each enters a file, written before, into the manifest; durable when they return.
  absl::Status AddShard(const selfplay::Shard& shard);
  // Also removes learner states older than the last two.
  absl::Status AddCommit(const CommitEntry& commit);
  // Removes the oldest shards while all have more than `max_bytes`, but none with any of the newest
  // `rows` rows.
  absl::Status RemoveOldShards(int64_t max_bytes, int64_t rows);

  // One line of metrics.jsonl.
  absl::Status AddMetrics(const Json& metrics);
  // Takes the place of what progress.json said.
  absl::Status WriteProgress(const Json& progress);

 private:
  RunDirectory(std::string path, FileLock lock, RunState state)
      : path_(std::move(path)), lock_(std::move(lock)), state_(std::move(state)) {}

  // Of the shards [begin, end).
  void RemoveFiles(size_t begin, size_t end);

  std::string path_;
  FileLock lock_;
  RunState state_;
};

// What the text of a manifest says; `path` names it in errors. A last line without its newline is
// the torn end of a crash: it never counted.
absl::StatusOr<RunState> ParseRunState(const std::string& text, const std::string& path);

// The manifest of a run that is there, without opening it for work: NotFound if there is none.
absl::StatusOr<RunState> ReadRunState(const std::string& path);

// The configuration of a run that is there; of one of several stages, that of its newest stage.
absl::StatusOr<Config> ReadRunConfig(const std::string& path);

}  // namespace kvintet::training
