// LearningReview: see the header.
#include "training/learning/learning_review.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include <absl/status/statusor.h>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "proto/search_algorithm.h"
#include "training/learning/learning_warnings.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

using Clock = std::chrono::steady_clock;

// Number of measured rows: one for every 32 that the round's steps took, within these bounds.
// Measuring a row costs a third of learning from it, so each measurement takes about a hundredth of
// the learning time.
constexpr int64_t kFewestRows = 256;
constexpr int64_t kMaxRows = 1024;
constexpr int64_t kPartOfSteps = 32;
// Maximum share of one thread's time.
constexpr double kMaxBusy = 0.95;

std::vector<Progress> RoundsBefore(const std::string& directory) {
  absl::StatusOr<std::vector<Progress>> rounds = ReadHistory(directory);
  if (rounds.ok()) {
    return *std::move(rounds);
  }
  if (!absl::IsNotFound(rounds.status())) {
    LogWarning("training", "figures of earlier rounds are lost",
               {{"why", rounds.status().message()}});
  }
  return {};
}

std::unique_ptr<StrengthMeter> MeterOf(const envs::Game& game, const Config& config) {
  const double share = config.strength().share();
  if (share == 0) {
    return nullptr;
  }
  return std::make_unique<StrengthMeter>(game, config.strength(),
                                         std::min(share * config.self_play().threads(), kMaxBusy),
                                         config.seed());
}

// The figures of the batch that `batches` has just made; all 0 if it is empty.
absl::StatusOr<RowFigures> MeasureBatch(const BatchMaker& batches, network::Learner* learner,
                                        network::Learner::Which which) {
  const network::TrainingBatch batch = batches.Batch();
  if (batch.Rows() == 0) {
    return RowFigures();
  }
  KVINTET_ASSIGN_OR_RETURN(const network::LossReport report, learner->Measure(batch, which));
  return RowFiguresOf(report, batch.Rows(), batches.NumGames());
}

}  // namespace

LearningReview::LearningReview(const envs::Game& game, const Config& config,
                               const std::string& directory)
    : game_(game),
      config_(config),
      measures_(AlgorithmOf(config.search()) != SearchConfig::kPolicy,
                config.learner().grad_clip()),
      rounds_(RoundsBefore(directory)),
      strength_(MeterOf(game, config)) {}

void LearningReview::Publish(const std::string& model_file) {
  if (strength_) {
    strength_->Publish(model_file, Clock::now());
  }
}

absl::Status LearningReview::MeasureWeights(const ReplayWindow& window, network::Learner* learner,
                                            BatchMaker* batches, Progress* progress) const {
  using Which = network::Learner::Which;
  const int64_t taken = measures_.Steps() * config_.learner().batch_size();
  const int64_t rows = std::clamp(taken / kPartOfSteps, kFewestRows, kMaxRows);
  const auto measure = [&](Which which, bool held_out) {
    batches->MakeToMeasure(window, progress->window, learner->Steps(), static_cast<int>(rows),
                           held_out);
    return MeasureBatch(*batches, learner, which);
  };
  LearningFigures& figures = progress->learning;
  if (config_.learner().held_out_share() > 0) {
    KVINTET_ASSIGN_OR_RETURN(figures.held_out, measure(Which::kAveraged, true));
    KVINTET_ASSIGN_OR_RETURN(figures.held_out_newest, measure(Which::kNewest, true));
  }
  KVINTET_ASSIGN_OR_RETURN(figures.learnt, measure(Which::kAveraged, false));
  return absl::OkStatus();
}

absl::Status LearningReview::EndRound(const ReplayWindow& window, network::Learner* learner,
                                      BatchMaker* batches, Progress* progress) {
  LearningFigures& figures = progress->learning;
  if (measures_.Steps() > 0) {
    KVINTET_RETURN_IF_ERROR(MeasureWeights(window, learner, batches, progress));
    figures.age_minutes = MinutesOfRows(rounds_, *progress, measures_.MeanAge());
  }
  measures_.Flush(&figures);
  if (strength_) {
    figures.strength = strength_->Figures(Clock::now());
  }
  rounds_.push_back(*progress);
  progress->warnings = JudgeLearning(rounds_, config_, game_.Spec());
  rounds_.back().warnings = progress->warnings;
  return absl::OkStatus();
}

}  // namespace kvintet::training
