// Spool: an actor's sealed games on disk, until the learner has them.
//
//   <sha>.records   a shard that the learner has not committed yet
//   <sha>.refused   one that it has refused; kept to be looked at
//   lock            held by the actor
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/files/file_lock.h"
#include "selfplay/records/shard_writer.h"
#include "training/link/run_link.h"

namespace kvintet::training {

// One thread at a time.
class Spool {
 public:
  using Clock = std::chrono::steady_clock;

  // Makes the folder, or opens it with the shards that an earlier process left. `actor` is
  // ShardNote::actor. FailedPrecondition if another process works with it.
  static absl::StatusOr<Spool> Open(const std::string& folder, std::string actor);

  const std::string& Folder() const { return folder_; }
  int64_t Shards() const { return static_cast<int64_t>(shards_.size()); }
  // The size of the shards that the learner has not committed yet.
  int64_t Bytes() const { return bytes_; }
  // From now on, games are played for another configuration, or for another session of the learner,
  // or by another process than before. That the learner refuses what is there so far does not
  // count: its run, or its stage, is over.
  void BeginAssignment();
  // How many shards in a row the learner has refused, and why the last of them.
  int Refusals() const { return refusals_; }
  const std::string& Reason() const { return reason_; }

  // Takes note of a file that a ShardWriter has sealed in the folder.
  void Add(const selfplay::Shard& shard);
  // Offers shards to the learner, asks what has become of those offered before, and removes those
  // that it has. A shard that the link has lost is offered again. The first error of the link ends
  // this; the rest follows in the next call.
  absl::Status Deliver(RunLink* link, Clock::time_point now);

  // How long to wait before asking for a shard again, by the time since it was first offered: an
  // eighth of that, so that the shards of a thousand actors do not flood a link whose learner is
  // away.
  static constexpr std::chrono::seconds kShortestPause{1};
  static constexpr std::chrono::seconds kLongestPause{30};
  static Clock::duration PauseAfter(Clock::duration age) {
    return std::clamp<Clock::duration>(age / 8, kShortestPause, kLongestPause);
  }

 private:
  struct Entry {
    ShardNote note;
    // When the shard was first offered, and when the link is to be asked next.
    std::optional<Clock::time_point> offered = {};
    Clock::time_point next = Clock::time_point::min();
    // Played before BeginAssignment.
    bool earlier = false;
  };

  Spool(std::string folder, std::string actor, FileLock lock)
      : folder_(std::move(folder)), actor_(std::move(actor)), lock_(std::move(lock)) {}

  std::string Path(const std::string& sha) const;
  absl::StatusOr<ShardFate> Ask(RunLink* link, Clock::time_point now, Entry* entry);
  absl::Status Forget(const Entry& entry, const ShardFate& fate);

  std::string folder_;
  std::string actor_;
  FileLock lock_;
  // By SHA-256.
  std::map<std::string, Entry> shards_;
  int64_t bytes_ = 0;
  int refusals_ = 0;
  std::string reason_;
};

}  // namespace kvintet::training
