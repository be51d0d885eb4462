// BatchMaker: see the header.
#include "training/data/batch_maker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <set>
#include <vector>

#include "base/check.h"
#include "base/parallel_for.h"
#include "base/rng.h"

namespace kvintet::training {

namespace {

// The share of margins in returns at this step.
double MarginShare(const MarginReturnConfig& config, int64_t step) {
  const double done = static_cast<double>(step) / config.steps();
  return config.share() * std::max(0.0, 1 - done);
}

}  // namespace

BatchMaker::BatchMaker(const envs::Game& game, const network::NetworkSight& sight,
                       const LearnerConfig& config, uint64_t seed, int threads)
    : game_(game),
      config_(config),
      seed_(seed),
      wanted_(network::TargetsFromConfig(config)),
      parts_(static_cast<size_t>(threads - 1)) {
  KVINTET_CHECK_GE(threads, 1);
  for (int i = 0; i < threads; ++i) {
    writers_.emplace_back(game, sight, config);
  }
}

void BatchMaker::Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
                      const selfplay::GameJudgments* judgments) {
  KVINTET_CHECK_EQ(HasPrivilegedCritic(config_), judgments != nullptr);
  measuring_ = false;
  judgments_ = judgments;
  RandomStream random(seed_, static_cast<uint32_t>(step), static_cast<uint32_t>(step >> 32),
                      Purpose::kSampling);
  const KeyedPermutation order(static_cast<uint64_t>(window_rows), random.Next64());
  const int64_t rows = std::min<int64_t>(size, window_rows);
  const int64_t surprising = SurprisingRows(window, window_rows, rows, &random);
  const int64_t total = surprising > 0 ? window.Surprise(window_rows) : 0;
  // Evenly spaced over the sum of surprise, from a random start.
  const double start = surprising > 0 ? random.Uniform() : 0;
  planned_.clear();
  for (int64_t i = 0; i < surprising; ++i) {
    const int symmetry = RandomSymmetry(&random);
    const double share = (static_cast<double>(i) + start) / static_cast<double>(surprising);
    const auto units = static_cast<int64_t>(share * static_cast<double>(total));
    Plan(window.BySurprise(std::min(units, total - 1), window_rows), symmetry, &random);
  }
  PlanEvenly(window, order, {.begin = surprising, .count = rows - surprising}, false, &random);
  WriteRows(step);
  rows_.no_actions.assign(rows_.weights.size(), 0);
  rows_.no_targets.assign(rows_.weights.size() + 1, 0);
  rows_.one_action_each.resize(rows_.weights.size() + 1);
  std::iota(rows_.one_action_each.begin(), rows_.one_action_each.end(), 0);
  MeasureFit();
  MeasureAdvantages();
  if (config_.policy_gradient().normalize_advantages()) {
    NormalizeAdvantages();
  }
  if (Filters()) {
    FilterByAdvantage();
  }
}

void BatchMaker::MakeToMeasure(const ReplayWindow& window, int64_t window_rows, int64_t step,
                               int size, bool held_out) {
  measuring_ = true;
  judgments_ = nullptr;
  // A stream that no step uses: steps leave the highest bit 0.
  RandomStream random(seed_, static_cast<uint32_t>(step),
                      static_cast<uint32_t>(step >> 32) | uint32_t{1} << 31, Purpose::kSampling);
  const KeyedPermutation order(static_cast<uint64_t>(window_rows), random.Next64());
  planned_.clear();
  PlanEvenly(window, order, {.begin = 0, .count = std::min<int64_t>(size, window_rows)}, held_out,
             &random);
  WriteRows(step);
  MeasureFit();
  MeasureAdvantages();
}

// Skips rows of the other kind, so a batch may have fewer rows than requested.
void BatchMaker::PlanEvenly(const ReplayWindow& window, const KeyedPermutation& order,
                            Places places, bool held_out, RandomStream* random) {
  const auto window_rows = static_cast<int64_t>(order.Size());
  std::set<const selfplay::GameRecord*> games;
  double ages = 0;
  int64_t added = 0;
  for (int64_t i = places.begin; i < window_rows && added < places.count; ++i) {
    const auto index = static_cast<int64_t>(order(static_cast<uint64_t>(i)));
    const WindowRow row = window.At(index, window_rows);
    if (row.held_out == held_out) {
      Plan(row, RandomSymmetry(random), random);
      games.insert(row.record);
      ages += static_cast<double>(window_rows - 1 - index);
      ++added;
    }
  }
  mean_age_ = added > 0 ? ages / static_cast<double>(added) : 0;
  num_games_ = std::ssize(games);
}

// If chance acts after the row's action, the critic sees the position before or after the action.
void BatchMaker::Plan(const WindowRow& row, int symmetry, RandomStream* random) {
  bool chance_follows = false;
  if (judgments_ != nullptr) {
    const auto& after = judgments_->at(row.record->number).after;
    chance_follows = !after.empty() && after[static_cast<size_t>(row.row)].has_value();
  }
  planned_.push_back(
      {.row = row, .symmetry = symmetry, .after_action = chance_follows && random->Below(2) == 1});
}

