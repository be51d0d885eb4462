// Session: takes gradient steps.
#include "base/status_macros.h"
#include "training/data/window.h"
#include "training/learning/cooldown.h"
#include "training/loop/session.h"

namespace kvintet::training {

double Session::RateShare() const {
  // As of the last commit, so that a repeated round has the same rates.
  const CommitEntry commit = directory_.State().commit.value_or(CommitEntry{});
  return CooledRate(limits_.ShareAt(commit.seconds, commit.next_game - first_game_),
                    config_.learner().cooldown_share());
}

absl::StatusOr<bool> Session::Learn() {
  const LearnerConfig& config = config_.learner();
  progress_.window = WindowRows(config.window(), window_.TotalRows());
  window_.Trim(progress_.window);
  if (!bucket_.AllowsStep(window_.TotalRows())) {
    return false;
  }
  if (critic_) {
    KVINTET_RETURN_IF_ERROR(critic_->Judge(window_, progress_.window));
  }
  batches_.Make(window_, progress_.window, learner_->Steps(), config.batch_size(),
                critic_ ? &critic_->Judgments() : nullptr);
  if (batches_.Batch().Rows() == 0) {
    // All rows so far are held out.
    return false;
  }
  KVINTET_RETURN_IF_ERROR(Step());
  bucket_.TakeStep();
  TellNowAndThen();
  return true;
}

absl::Status Session::Step() {
  const double rate_share = RateShare();
  StepLosses losses;
  network::TrainingBatch batch = batches_.Batch();
  batch.rate_share = rate_share;
  KVINTET_ASSIGN_OR_RETURN(losses.learner, ranks_->Step(batch));
  if (critic_) {
    network::TrainingBatch critic_batch = batches_.CriticBatch();
    critic_batch.rate_share = rate_share;
    KVINTET_ASSIGN_OR_RETURN(losses.critic, critic_->Step(critic_batch));
  }
  round_.AddStep(losses, batches_.Fit());
  measures_.AddStep(losses.learner, batches_);
  return absl::OkStatus();
}

}  // namespace kvintet::training
