// RedisLink: a RunLink over a Redis server, version 7 or later.
//
// All keys begin with "kvintet:RUN:", where RUN names the run:
//   head          string: the head, with the SHA-256 of its configuration in place of the text, so
//                 that looking at it costs little
//   config        string: the text of the configuration
//   epoch         string: the newest epoch
//   next          string: the next game number that nobody has leased
//   blob:SHA      string: a model
//   shards        stream: notes of the shards that wait
//   entries       hash: by SHA, the entry in the stream
//   shard:SHA     string: a waiting shard's bytes, for an hour
//   fate:SHA      string: an answer, for an hour
//   ratings       string: ratings of models
//   actors, seen  hash and sorted set: notes of actors, and when they were shown
//
// Each call is one command or one script, so it happens whole or not at all. When the server has no
// memory left (maxmemory with the policy noeviction), Publish alone is refused.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/reports/rare_log.h"
#include "training/link/redis_connection.h"
#include "training/link/run_link.h"

namespace kvintet::training {

class RedisLink final : public RunLink {
 public:
  // Connects with the first call. `run` is 1 to 64 letters, digits, '-', '_' or '.'; see OpenLink.
  // `seconds`: how long to wait for each answer.
  RedisLink(RedisAddress address, const std::string& run, double seconds = 10);

  absl::StatusOr<std::string> GetBlob(const std::string& sha) override;
  absl::StatusOr<RunHead> Head() override;
  absl::StatusOr<Lease> TakeNumbers(uint32_t count) override;
  absl::StatusOr<int64_t> NextNumber() override;
  absl::StatusOr<ShardFate> Publish(const ShardNote& note, absl::string_view bytes) override;
  absl::StatusOr<ShardFate> FateOf(const std::string& sha) override;
  absl::Status Show(const ActorNote& note) override;
  absl::StatusOr<int64_t> TakeOver(int64_t last) override;
  absl::Status PutBlob(int64_t epoch, const std::string& sha, absl::string_view bytes) override;
  absl::Status DropBlob(int64_t epoch, const std::string& sha) override;
  absl::Status SetHead(const RunHead& head) override;
  absl::Status ReplaceHead(const RunHead& head) override;
  absl::StatusOr<std::vector<ShardNote>> Waiting(size_t max) override;
  absl::StatusOr<std::string> ShardBytes(const std::string& sha) override;
  absl::Status Settle(int64_t epoch, const std::string& sha, const ShardFate& fate) override;
  absl::StatusOr<std::vector<ActorNote>> Actors() override;
  absl::Status PutRatings(absl::string_view text) override;
  absl::StatusOr<std::string> Ratings() override;

 private:
  // "WHERE, KEY", for messages.
  std::string Name(absl::string_view key) const;
  // Runs a script with the prefix of the run's keys as its only key.
  absl::StatusOr<RedisReply> Run(absl::string_view script,
                                 const std::vector<absl::string_view>& arguments);
  // The same for a script of the learner (redis_scripts::kFence).
  absl::Status RunAsLearner(int64_t epoch, absl::string_view script,
                            const std::vector<absl::string_view>& arguments);
  // Runs one of the scripts that set the head.
  absl::Status RunWithHead(absl::string_view script, const RunHead& head);
  // The string at a key. NotFound if there is none.
  absl::StatusOr<std::string> Get(absl::string_view key);
  absl::StatusOr<ShardFate> ToFate(const absl::StatusOr<RedisReply>& reply) const;

  // Removes an entry of the stream that is no note.
  absl::Status DropEntry(const std::string& id, absl::string_view why);

  // The text of a configuration, by its hash. Unavailable if the server has another one now.
  absl::StatusOr<std::string> ConfigText(const std::string& sha);

  RedisConnection connection_;
  RareLog dropped_{LogLevel::kWarning, "training", "the link held what is no shard's note"};
  const std::string prefix_;
  // The configuration that was last read, and its hash.
  std::string config_;
  std::string config_sha_;
};

}  // namespace kvintet::training
