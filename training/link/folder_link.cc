// FolderLink: see the header.
#include "training/link/folder_link.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/strip.h>

#include "base/check.h"
#include "base/files/file.h"
#include "base/reports/json.h"
#include "base/seconds.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

namespace fs = std::filesystem;

// A lease that took longer than this may be of numbers whose earlier lease has been removed.
constexpr double kLeaseSeconds = 10;
// How many of the newest leases and fates are kept.
constexpr size_t kKeptLeases = 2000;
constexpr size_t kKeptFates = 20000;
// How many answers come between two removals of old fates.
constexpr int64_t kSettledPerRemoval = 1000;
// The folders in a link's folder.
constexpr const char* kParts[] = {"/blobs", "/inbox", "/fates", "/leases", "/actors"};

void Remove(const std::string& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
}

// Seconds since a file was changed, by this machine's clock; a long time if it cannot be told.
double AgeOf(const fs::path& path) {
  std::error_code error;
  const fs::file_time_type changed = fs::last_write_time(path, error);
  return error ? 1e9
               : std::chrono::duration<double>(fs::file_time_type::clock::now() - changed).count();
}

// The files of a folder whose names end with `ending`, without it, oldest first. A folder that
// changes meanwhile gives some of its files.
absl::StatusOr<std::vector<std::string>> ByAge(const std::string& folder,
                                               absl::string_view ending) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(folder));
  std::vector<std::pair<fs::file_time_type, std::string>> found;
  for (absl::string_view name : names) {
    std::error_code error;
    const fs::file_time_type changed = fs::last_write_time(folder + "/" + std::string(name), error);
    if (!error && absl::ConsumeSuffix(&name, ending)) {
      found.emplace_back(changed, name);
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> sorted;
  sorted.reserve(found.size());
  for (auto& [changed, name] : found) {
    sorted.push_back(std::move(name));
  }
  return sorted;
}

// Creates `path` with `text`, whole. AlreadyExists if there is such a file.
absl::Status CreateOnce(const std::string& path, absl::string_view text) {
  // Unique also among several machines.
  std::random_device random;
  const std::string other = absl::StrFormat("%s.%08x%08x", path, random(), random());
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(other, text));
  const int linked = link(other.c_str(), path.c_str());
  const int error = errno;
  Remove(other);
  if (linked == 0) {
    return absl::OkStatus();
  }
  return absl::ErrnoToStatus(error, absl::StrCat(path, " cannot be created"));
}

}  // namespace

absl::StatusOr<FolderLink> FolderLink::Open(const std::string& folder) {
  for (const char* part : kParts) {
    KVINTET_RETURN_IF_ERROR(MakeDirectories(folder + part));
  }
  return FolderLink(folder);
}

absl::StatusOr<FolderLink> FolderLink::Find(const std::string& folder) {
  for (const char* part : kParts) {
    std::error_code error;
    if (!fs::is_directory(folder + part, error)) {
      const bool any = fs::exists(folder, error);
      return absl::NotFoundError(absl::StrCat(
          "wanted the folder of a run's link, which its learner makes (kvintet train --link), ",
          "found no ", any ? folder + part : folder));
    }
  }
  return FolderLink(folder);
}

absl::StatusOr<std::string> FolderLink::GetBlob(const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  return ReadFile(BlobPath(sha));
}

absl::StatusOr<RunHead> FolderLink::Head() {
  const std::string path = folder_ + "/head.json";
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  return ParseRunHead(text, path);
}

absl::StatusOr<Lease> FolderLink::TryLease(uint32_t count) {
  const auto begun = std::chrono::steady_clock::now();
  KVINTET_ASSIGN_OR_RETURN(const RunHead head, Head());
  KVINTET_ASSIGN_OR_RETURN(const int64_t next, NextNumber());
  Lease lease = {.first = std::max(head.first_free, next),
                 .count = count,
                 .epoch = head.epoch,
                 .generation = head.generation};
  if (head.end) {
    lease.count = std::clamp<int64_t>(*head.end - lease.first, 0, lease.count);
  }
  if (lease.count == 0) {
    return lease;
  }
  KVINTET_RETURN_IF_ERROR(CreateOnce(absl::StrFormat("%s/leases/%020d", folder_, lease.first),
                                     absl::StrCat(lease.count)));
  if (SecondsSince(begun) > kLeaseSeconds) {
    return absl::AlreadyExistsError("the lease took too long");
  }
  return lease;
}

