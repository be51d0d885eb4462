// RunLink: what the learner of a run and its actors tell each other, whatever carries it.
//
// The learner's manifest alone says which games a run has. A link only carries: whatever it holds
// may be lost at any moment, and learner and actors put it back. So every call may be repeated,
// also one whose answer was lost, and a repetition changes nothing, except that TakeNumbers gives
// new numbers.
//
// Transports: FolderLink (a folder that all sides share) and RedisLink. All fail alike:
//   NotFound            what was asked for is not there (now)
//   Unavailable         the other side cannot be reached; the call may have had its effect
//   ResourceExhausted   there is no room; the call had no effect
//   Aborted             another learner has taken over (learner's calls only)
//   DataLoss            what was found cannot be read; the message says where
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "training/link/notes.h"

namespace kvintet::training {

// One thread at a time; any number of processes on any number of machines.
class RunLink {
 public:
  virtual ~RunLink() = default;

  // Blobs are bytes by their SHA-256, in 64 lower-case hexadecimal digits. Their content is checked
  // by the caller: a link may return anything.
  virtual absl::StatusOr<std::string> GetBlob(const std::string& sha) = 0;

  // Of actors.
  // What the run wants from actors now. NotFound until its learner has said so.
  virtual absl::StatusOr<RunHead> Head() = 0;
  // Takes at most `count` game numbers, which are given to nobody else as long as the link keeps
  // what it holds. Fewer, down to none, at the end of what the head allows. REQUIRES: count > 0.
  virtual absl::StatusOr<Lease> TakeNumbers(uint32_t count) = 0;
  // Above all numbers that the link remembers to have given. 0 if it has given none.
  virtual absl::StatusOr<int64_t> NextNumber() = 0;
  // Offers a shard to the learner, and returns what has become of it: kWaiting unless the learner
  // has answered already. REQUIRES: note.sha is the SHA-256 of the bytes.
  virtual absl::StatusOr<ShardFate> Publish(const ShardNote& note, absl::string_view bytes) = 0;
  // What has become of a shard; kUnknown if it has to be published (again).
  virtual absl::StatusOr<ShardFate> FateOf(const std::string& sha) = 0;
  // Shows the actor to learner and viewers for the next kPresenceSeconds.
  virtual absl::Status Show(const ActorNote& note) = 0;

  // Of the learner.
  // Begins a new epoch, and returns its number. From then on, calls of earlier epochs are refused.
  // Epochs rise, and are above `last`, the newest that the learner knows of.
  virtual absl::StatusOr<int64_t> TakeOver(int64_t last) = 0;
  virtual absl::Status PutBlob(int64_t epoch, const std::string& sha, absl::string_view bytes) = 0;
  // Ok if there is no such blob.
  virtual absl::Status DropBlob(int64_t epoch, const std::string& sha) = 0;
  // Replaces the head. Numbers below head.first_free are not given from then on. With another epoch
  // or generation, all numbers from first_free on are given anew if the head has an end, since
  // whoever plays a game of a round, it is the same game, or if it is a new run's.
  virtual absl::Status SetHead(const RunHead& head) = 0;
  // The same for a link that must have a head. Without one it has forgotten which numbers it gave:
  // NotFound, without effect.
  virtual absl::Status ReplaceHead(const RunHead& head) = 0;
  // At most `max` of the shards that wait for an answer, oldest first. Whatever else an actor has
  // left there is removed, with a warning.
  virtual absl::StatusOr<std::vector<ShardNote>> Waiting(size_t max) = 0;
  // The bytes of a waiting shard. NotFound if the link has lost them; the actor will publish them
  // again.
  virtual absl::StatusOr<std::string> ShardBytes(const std::string& sha) = 0;
  // Answers for a shard, and drops its bytes. The answer is kept for a while, and REQUIRES
  // kCommitted or kRefused.
  virtual absl::Status Settle(int64_t epoch, const std::string& sha, const ShardFate& fate) = 0;

  // Of whoever rates the run's models: replaces their table, the text of a ratings.jsonl
  // (docs/ladder.md). The last one counts.
  virtual absl::Status PutRatings(absl::string_view text) = 0;
  // NotFound until there is one.
  virtual absl::StatusOr<std::string> Ratings() = 0;

  // Of both, and of viewers: the actors that have shown themselves lately, by name. Notes that
  // cannot be read are left out.
  virtual absl::StatusOr<std::vector<ActorNote>> Actors() = 0;
};

}  // namespace kvintet::training
