// HeadKeeper: see the header.
#include "training/fleet/head_keeper.h"

#include <algorithm>
#include <utility>

#include "base/reports/log.h"
#include "base/status_macros.h"

namespace kvintet::training {

absl::StatusOr<HeadKeeper> HeadKeeper::TakeOver(RunLink* link, int64_t last_epoch) {
  KVINTET_ASSIGN_OR_RETURN(const int64_t epoch, link->TakeOver(last_epoch));
  return HeadKeeper(link, epoch);
}

void HeadKeeper::Saw(int64_t number) { greatest_ = std::max(greatest_, number); }

absl::Status HeadKeeper::Publish(RunHead head, const std::string& model_bytes) {
  head.epoch = epoch_;
  if (models_.empty() || models_.back().sha != head.model) {
    models_.push_back({head.model, model_bytes});
  }
  head_ = std::move(head);
  KVINTET_RETURN_IF_ERROR(link_->PutBlob(epoch_, head_->model, model_bytes));
  KVINTET_RETURN_IF_ERROR(link_->SetHead(*head_));
  while (models_.size() > kModels) {
    KVINTET_RETURN_IF_ERROR(link_->DropBlob(epoch_, models_.front().sha));
    models_.pop_front();
  }
  return absl::OkStatus();
}

absl::Status HeadKeeper::Keep(Clock::time_point now) {
  if (!head_ || now - looked_ < std::chrono::seconds(1)) {
    return absl::OkStatus();
  }
  looked_ = now;
  const absl::StatusOr<RunHead> there = link_->Head();
  if (there.ok() && *there == *head_) {
    return absl::OkStatus();
  }
  if (!there.ok() && !absl::IsNotFound(there.status()) && !absl::IsDataLoss(there.status())) {
    return there.status();
  }
  // The link does not know which numbers it has given, also since it was last put back.
  if (!there.ok() && !head_->end) {
    head_->first_free = std::max(head_->first_free, greatest_ + 1) + kSlack;
  }
  LogWarning("training", "the link lost the run's head, which is put back",
             {{"first_free", head_->first_free}});
  for (const NamedBytes& model : models_) {
    KVINTET_RETURN_IF_ERROR(link_->PutBlob(epoch_, model.sha, model.bytes));
  }
  return link_->SetHead(*head_);
}

}  // namespace kvintet::training