absl::StatusOr<int64_t> FolderLink::NextNumber() {
  const std::string folder = folder_ + "/leases/";
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(folder));
  // Names have the same number of digits, so the last one is the greatest number.
  const auto newest = std::find_if(names.rbegin(), names.rend(), [](const std::string& name) {
    return name.find('.') == std::string::npos;
  });
  if (newest == names.rend()) {
    return 0;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFile(folder + *newest));
  int64_t first = 0;
  int64_t taken = 0;
  if (!absl::SimpleAtoi(*newest, &first) || !absl::SimpleAtoi(text, &taken)) {
    return absl::DataLossError(
        absl::StrCat(folder, *newest, ": wanted a number, found \"", text, "\""));
  }
  return first + taken;
}

absl::StatusOr<Lease> FolderLink::TakeNumbers(uint32_t count) {
  KVINTET_CHECK(count > 0);
  while (true) {
    absl::StatusOr<Lease> lease = TryLease(count);
    if (!absl::IsAlreadyExists(lease.status())) {
      return lease;
    }
  }
}

absl::StatusOr<ShardFate> FolderLink::Publish(const ShardNote& note, absl::string_view bytes) {
  KVINTET_ASSIGN_OR_RETURN(const ShardFate fate, FateOf(note.sha));
  if (fate.kind != ShardFate::Kind::kUnknown) {
    return fate;
  }
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(ShardPath(note.sha), bytes));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(NotePath(note.sha), ToJsonLine(ToJson(note))));
  return ShardFate{ShardFate::Kind::kWaiting};
}

absl::StatusOr<ShardFate> FolderLink::FateOf(const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  const absl::StatusOr<std::string> text = ReadFile(FatePath(sha));
  if (text.ok()) {
    return ParseShardFate(*text, FatePath(sha));
  }
  if (!absl::IsNotFound(text.status())) {
    return text.status();
  }
  std::error_code error;
  const bool waits = fs::exists(NotePath(sha), error);
  return ShardFate{waits ? ShardFate::Kind::kWaiting : ShardFate::Kind::kUnknown};
}

absl::Status FolderLink::Show(const ActorNote& note) {
  return WriteFileAtomically(absl::StrCat(folder_, "/actors/", note.name, ".json"),
                             ToJsonLine(ToJson(note)));
}

absl::StatusOr<int64_t> FolderLink::Epoch() const {
  const std::string path = folder_ + "/epoch";
  const absl::StatusOr<std::string> text = ReadFile(path);
  int64_t epoch = 0;
  if (absl::IsNotFound(text.status())) {
    return epoch;
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  if (!absl::SimpleAtoi(*text, &epoch)) {
    return absl::DataLossError(absl::StrCat(path, ": wanted a number, found \"", *text, "\""));
  }
  return epoch;
}

absl::Status FolderLink::CheckEpoch(int64_t epoch) const {
  KVINTET_ASSIGN_OR_RETURN(const int64_t newest, Epoch());
  return newest <= epoch ? absl::OkStatus()
                         : absl::AbortedError(absl::StrCat(
                               folder_, ": another learner has taken over (epoch ", newest, ")"));
}

absl::StatusOr<int64_t> FolderLink::TakeOver(int64_t last) {
  KVINTET_ASSIGN_OR_RETURN(const int64_t newest, Epoch());
  const int64_t epoch = std::max(newest, last) + 1;
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(folder_ + "/epoch", absl::StrCat(epoch)));
  return epoch;
}

absl::Status FolderLink::PutBlob(int64_t epoch, const std::string& sha, absl::string_view bytes) {
  KVINTET_CHECK(IsSha256(sha));
  KVINTET_RETURN_IF_ERROR(CheckEpoch(epoch));
  return WriteFileAtomically(BlobPath(sha), bytes);
}

absl::Status FolderLink::DropBlob(int64_t epoch, const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  KVINTET_RETURN_IF_ERROR(CheckEpoch(epoch));
  Remove(BlobPath(sha));
  return absl::OkStatus();
}

