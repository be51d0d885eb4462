// RedisLink: see the header.
#include "training/link/redis_link.h"

#include <utility>

#include <absl/strings/escaping.h>
#include <absl/strings/numbers.h>
#include <absl/strings/str_cat.h>

#include "base/check.h"
#include "base/files/sha256.h"
#include "base/reports/json.h"
#include "base/status_macros.h"
#include "training/link/redis_scripts.h"

namespace kvintet::training {
namespace {

constexpr int64_t kShardSeconds = 3600;
constexpr int64_t kFateSeconds = 3600;

absl::Status Unexpected(const std::string& where) {
  return absl::DataLossError(absl::StrCat(where, ": an unexpected answer"));
}

}  // namespace

RedisLink::RedisLink(RedisAddress address, const std::string& run, double seconds)
    : connection_(std::move(address), seconds), prefix_(absl::StrCat("kvintet:", run, ":")) {}

std::string RedisLink::Name(absl::string_view key) const {
  return absl::StrCat(connection_.Where(), ", ", prefix_, key);
}

absl::StatusOr<RedisReply> RedisLink::Run(absl::string_view script,
                                          const std::vector<absl::string_view>& arguments) {
  std::vector<absl::string_view> words = {"EVAL", script, "1", prefix_};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return connection_.Call(words);
}

absl::Status RedisLink::RunAsLearner(int64_t epoch, absl::string_view script,
                                     const std::vector<absl::string_view>& arguments) {
  const std::string whole = absl::StrCat(redis_scripts::kFence, script);
  const std::string number = absl::StrCat(epoch);
  std::vector<absl::string_view> all = {number};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return Run(whole, all).status();
}

absl::StatusOr<std::string> RedisLink::Get(absl::string_view key) {
  const std::string whole = absl::StrCat(prefix_, key);
  KVINTET_ASSIGN_OR_RETURN(RedisReply reply, connection_.Call({"GET", whole}));
  if (reply.kind != RedisReply::Kind::kText) {
    return absl::NotFoundError(absl::StrCat(Name(key), ": there is none"));
  }
  return std::move(reply.text);
}

absl::StatusOr<ShardFate> RedisLink::ToFate(const absl::StatusOr<RedisReply>& reply) const {
  KVINTET_RETURN_IF_ERROR(reply.status());
  return ParseShardFate(reply->text, Name("fate"));
}

absl::StatusOr<std::string> RedisLink::GetBlob(const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  return Get(absl::StrCat("blob:", sha));
}

absl::StatusOr<RunHead> RedisLink::Head() {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, Get("head"));
  KVINTET_ASSIGN_OR_RETURN(RunHead head, ParseRunHead(text, Name("head")));
  KVINTET_ASSIGN_OR_RETURN(head.config, ConfigText(head.config));
  return head;
}

absl::StatusOr<std::string> RedisLink::ConfigText(const std::string& sha) {
  if (sha != config_sha_) {
    KVINTET_ASSIGN_OR_RETURN(std::string text, Get("config"));
    if (Sha256Hex(text) != sha) {
      return absl::UnavailableError(absl::StrCat(Name("config"), ": is of another head"));
    }
    config_ = std::move(text);
    config_sha_ = sha;
  }
  return config_;
}

absl::StatusOr<Lease> RedisLink::TakeNumbers(uint32_t count) {
  KVINTET_CHECK(count > 0);
  KVINTET_ASSIGN_OR_RETURN(const RedisReply reply,
                           Run(redis_scripts::kTakeNumbers, {absl::StrCat(count)}));
  if (reply.list.size() != 4) {
    return Unexpected(Name("next"));
  }
  return Lease{.first = reply.list[0].number,
               .count = reply.list[1].number,
               .epoch = reply.list[2].number,
               .generation = reply.list[3].number};
}

