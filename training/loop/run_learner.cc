// RunLearner: see the header.
#include "training/loop/run_learner.h"

#include <string>
#include <utility>

#include <absl/strings/str_cat.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "training/loop/session_settings.h"
#include "training/network/network_config.h"
#include "training/network/network_sight.h"

namespace kvintet::training {
namespace {

absl::StatusOr<network::ModelHeader> HeadOf(const Config& config, const GivenModels& given,
                                            const network::NetworkShape& shape) {
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSize size,
                           network::SizeFromConfig(config.network()));
  network::ModelHeader head = {.game = config.game(),
                               .shape = shape,
                               .size = size,
                               .provenance = {{"run", "kvintet train"}}};
  if (given.sparring) {
    head.provenance["sparring_model"] = given.sparring->name;
  }
  if (!config.network().initial_model_sha256().empty()) {
    head.provenance["initial_model"] = config.network().initial_model_sha256();
  }
  if (!config.learner().games_from_sha256().empty()) {
    head.provenance["games_from"] = config.learner().games_from_sha256();
  }
  head.provenance["seed"] = absl::StrCat(config.seed());
  return head;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RunLearner>> RunLearner::Create(const TrainOptions& options,
                                                               const GivenModels& given,
                                                               const RunDirectory& directory) {
  const Config& config = options.config;
  std::unique_ptr<RunLearner> made(new RunLearner);
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSight sight,
                           network::NetworkSight::FromConfig(*options.game, config.network()));
  KVINTET_ASSIGN_OR_RETURN(made->head_, HeadOf(config, given, sight.Shape()));
  const network::ModelHeader& head = made->head_;
  KVINTET_ASSIGN_OR_RETURN(
      made->format_,
      FormatOfRun(directory.Path(), config,
                  {.head = head, .weights = FirstWeights(given, head, config.seed())}));
  KVINTET_ASSIGN_OR_RETURN(network::LearnerOptions learner_options,
                           network::LearnerOptionsFromConfig(config.learner(), config.network(),
                                                             made->format_.learning));
  learner_options.threads = LearnerThreads(config);
  made->heads_ = learner_options.loss.Heads();
  made->magnet_ = learner_options.loss.kl_to_magnet > 0;
  KVINTET_ASSIGN_OR_RETURN(
      made->learner_, network::Learner::Create(
                          head.shape, head.size,
                          FirstWeights(given, head, config.seed(), made->heads_), learner_options));
  if (HasPrivilegedCritic(config.learner())) {
    KVINTET_ASSIGN_OR_RETURN(
        made->critic_, PrivilegedCritic::Create(*options.game, config.learner().policy_gradient(),
                                                learner_options, made->format_, config.seed()));
  }
  made->ranks_ = std::make_unique<network::Ranks>(RankOptionsOf(options), learner_options, head,
                                                  made->learner_.get());
  if (const std::optional<CommitEntry>& commit = directory.State().commit; commit) {
    KVINTET_RETURN_IF_ERROR(made->Restore(directory, *commit));
  }
  return made;
}

absl::Status RunLearner::Restore(const RunDirectory& directory, const CommitEntry& commit) {
  const std::string path = directory.LearnerPath(commit.learner);
  KVINTET_ASSIGN_OR_RETURN(const network::LearnerCheckpoint saved,
                           network::LoadLearner(path, commit.learner));
  KVINTET_RETURN_IF_ERROR(learner_->LoadState(saved.state));
  if (critic_ && !saved.critic) {
    return absl::DataLossError(
        absl::StrCat(path, ": wanted the state of a privileged critic, found none"));
  }
  return critic_ ? critic_->LoadState(saved.critic->state) : absl::OkStatus();
}

absl::StatusOr<const selfplay::GameJudgments*> RunLearner::Judge(const ReplayWindow& window,
                                                                 int64_t rows) {
  if (!critic_) {
    return nullptr;
  }
  KVINTET_RETURN_IF_ERROR(critic_->Judge(window, rows));
  return &critic_->Judgments();
}

absl::StatusOr<StepLosses> RunLearner::Step(const BatchMaker& batches, double rate_share) {
  StepLosses losses;
  network::TrainingBatch batch = batches.Batch();
  batch.rate_share = rate_share;
  KVINTET_ASSIGN_OR_RETURN(losses.learner, ranks_->Step(batch));
  if (critic_) {
    network::TrainingBatch critic_batch = batches.CriticBatch();
    critic_batch.rate_share = rate_share;
    KVINTET_ASSIGN_OR_RETURN(losses.critic, critic_->Step(critic_batch));
  }
  return losses;
}

network::ModelHeader RunLearner::CurrentHead(int64_t games) const {
  network::ModelHeader head = head_;
  head.provenance["steps"] = absl::StrCat(learner_->Steps());
  head.provenance["games"] = absl::StrCat(games);
  return head;
}

network::Model RunLearner::CurrentModel(int64_t games) const {
  return {.head = CurrentHead(games), .weights = learner_->AveragedWeights()};
}

network::LearnerCheckpoint RunLearner::Checkpoint(int64_t games) const {
  network::LearnerCheckpoint checkpoint = {.head = CurrentHead(games),
                                           .heads = heads_,
                                           .magnet = magnet_,
                                           .state = learner_->SaveState()};
  if (critic_) {
    checkpoint.critic = {
        .shape = critic_->Shape(), .size = critic_->Size(), .state = critic_->SaveState()};
  }
  return checkpoint;
}

absl::Status RunLearner::Save(const RunDirectory& directory, CommitEntry* commit) {
  const std::string model = network::EncodeModel(CurrentModel(commit->next_game));
  const std::string learner = network::EncodeLearner(Checkpoint(commit->next_game));
  if (critic_) {
    critic_->Forget();
  }
  commit->model = Sha256Hex(model);
  commit->learner = Sha256Hex(learner);
  commit->steps = Steps();
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(directory.ModelPath(commit->model), model));
  return WriteFileAtomically(directory.LearnerPath(commit->learner), learner);
}

}  // namespace kvintet::training
