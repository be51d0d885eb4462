// RunState: the contents of a run's manifest, which tells the shards of games that count.
//
// The manifest of a run is the file manifest.jsonl in its folder (training/run/run_directory.h): a
// line of JSON for each sealed shard, commit, session, recovery and removal of old shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "selfplay/records/number_set.h"
#include "selfplay/records/shard_writer.h"

namespace kvintet::selfplay {

// The learner's state and the model made from it, taken at the same time.
struct CommitEntry {
  // Names of the files in models/ and learner/.
  std::string model = {};
  std::string learner = {};
  int64_t steps = 0;
  // Samples that the train bucket still allows.
  double credit = 0;
  // Number of games begun, which is the number of the next one.
  int64_t next_game = 0;
  // Seconds of work on this run so far, over all its sessions.
  double seconds = 0;
};

// The contents of the manifest.
struct RunState {
  std::vector<Shard> shards;
  // How many of the oldest came from another run (learner.games_from).
  size_t given = 0;
  // How many of the oldest the last commit covers; the rest were recovered after it.
  size_t committed = 0;
  // How many of the oldest have been removed from disk; they still count.
  int64_t removed = 0;
  // Shards that no commit follows yet. If the session broke, they count only once recovered.
  std::vector<Shard> uncommitted;
  std::optional<CommitEntry> commit;

  // The numbers of all games that count or wait for a commit. Shards that do not name theirs count
  // with all numbers below their next_game.
  NumberSet Numbers() const;
};

// The manifest of the run in a folder.
std::string ManifestPath(const std::string& path);

// A shard as a line of the manifest describes it.
Json ToJson(const Shard& shard);

// What a further line of the manifest changes. InvalidArgument, naming the member, if it is none.
absl::Status AddManifestLine(const Json& line, RunState* state);

// Parses a manifest; `path` names it in errors. A last line without its newline was torn by a crash
// and never counted.
absl::StatusOr<RunState> ParseRunState(const std::string& text, const std::string& path);

// The manifest of an existing run, read without opening the run for work. NotFound if there is
// none.
absl::StatusOr<RunState> ReadRunState(const std::string& path);

}  // namespace kvintet::selfplay