absl::Status FolderLink::SetHead(const RunHead& head) {
  KVINTET_RETURN_IF_ERROR(CheckEpoch(head.epoch));
  const absl::StatusOr<RunHead> before = Head();
  const bool same =
      before.ok() && before->epoch == head.epoch && before->generation == head.generation;
  const bool anew = (head.end || head.new_run) && !same;
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(folder_ + "/head.json", ToJsonLine(ToJson(head))));
  RemoveOldLeases(anew ? 0 : kKeptLeases);
  return absl::OkStatus();
}

absl::Status FolderLink::ReplaceHead(const RunHead& head) {
  KVINTET_RETURN_IF_ERROR(Head().status());
  return SetHead(head);
}

absl::StatusOr<std::vector<ShardNote>> FolderLink::Waiting(size_t max) {
  KVINTET_ASSIGN_OR_RETURN(std::vector<std::string> names, ByAge(folder_ + "/inbox", ".json"));
  names.resize(std::min(names.size(), max));
  std::vector<ShardNote> notes;
  for (const std::string& name : names) {
    const std::string path = absl::StrCat(folder_, "/inbox/", name, ".json");
    const absl::StatusOr<std::string> text = ReadFile(path);
    if (absl::IsNotFound(text.status())) {
      continue;
    }
    KVINTET_RETURN_IF_ERROR(text.status());
    absl::StatusOr<ShardNote> note = ParseShardNote(*text, path);
    if (note.ok() && note->sha == name) {
      notes.push_back(*std::move(note));
    } else {
      dropped_->Tell(note.ok() ? path : note.status().message());
      Remove(path);
    }
  }
  return notes;
}

absl::StatusOr<std::string> FolderLink::ShardBytes(const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  absl::StatusOr<std::string> bytes = ReadFile(ShardPath(sha));
  if (absl::IsNotFound(bytes.status())) {
    Remove(NotePath(sha));
  }
  return bytes;
}

absl::Status FolderLink::Settle(int64_t epoch, const std::string& sha, const ShardFate& fate) {
  KVINTET_CHECK(IsSha256(sha) && fate.IsSettled());
  KVINTET_RETURN_IF_ERROR(CheckEpoch(epoch));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(FatePath(sha), ToJsonLine(ToJson(fate))));
  Remove(NotePath(sha));
  Remove(ShardPath(sha));
  if (++settled_ % kSettledPerRemoval == 0) {
    RemoveOldFates();
  }
  return absl::OkStatus();
}

absl::Status FolderLink::PutRatings(absl::string_view text) {
  return WriteFileAtomically(folder_ + "/ratings.jsonl", text);
}

absl::StatusOr<std::string> FolderLink::Ratings() { return ReadFile(folder_ + "/ratings.jsonl"); }

absl::StatusOr<std::vector<ActorNote>> FolderLink::Actors() {
  const std::string folder = folder_ + "/actors/";
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> names, ListDirectory(folder));
  std::vector<ActorNote> notes;
  for (const std::string& name : names) {
    const std::string path = folder + name;
    const absl::StatusOr<std::string> text = ReadFile(path);
    if (text.ok() && path.ends_with(".json") && AgeOf(path) < kPresenceSeconds) {
      absl::StatusOr<ActorNote> note = ParseActorNote(*text, path);
      if (note.ok()) {
        notes.push_back(*std::move(note));
      }
    }
  }
  return notes;
}

void FolderLink::RemoveOldLeases(size_t kept) const {
  const std::string folder = folder_ + "/leases/";
  const absl::StatusOr<std::vector<std::string>> names = ListDirectory(folder);
  for (size_t i = 0; names.ok() && i + kept < names->size(); ++i) {
    Remove(folder + (*names)[i]);
  }
}

void FolderLink::RemoveOldFates() const {
  const absl::StatusOr<std::vector<std::string>> names = ByAge(folder_ + "/fates", ".json");
  for (size_t i = 0; names.ok() && i + kKeptFates < names->size(); ++i) {
    Remove(FatePath((*names)[i]));
  }
}

}  // namespace kvintet::training
