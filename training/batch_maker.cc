// BatchMaker: see the header.
#include "training/batch_maker.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/keyed_permutation.h"
#include "base/rng.h"
#include "training/returns.h"

namespace kvintet::training {

BatchMaker::BatchMaker(const envs::Game& game, const LearnerConfig& config, uint64_t seed)
    : game_(game), config_(config), seed_(seed), replay_(game), image_(1, game.Spec().view_bytes) {}

void BatchMaker::Clear() {
  planes_.clear();
  globals_.clear();
  legal_.clear();
  legal_offsets_.assign(1, 0);
  probabilities_.clear();
  wdl_.clear();
  weights_.clear();
  taken_.clear();
  behaviour_.clear();
  advantages_.clear();
}

void BatchMaker::Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size) {
  Clear();
  RandomStream random(seed_, static_cast<uint32_t>(step), static_cast<uint32_t>(step >> 32),
                      Purpose::kSampling);
  const KeyedPermutation order(static_cast<uint64_t>(window_rows), random.Next64());
  const int64_t rows = std::min<int64_t>(size, window_rows);
  for (int64_t i = 0; i < rows; ++i) {
    const auto index = static_cast<int64_t>(order(static_cast<uint64_t>(i)));
    const auto symmetries = static_cast<uint32_t>(game_.Spec().num_symmetries);
    const auto symmetry = static_cast<int>(random.Below(symmetries));
    AddRow(window.At(index, window_rows), symmetry);
  }
  if (config_.policy_gradient().normalize_advantages()) {
    NormalizeAdvantages();
  }
}

void BatchMaker::AddRow(const WindowRow& row, int symmetry) {
  const selfplay::GameRecord& record = *row.record;
  const selfplay::ReplayedRow replayed = replay_.Show(record, row.row);
  AppendView(replayed, symmetry);
  AppendPolicy(record, replayed, symmetry);
  AppendValue(record, replayed);
  if (config_.objective() == LearnerConfig::POLICY_GRADIENT) {
    AppendGradient(record, replayed);
  }
  weights_.push_back(1);
}

void BatchMaker::AppendView(const selfplay::ReplayedRow& row, int symmetry) {
  const envs::GameSpec& spec = game_.Spec();
  game_.TransformView(symmetry, row.view, image_.Span());
  const size_t plane = planes_.size();
  planes_.resize(plane + static_cast<size_t>(spec.PlaneBytes()));
  const size_t global = globals_.size();
  globals_.resize(global + static_cast<size_t>(spec.globals));
  game_.Observe(image_.Span(), std::span(planes_).subspan(plane),
                std::span(globals_).subspan(global));
}

void BatchMaker::AppendPolicy(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                              int symmetry) {
  images_.clear();
  for (const envs::Action action : row.legal) {
    images_.push_back(game_.TransformAction(symmetry, row.view, action));
  }
  const size_t first = legal_.size();
  legal_.resize(first + row.legal.size());
  game_.PolicyIndices(image_.Span(), images_, std::span(legal_).subspan(first));
  probabilities_.resize(first + row.legal.size());
  selfplay::FillPolicy(record, *row.row, row.legal, std::span(probabilities_).subspan(first));
  legal_offsets_.push_back(static_cast<int32_t>(legal_.size()));
}

void BatchMaker::AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row) {
  const auto value = static_cast<float>(
      LambdaReturn(record, static_cast<size_t>(row.index), config_.value_lambda()));
  // A return between draw and win is a mixture of the two with that mean.
  wdl_.insert(wdl_.end(), {std::max(value, 0.0f), 1 - std::abs(value), std::max(-value, 0.0f)});
}

void BatchMaker::AppendGradient(const selfplay::GameRecord& record,
                                const selfplay::ReplayedRow& row) {
  const envs::Action action = record.events[static_cast<size_t>(row.row->event)].action;
  const auto place = std::ranges::lower_bound(row.legal, action) - row.legal.begin();
  taken_.push_back(legal_[legal_.size() - row.legal.size() + static_cast<size_t>(place)]);
  behaviour_.push_back(selfplay::DecodeProbability(row.row->behaviour));
  const double value = LambdaReturn(record, static_cast<size_t>(row.index),
                                    config_.policy_gradient().advantage_lambda());
  advantages_.push_back(static_cast<float>(value) - row.row->Value());
}

void BatchMaker::NormalizeAdvantages() {
  double squares = 0;
  for (const double advantage : advantages_) {
    squares += advantage * advantage;
  }
  // Where nothing is expected to differ, nothing is made of rounding.
  const auto rows = static_cast<double>(advantages_.size());
  const double scale = std::max(std::sqrt(squares / std::max(rows, 1.0)), 1e-4);
  for (float& advantage : advantages_) {
    advantage = static_cast<float>(static_cast<double>(advantage) / scale);
  }
}

network::TrainingBatch BatchMaker::Batch() const {
  return {.planes = planes_,
          .globals = globals_,
          .legal = legal_,
          .legal_offsets = legal_offsets_,
          .target_actions = legal_,
          .target_probabilities = probabilities_,
          .target_offsets = legal_offsets_,
          .wdl = wdl_,
          .weights = weights_,
          .taken = taken_,
          .behaviour = behaviour_,
          .advantages = advantages_};
}

}  // namespace kvintet::training