absl::StatusOr<int64_t> RedisLink::NextNumber() {
  const absl::StatusOr<std::string> text = Get("next");
  if (absl::IsNotFound(text.status())) {
    return 0;
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  int64_t next = 0;
  if (!absl::SimpleAtoi(*text, &next) || next < 0) {
    return absl::DataLossError(absl::StrCat(Name("next"), ": wanted a number, found \"",
                                            absl::CHexEscape(text->substr(0, 20)), "\""));
  }
  return next;
}

absl::StatusOr<ShardFate> RedisLink::Publish(const ShardNote& note, absl::string_view bytes) {
  KVINTET_CHECK(IsSha256(note.sha));
  return ToFate(Run(redis_scripts::kPublish,
                    {note.sha, ToJsonLine(ToJson(note)), bytes, absl::StrCat(kShardSeconds)}));
}

absl::StatusOr<ShardFate> RedisLink::FateOf(const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  return ToFate(Run(redis_scripts::kFateOf, {sha}));
}

absl::Status RedisLink::Show(const ActorNote& note) {
  return Run(redis_scripts::kShow,
             {note.name, ToJsonLine(ToJson(note)), absl::StrCat(kPresenceSeconds)})
      .status();
}

absl::StatusOr<int64_t> RedisLink::TakeOver(int64_t last) {
  KVINTET_ASSIGN_OR_RETURN(const RedisReply reply,
                           Run(redis_scripts::kTakeOver, {absl::StrCat(last)}));
  return reply.number;
}

absl::Status RedisLink::PutBlob(int64_t epoch, const std::string& sha, absl::string_view bytes) {
  KVINTET_CHECK(IsSha256(sha));
  return RunAsLearner(epoch, redis_scripts::kPutBlob, {sha, bytes});
}

absl::Status RedisLink::DropBlob(int64_t epoch, const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  return RunAsLearner(epoch, redis_scripts::kDropBlob, {sha});
}

absl::Status RedisLink::SetHead(const RunHead& head) {
  return RunWithHead(redis_scripts::kSetHead, head);
}

absl::Status RedisLink::ReplaceHead(const RunHead& head) {
  return RunWithHead(absl::StrCat(redis_scripts::kWantHead, redis_scripts::kSetHead), head);
}

absl::Status RedisLink::RunWithHead(absl::string_view script, const RunHead& head) {
  RunHead kept = head;
  kept.config = Sha256Hex(head.config);
  return RunAsLearner(head.epoch, script, {ToJsonLine(ToJson(kept)), head.config});
}

absl::StatusOr<std::vector<ShardNote>> RedisLink::Waiting(size_t max) {
  const absl::StatusOr<RedisReply> reply = Run(redis_scripts::kWaiting, {absl::StrCat(max)});
  if (absl::IsDataLoss(reply.status())) {
    // A key has another type. Actors offer their shards again.
    dropped_.Tell(reply.status().message());
    KVINTET_RETURN_IF_ERROR(
        connection_.Call({"DEL", absl::StrCat(prefix_, "shards"), absl::StrCat(prefix_, "entries")})
            .status());
    return std::vector<ShardNote>();
  }
  KVINTET_RETURN_IF_ERROR(reply.status());
  std::vector<ShardNote> notes;
  for (const RedisReply& entry : reply->list) {
    if (entry.list.size() != 2) {
      return Unexpected(Name("shards"));
    }
    absl::StatusOr<ShardNote> note = ParseShardNote(entry.list[1].text, Name("shards"));
    if (note.ok()) {
      notes.push_back(*std::move(note));
    } else {
      KVINTET_RETURN_IF_ERROR(DropEntry(entry.list[0].text, note.status().message()));
    }
  }
  return notes;
}

absl::Status RedisLink::DropEntry(const std::string& id, absl::string_view why) {
  dropped_.Tell(why);
  return connection_.Call({"XDEL", absl::StrCat(prefix_, "shards"), id}).status();
}

absl::StatusOr<std::string> RedisLink::ShardBytes(const std::string& sha) {
  KVINTET_CHECK(IsSha256(sha));
  KVINTET_ASSIGN_OR_RETURN(RedisReply reply, Run(redis_scripts::kShardBytes, {sha}));
  if (reply.kind != RedisReply::Kind::kText) {
    return absl::NotFoundError(absl::StrCat(Name("shard:"), sha, ": there is none"));
  }
  return std::move(reply.text);
}

absl::Status RedisLink::Settle(int64_t epoch, const std::string& sha, const ShardFate& fate) {
  KVINTET_CHECK(IsSha256(sha) && fate.IsSettled());
  return RunAsLearner(epoch, redis_scripts::kSettle,
                      {sha, ToJsonLine(ToJson(fate)), absl::StrCat(kFateSeconds)});
}

absl::Status RedisLink::PutRatings(absl::string_view text) {
  return connection_.Call({"SET", absl::StrCat(prefix_, "ratings"), text}).status();
}

absl::StatusOr<std::string> RedisLink::Ratings() { return Get("ratings"); }

absl::StatusOr<std::vector<ActorNote>> RedisLink::Actors() {
  const absl::StatusOr<RedisReply> reply =
      Run(redis_scripts::kActors, {absl::StrCat(kPresenceSeconds)});
  std::vector<ActorNote> notes;
  if (absl::IsDataLoss(reply.status())) {
    return notes;  // A key has another type.
  }
  KVINTET_RETURN_IF_ERROR(reply.status());
  for (const RedisReply& entry : reply->list) {
    absl::StatusOr<ActorNote> note = ParseActorNote(entry.text, Name("actors"));
    if (note.ok()) {
      notes.push_back(*std::move(note));
    }
  }
  return notes;
}

}  // namespace kvintet::training
