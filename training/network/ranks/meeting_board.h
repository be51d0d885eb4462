// MeetingBoard: the notes of a group that meets, kept by the first rank; internal.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "training/network/learning/rank_group.h"

namespace kvintet::network {

// Any thread.
class MeetingBoard final : public RankNotes {
 public:
  // Who fetches a note waits for it until this many seconds from now.
  explicit MeetingBoard(double seconds);

  absl::Status Leave(const std::string& key, const std::string& note) override;
  absl::StatusOr<std::string> Fetch(const std::string& key) override;
  // The note if it is there.
  std::optional<std::string> Find(const std::string& key) const;

  // The group will not meet. Whoever waits is told why.
  void Close(const absl::Status& why);

 private:
  std::optional<std::string> FindLocked(const std::string& key) const;

  const std::chrono::steady_clock::time_point end_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_.
  std::map<std::string, std::string> notes_;
  absl::Status closed_;
};

}  // namespace kvintet::network
