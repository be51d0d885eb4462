// Session: measures the learning at the end of a round.
#include <algorithm>
#include <utility>

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "training/data/window.h"
#include "training/learning/learning_warnings.h"
#include "training/loop/session.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

// Number of measured rows: one for every 32 that the round's steps took, within these bounds.
// Measuring a row costs a third of learning from it, so each measurement takes about a hundredth of
// the learning time.
constexpr int64_t kFewestRows = 256;
constexpr int64_t kMaxRows = 1024;
constexpr int64_t kPartOfSteps = 32;
// Maximum share of one thread's time.
constexpr double kMaxBusy = 0.95;

}  // namespace

// Reads the run's earlier measurements to continue them. Without them, judging starts afresh.
void Session::ReadRoundsBefore() {
  absl::StatusOr<std::vector<Progress>> rounds = ReadHistory(directory_.Path());
  if (rounds.ok()) {
    rounds_ = *std::move(rounds);
  } else if (!absl::IsNotFound(rounds.status())) {
    LogWarning("training", "figures of earlier rounds are lost",
               {{"why", rounds.status().message()}});
  }
}

void Session::BeginStrength() {
  const double share = config_.strength().share();
  if (share > 0) {
    strength_ = std::make_unique<StrengthMeter>(
        *options_.game, config_.strength(),
        std::min(share * config_.self_play().threads(), kMaxBusy), config_.seed());
  }
}

double Session::MinutesOfRows(double rows) const {
  const double wanted = static_cast<double>(progress_.rows) - rows;
  const double now = limits_.Seconds();
  double rows_after = static_cast<double>(progress_.rows);
  double seconds_after = now;
  for (auto round = rounds_.rbegin(); round != rounds_.rend(); ++round) {
    const auto rows_before = static_cast<double>(round->rows);
    if (rows_before <= wanted) {
      const double part = (wanted - rows_before) / std::max(rows_after - rows_before, 1.0);
      return (now - round->seconds - part * (seconds_after - round->seconds)) / 60;
    }
    rows_after = rows_before;
    seconds_after = round->seconds;
  }
  const double part = wanted / std::max(rows_after, 1.0);
  return (now - part * seconds_after) / 60;
}

absl::StatusOr<std::optional<RowFigures>> Session::MeasureRows(network::Learner::Which which,
                                                               bool held_out) {
  const int64_t taken = measures_.Steps() * config_.learner().batch_size();
  const int64_t rows = std::clamp(taken / kPartOfSteps, kFewestRows, kMaxRows);
  batches_.MakeToMeasure(games_->Window(), progress_.window, learner_->Steps(),
                         static_cast<int>(rows), held_out);
  const network::TrainingBatch batch = batches_.Batch();
  if (batch.Rows() == 0) {
    return std::optional<RowFigures>();
  }
  KVINTET_ASSIGN_OR_RETURN(const network::LossReport report, learner_->Measure(batch, which));
  return std::optional(RowFiguresOf(report, batch.Rows(), batches_.NumGames()));
}

absl::Status Session::MeasureLearning() {
  LearningFigures& figures = progress_.learning;
  progress_.steps = learner_->Steps();
  progress_.seconds = limits_.Seconds();
  if (measures_.Steps() > 0) {
    using Which = network::Learner::Which;
    if (config_.learner().held_out_share() > 0) {
      KVINTET_ASSIGN_OR_RETURN(auto held_out, MeasureRows(Which::kAveraged, true));
      KVINTET_ASSIGN_OR_RETURN(auto newest, MeasureRows(Which::kNewest, true));
      figures.held_out = held_out.value_or(RowFigures());
      figures.held_out_newest = newest.value_or(RowFigures());
    }
    KVINTET_ASSIGN_OR_RETURN(auto learnt, MeasureRows(Which::kAveraged, false));
    figures.learnt = learnt.value_or(RowFigures());
    figures.age_minutes = MinutesOfRows(measures_.MeanAge());
  }
  measures_.Flush(&figures);
  if (strength_) {
    figures.strength = strength_->Figures(Clock::now());
  }
  rounds_.push_back(progress_);
  progress_.warnings = JudgeLearning(rounds_, config_, options_.game->Spec());
  rounds_.back().warnings = progress_.warnings;
  return absl::OkStatus();
}

}  // namespace kvintet::training
