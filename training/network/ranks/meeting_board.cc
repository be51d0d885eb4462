// MeetingBoard: see the header.
#include "training/network/ranks/meeting_board.h"

#include <absl/strings/str_cat.h>

namespace kvintet::network {

MeetingBoard::MeetingBoard(double seconds)
    : end_(std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(seconds))) {}

absl::Status MeetingBoard::Leave(const std::string& key, const std::string& note) {
  const std::scoped_lock lock(mutex_);
  notes_[key] = note;
  changed_.notify_all();
  return closed_;
}

absl::StatusOr<std::string> MeetingBoard::Fetch(const std::string& key) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, end_, [&] { return notes_.contains(key) || !closed_.ok(); });
  if (std::optional<std::string> note = FindLocked(key)) {
    return *std::move(note);
  }
  return closed_.ok() ? absl::UnavailableError(absl::StrCat("no rank has left the note ", key))
                      : closed_;
}

std::optional<std::string> MeetingBoard::Find(const std::string& key) const {
  const std::scoped_lock lock(mutex_);
  return FindLocked(key);
}

void MeetingBoard::Close(const absl::Status& why) {
  const std::scoped_lock lock(mutex_);
  closed_.Update(why);
  changed_.notify_all();
}

std::optional<std::string> MeetingBoard::FindLocked(const std::string& key) const {
  const auto found = notes_.find(key);
  return found == notes_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace kvintet::network
