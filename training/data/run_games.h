// RunGames: the games of a run: in the journal, in shards, and in the window that is learnt from.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "envs/game.h"
#include "proto/config.pb.h"
#include "selfplay/records/game_record.h"
#include "selfplay/records/shard_writer.h"
#include "training/data/replay_window.h"
#include "training/run/play_journal.h"
#include "training/run/run_directory.h"

namespace kvintet::training {

// What a run has.
struct GameCounts {
  int64_t games = 0;
  // How many of them came from another run (learner.games_from).
  int64_t given_games = 0;
  // Evaluations of all games.
  int64_t evaluations = 0;
  // The number of the next game, and that of the first one that the run plays itself.
  int64_t next_game = 0;
  int64_t first_game = 0;
};

// One thread at a time.
class RunGames {
 public:
  // Reads as many of the newest shards as the window needs. `config` and `directory` must outlive
  // the object.
  static absl::StatusOr<std::unique_ptr<RunGames>> Load(const envs::Game& game,
                                                        const Config& config,
                                                        RunDirectory* directory);

  const GameCounts& Counts() const { return counts_; }
  const ReplayWindow& Window() const { return window_; }
  // The journal of games that no shard holds yet; null if the schedule or configuration has none.
  PlayJournal* Journal() { return journal_ ? &*journal_ : nullptr; }

  // Reads the games that an earlier session left in the journal. Those in play stay in it. Those
  // that have ended are to be added again. Call once.
  UnsealedGames RestoreJournal();
  // Adds a finished game to a shard and to the window. REQUIRES: selfplay::CheckRecord is ok.
  absl::Status Add(selfplay::GameRecord record);
  // Takes over a sealed file that an actor of another process played: its bytes, whose records
  // these are. Durable, and in the manifest, on return. REQUIRES: selfplay::CheckRecord is ok for
  // each, and the run has none of their numbers.
  absl::Status Adopt(const std::string& bytes, std::vector<selfplay::GameRecord> records);
  // Forgets what is older than the window. Returns the window's rows.
  int64_t TrimWindow();

  // Seals the games that no shard holds yet; SealIfDue only if they have waited long enough.
  absl::Status Seal() { return shards_.Seal(); }
  absl::Status SealIfDue();
  // Writes the journal, if there is one; WriteJournalIfDue only if its period is over.
  absl::Status WriteJournal();
  absl::Status WriteJournalIfDue();
  // Removes the oldest shards that storage.max_gib has no room for and the window does not need.
  absl::Status RemoveOldShards();

 private:
  using Clock = std::chrono::steady_clock;

  RunGames(const Config& config, RunDirectory* directory);

  absl::Status EnterShard(const selfplay::Shard& shard);
  void CountShards();
  absl::Status LoadWindow(const envs::Game& game);
  absl::Status LoadShard(const envs::Game& game, const selfplay::Shard& shard);

  const Config& config_;
  RunDirectory* const directory_;
  selfplay::ShardWriter shards_;
  ReplayWindow window_;
  std::optional<PlayJournal> journal_;
  GameCounts counts_;
};

}  // namespace kvintet::training
