// BatchMaker: see the header.
#include "training/data/batch_maker.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/rng.h"
#include "envs/privileged.h"
#include "training/network/learning/policy_loss.h"

namespace kvintet::training {

namespace {

// The share of margins in returns at this step.
double MarginShare(const MarginReturnConfig& config, int64_t step) {
  const double done = static_cast<double>(step) / config.steps();
  return config.share() * std::max(0.0, 1 - done);
}

}  // namespace

BatchMaker::BatchMaker(const envs::Game& game, const network::NetworkSight& sight,
                       const LearnerConfig& config, uint64_t seed)
    : game_(game),
      sight_(sight),
      config_(config),
      seed_(seed),
      wanted_(network::TargetsFromConfig(config)),
      replay_(game),
      image_(1, game.Spec().view_bytes),
      reply_image_(1, game.Spec().view_bytes),
      end_image_(1, game.Spec().position_bytes) {}

void BatchMaker::Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
                      const selfplay::GameJudgments* judgments) {
  KVINTET_CHECK_EQ(HasPrivilegedCritic(config_), judgments != nullptr);
  rows_.Clear();
  fit_ = {};
  measuring_ = false;
  judgments_ = judgments;
  margin_share_ = MarginShare(config_.margin_return(), step);
  RandomStream random(seed_, static_cast<uint32_t>(step), static_cast<uint32_t>(step >> 32),
                      Purpose::kSampling);
  const KeyedPermutation order(static_cast<uint64_t>(window_rows), random.Next64());
  const int64_t rows = std::min<int64_t>(size, window_rows);
  const int64_t surprising = SurprisingRows(window, window_rows, rows, &random);
  const int64_t total = surprising > 0 ? window.Surprise(window_rows) : 0;
  // Evenly spaced over the sum of surprise, from a random start.
  const double start = surprising > 0 ? random.Uniform() : 0;
  for (int64_t i = 0; i < surprising; ++i) {
    const int symmetry = RandomSymmetry(&random);
    const double share = (static_cast<double>(i) + start) / static_cast<double>(surprising);
    const auto units = static_cast<int64_t>(share * static_cast<double>(total));
    AddRow(window.BySurprise(std::min(units, total - 1), window_rows), symmetry, &random);
  }
  AddEvenly(window, order, {.begin = surprising, .count = rows - surprising}, false, &random);
  rows_.no_actions.assign(rows_.weights.size(), 0);
  rows_.no_targets.assign(rows_.weights.size() + 1, 0);
  rows_.one_action_each.resize(rows_.weights.size() + 1);
  std::iota(rows_.one_action_each.begin(), rows_.one_action_each.end(), 0);
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
  rows_.Clear();
  fit_ = {};
  measuring_ = true;
  judgments_ = nullptr;
  margin_share_ = MarginShare(config_.margin_return(), step);
  // A stream that no step uses: steps leave the highest bit 0.
  RandomStream random(seed_, static_cast<uint32_t>(step),
                      static_cast<uint32_t>(step >> 32) | uint32_t{1} << 31, Purpose::kSampling);
  const KeyedPermutation order(static_cast<uint64_t>(window_rows), random.Next64());
  AddEvenly(window, order, {.begin = 0, .count = std::min<int64_t>(size, window_rows)}, held_out,
            &random);
  MeasureAdvantages();
}

