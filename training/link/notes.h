// RunHead, Lease, ShardNote, ShardFate, ActorNote: what passes over a RunLink, also as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <absl/strings/string_view.h>

#include "base/reports/json.h"

namespace kvintet::training {

// How long an actor counts as present after it has shown itself.
inline constexpr int64_t kPresenceSeconds = 15;

// What the learner wants from actors.
struct RunHead {
  // The learner's session. An actor ignores a head of an earlier epoch than one it has seen.
  int64_t epoch = 0;
  // Which commit the model is from: how many games the run had begun then. Never falls.
  int64_t generation = 0;
  // SHA-256 of the model's file, which is a blob; how many learning steps and seconds of work the
  // run had behind it then.
  std::string model = {};
  int64_t steps = 0;
  double seconds = 0;
  // The run's configuration as text, with all defaults resolved, and the game in it.
  std::string config = {};
  // What a build must agree on: PlayFingerprint of the game.
  std::string fingerprint = {};
  // The game numbers that may be leased: from first_free on, below `end`; without `end`, all.
  int64_t first_free = 0;
  std::optional<int64_t> end = {};
  // Schedule CONTINUOUS: actors are to pause, because too many games wait for the learner.
  bool pause = false;
  // The first head of a run directory. What numbers the link has given were those of another run,
  // such as an earlier stage, so they are given anew from first_free on.
  bool new_run = false;

  bool operator==(const RunHead&) const = default;
};

// Game numbers first, first + 1, ..., first + count - 1, and the epoch and generation of the head
// when they were leased.
struct Lease {
  int64_t first = 0;
  int64_t count = 0;
  int64_t epoch = 0;
  int64_t generation = 0;

  bool operator==(const Lease&) const = default;
};

// A sealed file of games, as its actor describes it. The learner trusts none of it.
struct ShardNote {
  // SHA-256 of the file.
  std::string sha = {};
  int64_t bytes = 0;
  int64_t games = 0;
  int64_t rows = 0;
  // Who played: ActorNote::name.
  std::string actor = {};

  bool operator==(const ShardNote&) const = default;
};

// What has become of a shard.
struct ShardFate {
  enum class Kind {
    // The link does not have it, and knows no answer.
    kUnknown,
    // The learner has not answered yet.
    kWaiting,
    // Its games are in the run. The actor may forget it.
    kCommitted,
    // The run will never have it, because of `reason`.
    kRefused,
  };
  Kind kind = Kind::kUnknown;
  std::string reason = {};

  bool IsSettled() const { return kind == Kind::kCommitted || kind == Kind::kRefused; }
  bool operator==(const ShardFate&) const = default;
};

// What an actor does.
enum class ActorState {
  kWaitingForLearner,
  kPlaying,
  kWaitingForRound,
  // The head says so.
  kPaused,
  kSpoolFull,
  kStopped,
  // Plays between models, for their ratings.
  kRating,
  // Something that this program does not know.
  kOther,
};

// In a few words, such as "playing".
absl::string_view ToText(ActorState state);

// An actor, as it shows itself.
struct ActorNote {
  // Unique: the host's name, and random digits for each start of the process.
  std::string name = {};
  std::string host = {};
  ActorState state = ActorState::kOther;
  // What decides how it rounds, so that other processors may play other games: the instructions
  // that its network uses. Empty if it does not say.
  std::string processor = {};
  int64_t generation = 0;
  // Since it started.
  int64_t games = 0;
  int64_t rows = 0;
  double evaluations_per_second = 0;
  // What its spool holds, which the learner has not committed yet.
  int64_t spool_shards = 0;
  int64_t spool_bytes = 0;

  bool operator==(const ActorNote&) const = default;
};

Json ToJson(const RunHead& head);
Json ToJson(const ShardNote& note);
Json ToJson(const ShardFate& fate);
Json ToJson(const ActorNote& note);

// Each parses what ToJson wrote. DataLoss, naming `where` and the member, for anything else.
// Members of later versions are ignored.
absl::StatusOr<RunHead> ParseRunHead(const std::string& text, const std::string& where);
absl::StatusOr<ShardNote> ParseShardNote(const std::string& text, const std::string& where);
absl::StatusOr<ShardFate> ParseShardFate(const std::string& text, const std::string& where);
absl::StatusOr<ActorNote> ParseActorNote(const std::string& text, const std::string& where);

// Whether text is a SHA-256: 64 lower-case hexadecimal digits.
bool IsSha256(const std::string& text);

}  // namespace kvintet::training
