// ShardIntake: takes actors' shards out of a link, checks them and answers for them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "base/reports/rare_log.h"
#include "envs/game.h"
#include "selfplay/records/game_record.h"
#include "selfplay/records/number_set.h"
#include "training/link/run_link.h"

namespace kvintet::training {

// A shard whose content has been checked (CheckShard), without the games that the run has already.
struct TakenShard {
  std::string sha = {};
  // Who played, as the actor says.
  std::string actor = {};
  // The file, if it holds exactly `records`; otherwise a new file of them.
  std::string bytes = {};
  std::vector<selfplay::GameRecord> records = {};
};

// One thread at a time.
class ShardIntake {
 public:
  // Says which games belong to the run.
  struct Run {
    uint64_t seed = 0;
    // The games that the run has.
    selfplay::NumberSet numbers = {};
    // Whether the run has made this model.
    std::function<bool(const std::string& model)> is_known;
    // Above all numbers that actors may have, if that is known. An error is one of the link.
    std::function<absl::StatusOr<std::optional<int64_t>>()> number_bound;
  };

  // The link and the game must outlive the object.
  ShardIntake(RunLink* link, int64_t epoch, const envs::Game& game, Run run);

  // The next shard that waits and was not returned before, with at least one new game. A shard that
  // must not enter the run is refused, one with no new game is answered for as committed. NotFound
  // if none waits.
  absl::StatusOr<TakenShard> Next();
  // Answers for a shard that Next has returned, as soon as the link can be reached.
  void Answer(const std::string& sha, const ShardFate& fate);
  // Passes on the answers that the link has not got yet.
  absl::Status Deliver();

  // How many shards were refused.
  int64_t RefusedShards() const { return refused_; }

 private:
  // Fetches the list of waiting shards if the last one is used up.
  absl::Status Look();
  absl::StatusOr<TakenShard> Take(const ShardNote& note);

  RunLink* const link_;
  const int64_t epoch_;
  const envs::Game& game_;
  // Its numbers include those of the games that Next has returned.
  Run run_;
  // What is left of the last look, the next one last, and run_.number_bound after it.
  std::vector<ShardNote> waiting_;
  std::optional<int64_t> number_bound_;
  // Returned by Next, and the link has no answer yet.
  std::vector<std::string> open_;
  std::vector<std::pair<std::string, ShardFate>> answers_;
  RareLog refusals_{LogLevel::kWarning, "training", "a shard is refused"};
  int64_t refused_ = 0;
};

}  // namespace kvintet::training
