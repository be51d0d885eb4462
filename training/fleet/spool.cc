// Spool: see the header.
#include "training/fleet/spool.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>
#include <absl/strings/strip.h>

#include "base/files/file.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "selfplay/records/record_file.h"

namespace kvintet::training {
namespace {

absl::string_view Ending() {
  return {selfplay::kRecordFileEnding.data(), selfplay::kRecordFileEnding.size()};
}

}  // namespace

absl::StatusOr<Spool> Spool::Open(const std::string& folder, std::string actor) {
  KVINTET_RETURN_IF_ERROR(MakeDirectories(folder));
  KVINTET_ASSIGN_OR_RETURN(FileLock lock, FileLock::Acquire(folder + "/lock"));
  Spool spool(folder, std::move(actor), std::move(lock));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(folder));
  for (const std::string& name : names) {
    absl::string_view sha = name;
    if (!absl::ConsumeSuffix(&sha, Ending()) || !IsSha256(std::string(sha))) {
      continue;
    }
    const std::string path = absl::StrCat(folder, "/", name);
    const absl::StatusOr<selfplay::RecordFile> file = selfplay::RecordFile::Read(path);
    if (!file.ok()) {
      LogWarning("training", "a shard in the spool is left alone",
                 {{"why", file.status().message()}});
      continue;
    }
    std::error_code ignored;
    spool.Add({.name = name,
               .games = file->Games(),
               .rows = file->Rows(),
               .bytes = static_cast<int64_t>(std::filesystem::file_size(path, ignored))});
  }
  return spool;
}

std::string Spool::Path(const std::string& sha) const {
  return absl::StrCat(folder_, "/", sha, Ending());
}

void Spool::Add(const selfplay::Shard& shard) {
  absl::string_view sha = shard.name;
  absl::ConsumeSuffix(&sha, Ending());
  Entry entry = {.note = {.sha = std::string(sha),
                          .bytes = shard.bytes,
                          .games = shard.games,
                          .rows = shard.rows,
                          .actor = actor_}};
  if (shards_.emplace(entry.note.sha, entry).second) {
    bytes_ += shard.bytes;
  }
}

absl::StatusOr<ShardFate> Spool::Ask(RunLink* link, Clock::time_point now, Entry* entry) {
  const bool known = entry->offered.has_value();
  const Clock::time_point first = entry->offered.value_or(now);
  entry->next = now + PauseAfter(now - first);
  if (known) {
    KVINTET_ASSIGN_OR_RETURN(const ShardFate fate, link->FateOf(entry->note.sha));
    if (fate.kind != ShardFate::Kind::kUnknown) {
      return fate;
    }
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(Path(entry->note.sha)));
  KVINTET_ASSIGN_OR_RETURN(const ShardFate fate, link->Publish(entry->note, bytes));
  entry->offered = first;
  return fate;
}

void Spool::BeginAssignment() {
  refusals_ = 0;
  for (auto& [sha, entry] : shards_) {
    entry.earlier = true;
  }
}

absl::Status Spool::Forget(const Entry& entry, const ShardFate& fate) {
  const ShardNote& note = entry.note;
  const bool committed = fate.kind == ShardFate::Kind::kCommitted;
  if (!entry.earlier) {
    refusals_ = committed ? 0 : refusals_ + 1;
  }
  std::error_code error;
  if (committed) {
    std::filesystem::remove(Path(note.sha), error);
  } else {
    reason_ = fate.reason;
    LogWarning("training", "the learner refuses a shard", {{"sha", note.sha}, {"why", reason_}});
    std::filesystem::rename(Path(note.sha), absl::StrCat(folder_, "/", note.sha, ".refused"),
                            error);
  }
  if (error) {
    return absl::InternalError(absl::StrCat(Path(note.sha), ": ", error.message()));
  }
  bytes_ -= note.bytes;
  return absl::OkStatus();
}

absl::Status Spool::Deliver(RunLink* link, Clock::time_point now) {
  for (auto at = shards_.begin(); at != shards_.end();) {
    Entry& entry = at->second;
    if (now < entry.next) {
      ++at;
      continue;
    }
    KVINTET_ASSIGN_OR_RETURN(const ShardFate fate, Ask(link, now, &entry));
    if (!fate.IsSettled()) {
      ++at;
      continue;
    }
    KVINTET_RETURN_IF_ERROR(Forget(entry, fate));
    at = shards_.erase(at);
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training
