// Session: restores learner, window and games in play of an existing run.
#include <algorithm>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/replay_rows.h"
#include "training/data/window.h"
#include "training/loop/session.h"
#include "training/network/files/model_file.h"

namespace kvintet::training {

// Reads as many of the newest shards as the window needs, oldest first.
absl::Status Session::LoadWindow() {
  const std::vector<selfplay::Shard>& shards = directory_.State().shards;
  int64_t total = 0;
  for (size_t i = 0; i < shards.size(); ++i) {
    const selfplay::Shard& shard = shards[i];
    total += shard.rows;
    progress_.games += shard.games;
    ended_evaluations_ += shard.evaluations;
    next_game_ = std::max(next_game_, shard.next_game);
    if (i < directory_.State().given) {
      progress_.given_games += shard.games;
      first_game_ = std::max(first_game_, shard.next_game);
    }
  }
  if (const std::optional<CommitEntry>& commit = directory_.State().commit; commit) {
    next_game_ = std::max(next_game_, commit->next_game);
  }
  progress_.evaluations = ended_evaluations_;
  const int64_t needed = WindowRows(config_.learner().window(), total);
  size_t first = shards.size();
  int64_t rows = 0;
  for (; first > 0 && rows < needed; rows += shards[first].rows) {
    --first;
  }
  window_ = ReplayWindow(total - rows, config_.learner().held_out_share());
  for (size_t i = first; i < shards.size(); ++i) {
    KVINTET_ASSIGN_OR_RETURN(const selfplay::RecordFile file,
                             selfplay::RecordFile::Read(directory_.ShardPath(shards[i].name)));
    KVINTET_ASSIGN_OR_RETURN(std::vector<selfplay::GameRecord> records, file.ReadAll());
    for (selfplay::GameRecord& record : records) {
      if (const auto sound = selfplay::CheckRecord(*options_.game, record); !sound.ok()) {
        return absl::Status(sound.code(), absl::StrCat(directory_.ShardPath(shards[i].name), ": ",
                                                       sound.message()));
      }
      window_.Add(std::move(record));
    }
  }
  progress_.rows = total;
  return absl::OkStatus();
}

// If the journal cannot be read, the games that it held are lost, and nothing else.
absl::Status Session::RestoreJournal() {
  if (!journal_) {
    return absl::OkStatus();
  }
  absl::StatusOr<UnsealedGames> games = ReadPlayJournal(directory_, config_.game());
  if (absl::IsNotFound(games.status())) {
    return absl::OkStatus();
  }
  if (!games.ok()) {
    LogWarning("training", "games in play are lost", {{"why", games.status().message()}});
    return absl::OkStatus();
  }
  begun_ = std::move(games->in_play);
  for (const selfplay::GameRecord& record : begun_) {
    next_game_ = std::max(next_game_, int64_t{record.number} + 1);
    progress_.evaluations += record.evaluations;
  }
  journal_->SetInPlay(begun_);
  LogInfo("training", "games resumed",
          {{"ended", games->ended.size()}, {"in_play", begun_.size()}});
  for (selfplay::GameRecord& record : games->ended) {
    journal_->AddEnded(record);
    KVINTET_RETURN_IF_ERROR(TakeGame(std::move(record)));
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training
