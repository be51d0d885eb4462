// ShardIntake: see the header.
#include "training/fleet/shard_intake.h"

#include <algorithm>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"
#include "selfplay/records/record_file.h"
#include "training/fleet/shard_check.h"

namespace kvintet::training {
namespace {

// How many notes are fetched at a time.
constexpr size_t kPage = 256;

}  // namespace

ShardIntake::ShardIntake(RunLink* link, int64_t epoch, const envs::Game& game, Run run)
    : link_(link), epoch_(epoch), game_(game), run_(std::move(run)) {}

absl::Status ShardIntake::Look() {
  if (!waiting_.empty()) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(std::vector<ShardNote> waiting, link_->Waiting(kPage + open_.size()));
  std::erase_if(waiting, [&](const ShardNote& note) {
    return std::find(open_.begin(), open_.end(), note.sha) != open_.end();
  });
  if (!waiting.empty()) {
    // Later than the shards, whose numbers had been given by then.
    KVINTET_ASSIGN_OR_RETURN(number_bound_, run_.number_bound());
  }
  std::reverse(waiting.begin(), waiting.end());
  waiting_ = std::move(waiting);
  return absl::OkStatus();
}

absl::StatusOr<TakenShard> ShardIntake::Take(const ShardNote& note) {
  KVINTET_ASSIGN_OR_RETURN(std::string bytes, link_->ShardBytes(note.sha));
  KVINTET_ASSIGN_OR_RETURN(
      std::vector<selfplay::GameRecord> records,
      CheckShard(game_, run_.seed, note.sha, bytes, run_.is_known, number_bound_));
  const size_t all = records.size();
  std::erase_if(records, [&](const selfplay::GameRecord& record) {
    return !run_.numbers.Add(record.number);
  });
  if (records.size() < all) {
    selfplay::RecordFileBuilder builder(game_.Spec().text);
    for (const selfplay::GameRecord& record : records) {
      builder.Add(record);
    }
    bytes = builder.Finish();
  }
  return TakenShard{.sha = note.sha,
                    .actor = note.actor,
                    .bytes = std::move(bytes),
                    .records = std::move(records)};
}

absl::StatusOr<TakenShard> ShardIntake::Next() {
  while (true) {
    KVINTET_RETURN_IF_ERROR(Look());
    if (waiting_.empty()) {
      return absl::NotFoundError("no shard waits");
    }
    const ShardNote note = std::move(waiting_.back());
    waiting_.pop_back();
    absl::StatusOr<TakenShard> taken = Take(note);
    if (absl::IsNotFound(taken.status())) {
      continue;  // The link has lost it; the actor will offer it again.
    }
    if (absl::IsInvalidArgument(taken.status())) {
      ++refused_;
      const std::string why(taken.status().message());
      refusals_.Tell(absl::StrCat(note.actor, ": ", why));
      KVINTET_RETURN_IF_ERROR(link_->Settle(epoch_, note.sha, {ShardFate::Kind::kRefused, why}));
      continue;
    }
    KVINTET_RETURN_IF_ERROR(taken.status());
    if (taken->records.empty()) {
      KVINTET_RETURN_IF_ERROR(link_->Settle(epoch_, note.sha, {ShardFate::Kind::kCommitted}));
      continue;
    }
    open_.push_back(note.sha);
    return taken;
  }
}

void ShardIntake::Answer(const std::string& sha, const ShardFate& fate) {
  answers_.emplace_back(sha, fate);
}

absl::Status ShardIntake::Deliver() {
  while (!answers_.empty()) {
    const auto& [sha, fate] = answers_.back();
    KVINTET_RETURN_IF_ERROR(link_->Settle(epoch_, sha, fate));
    std::erase(open_, sha);
    answers_.pop_back();
  }
  return absl::OkStatus();
}

}  // namespace kvintet::training
