// PlayJournal: saves the games of a run that no sealed shard holds yet, so that a crash costs
// moves, not whole games.
//
// The file begins with a line of JSON, {"kind": "in_play", "shards": N}, where N is the number of
// shards in the manifest when the journal was written. A record file (docs/record_format.md)
// follows. It holds the games that have ended and those in play; the latter have no end reason.
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

// The contents of a journal. Each game appears once.
struct UnsealedGames {
  std::vector<selfplay::GameRecord> ended = {};
  std::vector<selfplay::GameRecord> in_play = {};
  // Number of shards that were sealed before it was written. Later ones may hold some of its games.
  size_t shards = 0;
};

// Parses a journal's bytes. DataLoss, naming `where`, if they are not a journal of this game.
absl::StatusOr<UnsealedGames> ParsePlayJournal(const std::string& bytes, absl::string_view game,
                                               const std::string& where);

// Reads the journal of a run, without the games that its shards hold. NotFound if there is none.
absl::StatusOr<UnsealedGames> ReadPlayJournal(const RunDirectory& directory,
                                              absl::string_view game);

// The path of a run's journal.
std::string PlayJournalPath(const RunDirectory& directory);

class PlayJournal {
 public:
  using Clock = std::chrono::steady_clock;

  // The journal is written to `path` once every `period`; `game` is GameSpec::text.
  PlayJournal(std::string path, std::string game, std::chrono::duration<double> period);

  std::chrono::duration<double> Period() const { return period_; }

  // Updates the games in play. A game that has ended is not changed. Any thread.
  void SetInPlay(std::vector<selfplay::GameRecord> games);
  // Adds a game that has ended. Any thread.
  void AddEnded(const selfplay::GameRecord& record);

  // From the run's own thread: Enter before the game is added to a shard; ForgetEntered once the
  // shard is sealed.
  void Enter(uint32_t number);
  void ForgetEntered();
  // Writes the file durably; WriteIfDue only if the period is over.
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
  // By game number. Guarded by mutex_.
  std::map<uint32_t, Entry> games_;
};

}  // namespace kvintet::training
