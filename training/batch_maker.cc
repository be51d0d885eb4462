// BatchMaker: see the header.
#include "training/batch_maker.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/keyed_permutation.h"
#include "base/rng.h"
#include "base/status_macros.h"
#include "selfplay/replay_rows.h"

namespace kvintet::training {

BatchMaker::BatchMaker(const envs::Game& game, uint64_t seed)
    : game_(game), seed_(seed), image_(1, game.Spec().view_bytes) {}

void BatchMaker::Clear() {
  planes_.clear();
  globals_.clear();
  legal_.clear();
  legal_offsets_.assign(1, 0);
  probabilities_.clear();
  wdl_.clear();
  weights_.clear();
}

absl::Status BatchMaker::Make(const ReplayWindow& window, int64_t window_rows, int64_t step,
                              int size) {
  Clear();
  RandomStream random(seed_, static_cast<uint32_t>(step), static_cast<uint32_t>(step >> 32),
                      Purpose::kSampling);
  const KeyedPermutation order(static_cast<uint64_t>(window_rows), random.Next64());
  const int64_t rows = std::min<int64_t>(size, window_rows);
  for (int64_t i = 0; i < rows; ++i) {
    const auto index = static_cast<int64_t>(order(static_cast<uint64_t>(i)));
    const auto symmetries = static_cast<uint32_t>(game_.Spec().num_symmetries);
    const auto symmetry = static_cast<int>(random.Below(symmetries));
    KVINTET_RETURN_IF_ERROR(AddRow(window.At(index, window_rows), symmetry));
  }
  return absl::OkStatus();
}

absl::Status BatchMaker::AddRow(const WindowRow& row, int symmetry) {
  return selfplay::ReplayRows(game_, *row.record, [&](const selfplay::ReplayedRow& replayed) {
    if (replayed.index == row.row) {
      Append(*row.record, *replayed.row, replayed.view, replayed.legal, symmetry);
    }
  });
}

void BatchMaker::Append(const selfplay::GameRecord& record, const selfplay::RecordRow& row,
                        envs::ConstViews view, std::span<const envs::Action> legal, int symmetry) {
  const envs::GameSpec& spec = game_.Spec();
  game_.TransformView(symmetry, view, image_.Span());
  images_.clear();
  for (const envs::Action action : legal) {
    images_.push_back(game_.TransformAction(symmetry, view, action));
  }
  const size_t first = legal_.size();
  legal_.resize(first + legal.size());
  game_.PolicyIndices(image_.Span(), images_, std::span(legal_).subspan(first));
  probabilities_.resize(first + legal.size());
  selfplay::FillPolicy(record, row, legal, std::span(probabilities_).subspan(first));
  legal_offsets_.push_back(static_cast<int32_t>(legal_.size()));

  const size_t plane = planes_.size();
  planes_.resize(plane + static_cast<size_t>(spec.PlaneBytes()));
  const size_t global = globals_.size();
  globals_.resize(global + static_cast<size_t>(spec.globals));
  game_.Observe(image_.Span(), std::span(planes_).subspan(plane),
                std::span(globals_).subspan(global));

  // A return between draw and win is a mixture of the two with that mean.
  const float result = record.ResultFor(row);
  wdl_.insert(wdl_.end(), {std::max(result, 0.0f), 1 - std::abs(result), std::max(-result, 0.0f)});
  weights_.push_back(1);
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
          .weights = weights_};
}

}  // namespace kvintet::training
