// RunGames: see the header.
#include "training/data/run_games.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/fail_point.h"
#include "base/files/file.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "selfplay/records/number_set.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/settings/settings_of.h"
#include "training/data/window.h"

namespace kvintet::training {
namespace {

constexpr double kGib = 1 << 30;

// When to seal shards. Rounds seal by size alone, so that the same games make the same shards.
selfplay::StorageSettings SealingOf(const Config& config) {
  selfplay::StorageSettings storage = selfplay::SettingsOf(config.storage());
  if (config.self_play().schedule() == SelfPlayConfig::ROUNDS) {
    storage.shard_seconds = std::numeric_limits<double>::infinity();
  }
  return storage;
}

}  // namespace

RunGames::RunGames(const Config& config, RunDirectory* directory)
    : config_(config),
      directory_(directory),
      shards_(directory->Path() + "/shards", config.game(), SealingOf(config),
              [this](const selfplay::Shard& shard) { return EnterShard(shard); }) {
  const double period = config.storage().journal_seconds();
  if (config.self_play().schedule() == SelfPlayConfig::CONTINUOUS && period > 0) {
    journal_.emplace(PlayJournalPath(*directory), config.game(),
                     std::chrono::duration<double>(period));
  }
}

absl::StatusOr<std::unique_ptr<RunGames>> RunGames::Load(const envs::Game& game,
                                                         const Config& config,
                                                         RunDirectory* directory) {
  std::unique_ptr<RunGames> games(new RunGames(config, directory));
  games->CountShards();
  KVINTET_RETURN_IF_ERROR(games->LoadWindow(game));
  return games;
}

absl::Status RunGames::EnterShard(const selfplay::Shard& shard) {
  KVINTET_RETURN_IF_ERROR(directory_->AddShard(shard));
  if (journal_) {
    journal_->ForgetEntered();
  }
  return absl::OkStatus();
}

// Games that were begun before the last commit and never ended have numbers, too.
void RunGames::CountShards() {
  const RunState& state = directory_->State();
  counts_.next_game = state.commit ? state.commit->next_game : 0;
  for (size_t i = 0; i < state.shards.size(); ++i) {
    const selfplay::Shard& shard = state.shards[i];
    counts_.games += shard.games;
    counts_.evaluations += shard.evaluations;
    counts_.next_game = std::max(counts_.next_game, shard.next_game);
    if (i < state.given) {
      counts_.given_games += shard.games;
      counts_.first_game = std::max(counts_.first_game, shard.next_game);
    }
  }
}

absl::Status RunGames::LoadWindow(const envs::Game& game) {
  const std::vector<selfplay::Shard>& shards = directory_->State().shards;
  int64_t total = 0;
  for (const selfplay::Shard& shard : shards) {
    total += shard.rows;
  }
  const int64_t needed = WindowRows(config_.learner().window(), total);
  size_t first = shards.size();
  int64_t rows = 0;
  for (; first > 0 && rows < needed; rows += shards[first].rows) {
    --first;
  }
  window_ = ReplayWindow(total - rows, config_.learner().held_out_share());
  for (size_t i = first; i < shards.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(LoadShard(game, shards[i]));
  }
  return absl::OkStatus();
}

absl::Status RunGames::LoadShard(const envs::Game& game, const selfplay::Shard& shard) {
  const std::string path = directory_->ShardPath(shard.name);
  KVINTET_ASSIGN_OR_RETURN(const selfplay::RecordFile file, selfplay::RecordFile::Read(path));
  KVINTET_ASSIGN_OR_RETURN(std::vector<selfplay::GameRecord> records, file.ReadAll());
  for (selfplay::GameRecord& record : records) {
    if (const auto sound = selfplay::CheckRecord(game, record); !sound.ok()) {
      return absl::Status(sound.code(), absl::StrCat(path, ": ", sound.message()));
    }
    window_.Add(std::move(record));
  }
  return absl::OkStatus();
}

// If the journal cannot be read, the games that it held are lost, and nothing else.
UnsealedGames RunGames::RestoreJournal() {
  if (!journal_) {
    return {};
  }
  absl::StatusOr<UnsealedGames> games = ReadPlayJournal(*directory_, config_.game());
  if (!games.ok()) {
    if (!absl::IsNotFound(games.status())) {
      LogWarning("training", "games in play are lost", {{"why", games.status().message()}});
    }
    return {};
  }
  for (const selfplay::GameRecord& record : games->in_play) {
    counts_.next_game = std::max(counts_.next_game, int64_t{record.number} + 1);
  }
  journal_->SetInPlay(games->in_play);
  for (const selfplay::GameRecord& record : games->ended) {
    journal_->AddEnded(record);
  }
  LogInfo("training", "games resumed",
          {{"ended", games->ended.size()}, {"in_play", games->in_play.size()}});
  return *std::move(games);
}

absl::Status RunGames::Add(selfplay::GameRecord record) {
  if (journal_) {
    journal_->Enter(record.number);
  }
  KVINTET_RETURN_IF_ERROR(shards_.Add(record, Clock::now()));
  ++counts_.games;
  counts_.evaluations += record.evaluations;
  counts_.next_game = std::max(counts_.next_game, int64_t{record.number} + 1);
  window_.Add(std::move(record));
  return absl::OkStatus();
}

absl::Status RunGames::Adopt(const std::string& bytes, std::vector<selfplay::GameRecord> records) {
  selfplay::Shard shard = {.name = selfplay::ShardName(bytes),
                           .games = static_cast<int64_t>(records.size()),
                           .bytes = static_cast<int64_t>(bytes.size())};
  selfplay::NumberSet numbers;
  for (const selfplay::GameRecord& record : records) {
    shard.rows += static_cast<int64_t>(record.rows.size());
    shard.evaluations += record.evaluations;
    shard.next_game = std::max(shard.next_game, int64_t{record.number} + 1);
    numbers.Add(record.number);
  }
  shard.numbers = numbers.Ranges();
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(directory_->ShardPath(shard.name), bytes));
  FailPoint("shard_written");
  KVINTET_RETURN_IF_ERROR(directory_->AddShard(shard));
  counts_.games += shard.games;
  counts_.evaluations += shard.evaluations;
  counts_.next_game = std::max(counts_.next_game, shard.next_game);
  for (selfplay::GameRecord& record : records) {
    window_.Add(std::move(record));
  }
  return absl::OkStatus();
}

int64_t RunGames::TrimWindow() {
  const int64_t rows = WindowRows(config_.learner().window(), window_.TotalRows());
  window_.Trim(rows);
  return rows;
}

absl::Status RunGames::SealIfDue() { return shards_.SealIfDue(Clock::now()); }

absl::Status RunGames::WriteJournal() {
  return journal_ ? journal_->Write(directory_->NumShards()) : absl::OkStatus();
}

absl::Status RunGames::WriteJournalIfDue() {
  return journal_ ? journal_->WriteIfDue(directory_->NumShards(), Clock::now()) : absl::OkStatus();
}

absl::Status RunGames::RemoveOldShards() {
  const double max_bytes = config_.storage().max_gib() * kGib;
  return max_bytes > 0 ? directory_->RemoveOldShards(
                             static_cast<int64_t>(max_bytes),
                             WindowRows(config_.learner().window(), window_.TotalRows()))
                       : absl::OkStatus();
}

}  // namespace kvintet::training
