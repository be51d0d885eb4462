// PlayJournal: see the header.
#include "training/run/play_journal.h"

#include <set>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "selfplay/records/record_file.h"

namespace kvintet::training {

using selfplay::GameRecord;

absl::StatusOr<UnsealedGames> ParsePlayJournal(const std::string& bytes, absl::string_view game,
                                               const std::string& where) {
  const auto broken = [&](const absl::Status& status) {
    return absl::DataLossError(absl::StrCat(where, ": ", status.message()));
  };
  const size_t end = bytes.find('\n');
  if (end == std::string::npos) {
    return absl::DataLossError(absl::StrCat(where, ": its first line is incomplete"));
  }
  const absl::StatusOr<Json> line = ParseJson(bytes.substr(0, end), where);
  const absl::StatusOr<int64_t> shards =
      line.ok() ? JsonMember<int64_t>(*line, "shards") : line.status();
  if (!shards.ok() || *shards < 0) {
    return broken(shards.ok() ? absl::DataLossError("shards is negative") : shards.status());
  }
  const auto file = selfplay::RecordFile::Parse(bytes.substr(end + 1), where);
  KVINTET_RETURN_IF_ERROR(file.status());
  if (file->Game() != game) {
    return absl::DataLossError(
        absl::StrCat(where, ": wanted games of ", game, ", found ", file->Game()));
  }
  KVINTET_ASSIGN_OR_RETURN(std::vector<GameRecord> records, file->ReadAll());
  UnsealedGames games = {.shards = static_cast<size_t>(*shards)};
  for (GameRecord& record : records) {
    (record.reason.empty() ? games.in_play : games.ended).push_back(std::move(record));
  }
  return games;
}

std::string PlayJournalPath(const RunDirectory& directory) { return directory.Path() + "/in_play"; }

absl::StatusOr<UnsealedGames> ReadPlayJournal(const RunDirectory& directory,
                                              absl::string_view game) {
  const std::string path = PlayJournalPath(directory);
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path));
  KVINTET_ASSIGN_OR_RETURN(UnsealedGames games, ParsePlayJournal(bytes, game, path));
  const std::vector<selfplay::Shard>& shards = directory.State().shards;
  std::set<uint32_t> sealed;
  for (size_t i = games.shards; i < shards.size(); ++i) {
    KVINTET_ASSIGN_OR_RETURN(const auto file,
                             selfplay::RecordFile::Read(directory.ShardPath(shards[i].name)));
    KVINTET_ASSIGN_OR_RETURN(const std::vector<GameRecord> records, file.ReadAll());
    for (const GameRecord& record : records) {
      sealed.insert(record.number);
    }
  }
  const auto is_sealed = [&](const GameRecord& record) { return sealed.contains(record.number); };
  std::erase_if(games.ended, is_sealed);
  std::erase_if(games.in_play, is_sealed);
  return games;
}

PlayJournal::PlayJournal(std::string path, std::string game, std::chrono::duration<double> period)
    : path_(std::move(path)), game_(std::move(game)), period_(period) {}

void PlayJournal::SetInPlay(std::vector<GameRecord> games) {
  const std::lock_guard lock(mutex_);
  for (GameRecord& record : games) {
    Entry& entry = games_[record.number];
    if (!entry.ended) {
      entry.record = std::make_shared<const GameRecord>(std::move(record));
    }
  }
}

void PlayJournal::AddEnded(const GameRecord& record) {
  auto copy = std::make_shared<const GameRecord>(record);
  const std::lock_guard lock(mutex_);
  games_[record.number] = {.record = std::move(copy), .ended = true};
}

void PlayJournal::Enter(uint32_t number) {
  const std::lock_guard lock(mutex_);
  if (const auto found = games_.find(number); found != games_.end()) {
    found->second.entered = true;
  }
}

void PlayJournal::ForgetEntered() {
  const std::lock_guard lock(mutex_);
  std::erase_if(games_, [](const auto& game) { return game.second.entered; });
}

absl::Status PlayJournal::WriteIfDue(size_t shards, Clock::time_point now) {
  return now - written_ >= period_ ? Write(shards) : absl::OkStatus();
}

absl::Status PlayJournal::Write(size_t shards) {
  std::vector<std::shared_ptr<const GameRecord>> records;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, entry] : games_) {
      records.push_back(entry.record);
    }
  }
  selfplay::RecordFileBuilder builder(game_);
  for (const auto& record : records) {
    builder.Add(*record);
  }
  const Json line = {{"kind", "in_play"}, {"shards", shards}};
  KVINTET_RETURN_IF_ERROR(
      WriteFileAtomically(path_, absl::StrCat(ToJsonLine(line), "\n", builder.Finish())));
  written_ = Clock::now();
  return absl::OkStatus();
}

}  // namespace kvintet::training