// Skips rows of the other kind, so a batch may have fewer rows than requested.
void BatchMaker::AddEvenly(const ReplayWindow& window, const KeyedPermutation& order, Places places,
                           bool held_out, RandomStream* random) {
  const auto window_rows = static_cast<int64_t>(order.Size());
  std::set<const selfplay::GameRecord*> games;
  double ages = 0;
  int64_t added = 0;
  for (int64_t i = places.begin; i < window_rows && added < places.count; ++i) {
    const auto index = static_cast<int64_t>(order(static_cast<uint64_t>(i)));
    const WindowRow row = window.At(index, window_rows);
    if (row.held_out == held_out) {
      AddRow(row, RandomSymmetry(random), random);
      games.insert(row.record);
      ages += static_cast<double>(window_rows - 1 - index);
      ++added;
    }
  }
  mean_age_ = added > 0 ? ages / static_cast<double>(added) : 0;
  num_games_ = std::ssize(games);
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

void BatchMaker::AddRow(const WindowRow& row, int symmetry, RandomStream* random) {
  const selfplay::GameRecord& record = *row.record;
  judgment_ = judgments_ != nullptr ? &judgments_->at(record.number) : nullptr;
  const selfplay::ReplayedRow replayed = replay_.Show(record, row.row);
  const envs::Seat seat = replayed.seat;
  AppendView(replayed, symmetry);
  selfplay::AppendPolicy(game_, record, replayed, symmetry, std::as_const(image_).Span(),
                         &rows_.policies);
  AppendValue(record, replayed);
  if (config_.objective() == LearnerConfig::POLICY_GRADIENT || network::HasPolicyLoss(config_)) {
    AppendGradient(record, replayed);
  }
  rows_.weights.push_back(1);
  if (judgment_ != nullptr) {
    AppendCritic(record, replayed, symmetry, random);
  }
  if (wanted_.reply) {
    AppendReply(record, row.row + 1, symmetry);
  }
  if (wanted_.margins || wanted_.owners) {
    AppendEnd(record, seat, symmetry);
  }
}

void BatchMaker::AppendView(const selfplay::ReplayedRow& row, int symmetry) {
  const network::NetworkShape shape = sight_.Shape();
  game_.TransformView(symmetry, row.view, image_.Span());
  const size_t plane = rows_.planes.size();
  rows_.planes.resize(plane + static_cast<size_t>(shape.PlaneBytes()));
  const size_t global = rows_.globals.size();
  rows_.globals.resize(global + static_cast<size_t>(shape.globals));
  sight_.Observe(image_.Span(), std::span(rows_.planes).subspan(plane),
                 std::span(rows_.globals).subspan(global));
}

void BatchMaker::AppendCritic(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                              int symmetry, RandomStream* random) {
  const std::vector<std::optional<float>>& after = judgment_->after;
  const bool chance_follows = !after.empty() && after[static_cast<size_t>(row.index)].has_value();
  const bool show_after = chance_follows && random->Below(2) == 1;
  const envs::ConstPositions position =
      show_after ? replay_.ShowAfter(record, row.index) : row.position;
  const envs::GameSpec& spec = game_.Spec();
  const size_t plane = rows_.critic_planes.size();
  rows_.critic_planes.resize(plane + envs::kNumSeats * static_cast<size_t>(spec.PlaneBytes()));
  const size_t global = rows_.critic_globals.size();
  rows_.critic_globals.resize(global + envs::kNumSeats * static_cast<size_t>(spec.globals));
  envs::ObservePrivileged(game_, position, row.seat, std::span(rows_.critic_planes).subspan(plane),
                          std::span(rows_.critic_globals).subspan(global), symmetry);
}

void BatchMaker::AppendReply(const selfplay::GameRecord& record, int row, int symmetry) {
  if (row == static_cast<int>(record.rows.size())) {
    rows_.replies.offsets.push_back(rows_.replies.offsets.back());
    return;
  }
  const selfplay::ReplayedRow reply = replay_.ShowLater(record, row);
  game_.TransformView(symmetry, reply.view, reply_image_.Span());
  selfplay::AppendPolicy(game_, record, reply, symmetry, std::as_const(reply_image_).Span(),
                         &rows_.replies);
}

// The end of a game that was cut or given up is unknown.
void BatchMaker::AppendEnd(const selfplay::GameRecord& record, envs::Seat seat, int symmetry) {
  const std::optional<envs::ConstPositions> end = replay_.ShowEnd(record);
  if (wanted_.margins) {
    const auto own = static_cast<size_t>(seat);
    const int64_t lead = int64_t{record.margin[own]} - record.margin[1 - own];
    rows_.margins.push_back(end ? network::MarginBucket(lead) : -1);
  }
  if (wanted_.owners) {
    const envs::GameSpec& spec = game_.Spec();
    const size_t first = rows_.owners.size();
    rows_.owners.resize(first + static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width),
                        network::kUnknownOwner);
    if (end) {
      game_.TransformPosition(symmetry, *end, end_image_.Span());
      game_.cell_owners()->Ownership(std::as_const(end_image_).Span(), std::as_const(image_).Span(),
                                     std::span(rows_.owners).subspan(first));
    }
  }
}

selfplay::ReturnRule BatchMaker::RuleOf(double lambda) const {
  return {.lambda = lambda,
          .cut_lead = config_.cut_lead(),
          .discount = config_.discount(),
          .margin_share = margin_share_,
          .margin_scale = config_.margin_return().scale(),
          .judgment = judgment_};
}

void BatchMaker::AppendValue(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row) {
  const selfplay::Wdl wdl =
      LambdaWdl(record, static_cast<size_t>(row.index), RuleOf(config_.value_lambda()));
  rows_.wdl.insert(rows_.wdl.end(), {wdl.win, wdl.draw, wdl.loss});
}

void BatchMaker::AppendGradient(const selfplay::GameRecord& record,
                                const selfplay::ReplayedRow& row) {
  const envs::Action action = record.events[static_cast<size_t>(row.row->event)].action;
  const auto place = std::ranges::lower_bound(row.legal, action) - row.legal.begin();
  const std::vector<int32_t>& legal = rows_.policies.indices;
  rows_.taken.push_back(legal[legal.size() - row.legal.size() + static_cast<size_t>(place)]);
  rows_.behaviour.push_back(selfplay::DecodeProbability(row.row->behaviour));
  const auto index = static_cast<size_t>(row.index);
  const double value =
      LambdaReturn(record, index, RuleOf(config_.policy_gradient().advantage_lambda()));
  const float expected = judgment_ != nullptr ? judgment_->rows[index].Value() : row.row->Value();
  rows_.advantages.push_back(static_cast<float>(value) - expected);
  selfplay::ReturnRule whole = RuleOf(1);
  whole.judgment = nullptr;
  const double worth = LambdaReturn(record, index, whole);
  fit_.errors += std::pow(worth - static_cast<double>(expected), 2);
  fit_.squares += worth * worth;
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
