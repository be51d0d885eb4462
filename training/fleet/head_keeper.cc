// HeadKeeper: see the header.
#include "training/fleet/head_keeper.h"

#include <algorithm>
#include <utility>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "selfplay/records/game_record.h"

namespace kvintet::training {

absl::StatusOr<HeadKeeper> HeadKeeper::TakeOver(RunLink* link, LinkMemory memory,
                                                Remember remember) {
  const absl::StatusOr<RunHead> there = link->Head();
  const bool unread = absl::IsNotFound(there.status()) || absl::IsDataLoss(there.status());
  if (!there.ok() && !unread) {
    return there.status();
  }
  const bool forgot = memory.epoch > 0 && (unread || there->epoch < memory.epoch);
  HeadKeeper keeper(link, memory, std::move(remember));
  KVINTET_ASSIGN_OR_RETURN(keeper.memory_.epoch, link->TakeOver(memory.epoch));
  KVINTET_RETURN_IF_ERROR(keeper.remember_(keeper.memory_));
  keeper.forgot_ = forgot;
  if (there.ok() && !forgot) {
    keeper.told_ = *there;
  }
  return keeper;
}

void HeadKeeper::Saw(int64_t number) { greatest_ = std::max(greatest_, number); }

absl::Status HeadKeeper::BeginNumbersAnew() {
  LinkMemory memory = memory_;
  memory.first_free = std::max(memory.first_free, greatest_ + 1) + kSlack;
  if (memory.first_free + kSlack > selfplay::kGameNumberEnd) {
    return absl::FailedPreconditionError(
        "the link has forgotten game numbers so often that none are left; begin a new run with "
        "learner.games_from");
  }
  KVINTET_RETURN_IF_ERROR(remember_(memory));
  memory_ = memory;
  forgot_ = false;
  LogWarning("training", "the link has forgotten which game numbers it gave; they begin anew",
             {{"first_free", memory.first_free}});
  return absl::OkStatus();
}

absl::StatusOr<bool> HeadKeeper::Remembers() {
  const absl::StatusOr<RunHead> there = link_->Head();
  if (absl::IsNotFound(there.status()) || absl::IsDataLoss(there.status())) {
    return false;
  }
  KVINTET_RETURN_IF_ERROR(there.status());
  if (*there == tried_) {
    told_ = tried_;  // A call that seemed to fail had its effect.
  }
  return *there == told_;
}

absl::Status HeadKeeper::SetHead() {
  if (!head_->end) {
    head_->first_free = std::max(head_->first_free, memory_.first_free);
  }
  if (!told_) {
    return SetHeadAnew();
  }
  KVINTET_ASSIGN_OR_RETURN(const bool remembers, Remembers());
  tried_ = head_;
  const absl::Status replaced =
      remembers ? link_->ReplaceHead(*head_) : absl::NotFoundError("another head");
  if (absl::IsNotFound(replaced)) {
    LogWarning("training", "the link lost the run's head, which is put back");
    forgot_ = true;
    told_.reset();
    tried_.reset();
    return SetHeadAnew();
  }
  KVINTET_RETURN_IF_ERROR(replaced);
  told_ = head_;
  return absl::OkStatus();
}

absl::Status HeadKeeper::SetHeadAnew() {
  if (forgot_ && !head_->end) {
    KVINTET_RETURN_IF_ERROR(BeginNumbersAnew());
    head_->first_free = std::max(head_->first_free, memory_.first_free);
  }
  for (const NamedBytes& model : models_) {
    KVINTET_RETURN_IF_ERROR(link_->PutBlob(memory_.epoch, model.sha, model.bytes));
  }
  KVINTET_RETURN_IF_ERROR(link_->SetHead(*head_));
  told_ = head_;
  return absl::OkStatus();
}

absl::Status HeadKeeper::Publish(RunHead head, const std::string& model_bytes) {
  head.epoch = memory_.epoch;
  head.new_run = std::exchange(new_run_, false);
  if (models_.empty() || models_.back().sha != head.model) {
    models_.push_back({head.model, model_bytes});
  }
  head_ = std::move(head);
  KVINTET_RETURN_IF_ERROR(link_->PutBlob(memory_.epoch, head_->model, model_bytes));
  KVINTET_RETURN_IF_ERROR(SetHead());
  while (models_.size() > kModels) {
    KVINTET_RETURN_IF_ERROR(link_->DropBlob(memory_.epoch, models_.front().sha));
    models_.pop_front();
  }
  return absl::OkStatus();
}

absl::Status HeadKeeper::SetPause(bool pause) {
  if (head_->pause == pause) {
    return absl::OkStatus();
  }
  head_->pause = pause;
  return SetHead();
}

absl::Status HeadKeeper::Keep(Clock::time_point now) {
  if (!head_ || now - looked_ < std::chrono::seconds(1)) {
    return absl::OkStatus();
  }
  looked_ = now;
  const absl::StatusOr<RunHead> there = link_->Head();
  if (there.ok() && *there == *head_) {
    told_ = head_;
    return absl::OkStatus();
  }
  return SetHead();
}

absl::StatusOr<std::optional<int64_t>> HeadKeeper::NumberBound() {
  // The head is read after the number: if it is there, nothing had been forgotten before.
  KVINTET_ASSIGN_OR_RETURN(const int64_t next, link_->NextNumber());
  KVINTET_ASSIGN_OR_RETURN(const bool remembers, Remembers());
  if (!remembers) {
    return std::nullopt;
  }
  // Where numbers are given anew, as after a learner's restart in a round, all below the end are.
  return std::min(std::max({next, head_->first_free, head_->end.value_or(0)}),
                  selfplay::kGameNumberEnd);
}

}  // namespace kvintet::training