// Each writer takes consecutive rows, so the arrays are the same for any number of writers.
void BatchMaker::WriteRows(int64_t step) {
  const double margin_share = MarginShare(config_.margin_return(), step);
  const auto writers = std::ssize(writers_);
  const int64_t rows = std::ssize(planned_);
  ParallelFor(writers, static_cast<int>(writers), [&](int64_t i) {
    BatchArrays* const part = i == 0 ? &rows_ : &parts_[static_cast<size_t>(i - 1)];
    part->Clear();
    RowWriter& writer = writers_[static_cast<size_t>(i)];
    writer.Begin(margin_share, judgments_, part);
    for (int64_t row = rows * i / writers; row < rows * (i + 1) / writers; ++row) {
      writer.Add(planned_[static_cast<size_t>(row)]);
    }
  });
  for (const BatchArrays& part : parts_) {
    rows_.Append(part);
  }
}

int BatchMaker::RandomSymmetry(RandomStream* random) const {
  return static_cast<int>(random->Below(static_cast<uint32_t>(game_.Spec().num_symmetries)));
}

int64_t BatchMaker::SurprisingRows(const ReplayWindow& window, int64_t window_rows, int64_t rows,
                                   RandomStream* random) const {
  if (config_.surprise_weight() == 0 || window.Surprise(window_rows) == 0) {
    return 0;
  }
  // Rounded up or down at random, so that the expected share is exact also for small batches.
  const double part = config_.surprise_weight() * static_cast<double>(rows) + random->Uniform();
  return std::min(rows, static_cast<int64_t>(part));
}

void BatchMaker::MeasureFit() {
  fit_ = {};
  for (size_t row = 0; row < rows_.worth.size(); ++row) {
    fit_.errors += std::pow(rows_.worth[row] - rows_.expected[row], 2);
    fit_.squares += rows_.worth[row] * rows_.worth[row];
  }
}

void BatchMaker::MeasureAdvantages() {
  double squares = 0;
  for (const double advantage : rows_.advantages) {
    squares += advantage * advantage;
  }
  const auto rows = static_cast<double>(rows_.advantages.size());
  advantage_scale_ = std::sqrt(squares / std::max(rows, 1.0));
}

void BatchMaker::NormalizeAdvantages() {
  // If all advantages are nearly equal, do not amplify rounding errors.
  const double scale = std::max(advantage_scale_, 1e-4);
  for (float& advantage : rows_.advantages) {
    advantage = static_cast<float>(static_cast<double>(advantage) / scale);
  }
}

void BatchMaker::FilterByAdvantage() {
  std::vector<size_t> order(rows_.advantages.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t row) { return std::abs(rows_.advantages[row]); });
  const double share = config_.policy_gradient().advantage_filter();
  order.resize(static_cast<size_t>(share * static_cast<double>(order.size())));
  std::vector<bool> left_out(rows_.advantages.size(), false);
  for (const size_t row : order) {
    left_out[row] = true;
  }
  for (size_t row = 0; row < left_out.size(); ++row) {
    const auto add = [&](const auto& from, auto* to) {
      to->insert(to->end(), from.begin() + rows_.policies.offsets[row],
                 from.begin() + rows_.policies.offsets[row + 1]);
    };
    if (!left_out[row]) {
      add(rows_.policies.indices, &rows_.kept.indices);
      add(rows_.policies.probabilities, &rows_.kept.probabilities);
    }
    rows_.kept.offsets.push_back(static_cast<int32_t>(rows_.kept.indices.size()));
  }
}

network::TrainingBatch BatchMaker::Batch() const {
  const selfplay::PolicyLists& targets = Filters() ? rows_.kept : rows_.policies;
  network::TrainingBatch batch = {.planes = rows_.planes,
                                  .globals = rows_.globals,
                                  .legal = rows_.policies.indices,
                                  .legal_offsets = rows_.policies.offsets,
                                  .target_actions = targets.indices,
                                  .target_probabilities = targets.probabilities,
                                  .target_offsets = targets.offsets,
                                  .wdl = rows_.wdl,
                                  .weights = rows_.weights,
                                  .taken = rows_.taken,
                                  .behaviour = rows_.behaviour,
                                  .advantages = rows_.advantages,
                                  .margins = rows_.margins,
                                  .owners = rows_.owners};
  if (wanted_.reply) {
    batch.reply_legal = rows_.replies.indices;
    batch.reply_probabilities = rows_.replies.probabilities;
    batch.reply_offsets = rows_.replies.offsets;
  }
  return batch;
}

network::TrainingBatch BatchMaker::CriticBatch() const {
  return {.planes = rows_.critic_planes,
          .globals = rows_.critic_globals,
          .legal = rows_.no_actions,
          .legal_offsets = rows_.one_action_each,
          .target_actions = {},
          .target_probabilities = {},
          .target_offsets = rows_.no_targets,
          .wdl = rows_.wdl,
          .weights = rows_.weights};
}

}  // namespace kvintet::training
