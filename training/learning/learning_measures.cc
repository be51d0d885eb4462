// LearningMeasures: see the header.
#include "training/learning/learning_measures.h"

namespace kvintet::training {
namespace {

// SurpriseUnits per nat.
constexpr double kUnitsPerNat = 4096;

double Share(int64_t part, int64_t all) {
  return static_cast<double>(part) / static_cast<double>(all);
}

}  // namespace

RowFigures RowFiguresOf(const network::LossReport& report, int64_t rows, int64_t games) {
  const network::Fit& fit = report.fit;
  return {.rows = static_cast<double>(rows),
          .games = static_cast<double>(games),
          .policy_loss = fit.cross_entropy,
          .policy_floor = report.policy_floor,
          .policy_kl = fit.cross_entropy - report.policy_floor,
          .top1 = fit.top1,
          .entropy = fit.entropy,
          .value_loss = fit.value_cross_entropy,
          .value_base = fit.BaseLoss(),
          .value_floor = fit.value_entropy,
          .explained_variance = fit.ExplainedVariance(),
          .calibration_error = fit.CalibrationError()};
}

void LearningMeasures::AddGame(const selfplay::GameRecord& record) {
  ++games_;
  seat0_wins_ += record.result > 0 ? 1 : 0;
  seat1_wins_ += record.result < 0 ? 1 : 0;
  cut_ += record.truncated ? 1 : 0;
  ++ends_[record.reason];
  for (const selfplay::RecordRow& row : record.rows) {
    if (record.IsJudged(row)) {
      ++judged_rows_;
      surprise_units_ += selfplay::SurpriseUnits(row.surprise);
    }
  }
}

void LearningMeasures::AddStep(const network::LossReport& report, const BatchMaker& batches) {
  ++steps_;
  gradient_norm_ += report.gradient_norm;
  clipped_ += clip_norm_ > 0 && report.gradient_norm > clip_norm_ ? 1 : 0;
  learning_rate_ += report.learning_rate;
  gradient_policy_ = !batches.Batch().taken.empty();
  advantage_scale_ += batches.AdvantageScale();
  age_rows_ += batches.MeanAge();
  fit_ += report.fit;
}

void LearningMeasures::Flush(LearningFigures* figures) {
  if (steps_ > 0) {
    FlushSteps(figures);
  }
  if (games_ > 0) {
    FlushGames(figures);
  }
  *this = LearningMeasures(searches_, clip_norm_);
}

void LearningMeasures::FlushSteps(LearningFigures* figures) {
  const auto steps = static_cast<double>(steps_);
  figures->gradient_norm = gradient_norm_ / steps;
  figures->clipped_gradients = Share(clipped_, steps_);
  figures->learning_rate = learning_rate_ / steps;
  figures->age_rows = MeanAge();
  if (gradient_policy_) {
    figures->entropy = fit_.entropy / steps;
    figures->kl_to_data = fit_.kl_to_data / steps;
    figures->clip_share = fit_.clipped / steps;
    figures->advantage_scale = advantage_scale_ / steps;
    // Takes the share from means over the steps, since that of a single batch is noisy.
    network::Fit mean;
    mean.squared_error = fit_.squared_error / steps;
    mean.target = fit_.target / steps;
    mean.target_square = fit_.target_square / steps;
    figures->explained_variance = mean.ExplainedVariance();
  }
}

void LearningMeasures::FlushGames(LearningFigures* figures) {
  figures->seat0_wins = Share(seat0_wins_, games_);
  figures->seat1_wins = Share(seat1_wins_, games_);
  figures->cut = Share(cut_, games_);
  figures->draws = Share(games_ - seat0_wins_ - seat1_wins_ - cut_, games_);
  figures->ends.clear();
  for (const auto& [reason, count] : ends_) {
    figures->ends[reason] = Share(count, games_);
  }
  if (searches_ && judged_rows_ > 0) {
    figures->surprise =
        static_cast<double>(surprise_units_) / (kUnitsPerNat * static_cast<double>(judged_rows_));
  }
}

}  // namespace kvintet::training
