// PlayJournal: the games of a run that no sealed shard holds yet: a crash costs moves, not games.
//
// One file: a line of JSON, {"kind": "in_play", "shards": N}, which says how many shards the
// manifest had by then, and a record file (docs/record_format.md) of the games that have ended and
// of those in play, which have no reason.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "selfplay/records/game_record.h"
#include "training/run/run_directory.h"

namespace kvintet::training {

// What a journal holds; each game once.
struct UnsealedGames {
  std::vector<selfplay::GameRecord> ended = {};
  std::vector<selfplay::GameRecord> in_play = {};
  // Shards that were sealed before it was written; later ones may hold some of its games.
  size_t shards = 0;
};

// Of a journal's bytes. DataLoss, naming `where`, if they are none of this game's.
absl::StatusOr<UnsealedGames> ParsePlayJournal(const std::string& bytes, absl::string_view game,
                                               const std::string& where);

// Of the journal of a run, without the games that its shards hold. NotFound if there is none.
absl::StatusOr<UnsealedGames> ReadPlayJournal(const RunDirectory& directory,
                                              absl::string_view game);

// Where a run has its journal.
std::string PlayJournalPath(const RunDirectory& directory);

class PlayJournal {
 public:
  using Clock = std::chrono::steady_clock;

  // Written to `path` so often; `game` is GameSpec::text.
  PlayJournal(std::string path, std::string game, std::chrono::duration<double> period);

  std::chrono::duration<double> Period() const { return period_; }

  // Any thread: how far games in play are. One that has ended stays so.
  void SetInPlay(std::vector<selfplay::GameRecord> games);
  // Any thread: a game has ended.
  void AddEnded(const selfplay::GameRecord& record);

  // Of the run's own thread. The game is about to enter a shard; what entered has been sealed.
  void Enter(uint32_t number);
  void ForgetEntered();
  // Writes the file, durably, if the period is over.
  absl::Status WriteIfDue(size_t shards, Clock::time_point now);
  absl::Status Write(size_t shards);

 private:
  struct Entry {
    std::shared_ptr<const selfplay::GameRecord> record;
    bool ended = false;
    bool entered = false;
  };

  const std::string path_;
  const std::string game_;
  const std::chrono::duration<double> period_;
  Clock::time_point written_ = Clock::now();
  std::mutex mutex_;
  // By number. Guarded by mutex_.
  std::map<uint32_t, Entry> games_;
};

}  // namespace kvintet::training
