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

void PolicyLists::Clear() {
  indices.clear();
  probabilities.clear();
  offsets.assign(1, 0);
}

BatchMaker::BatchMaker(const envs::Game& game, const network::NetworkSight& sight,
                       const LearnerConfig& config, uint64_t seed)
    : game_(game),
      sight_(sight),
      config_(config),
      seed_(seed),
      replay_(game),
      image_(1, game.Spec().view_bytes),
      reply_image_(1, game.Spec().view_bytes),
      end_image_(1, game.Spec().position_bytes) {}

void BatchMaker::Clear() {
  planes_.clear();
  globals_.clear();
  policies_.Clear();
  kept_.Clear();
  wdl_.clear();
  weights_.clear();
  taken_.clear();
  behaviour_.clear();
  advantages_.clear();
  critic_planes_.clear();
  critic_globals_.clear();
  replies_.Clear();
  margins_.clear();
  owners_.clear();
  fit_ = {};
}

void BatchMaker::Make(const ReplayWindow& window, int64_t window_rows, int64_t step, int size,
                      const GameJudgments* judgments) {
  KVINTET_CHECK_EQ(HasPrivilegedCritic(config_), judgments != nullptr);
  Clear();
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
  no_actions_.assign(weights_.size(), 0);
  no_targets_.assign(weights_.size() + 1, 0);
  one_action_each_.resize(weights_.size() + 1);
  std::iota(one_action_each_.begin(), one_action_each_.end(), 0);
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
  Clear();
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
  AppendPolicy(record, replayed, symmetry, image_.Span(), &policies_);
  AppendValue(record, replayed);
  if (config_.objective() == LearnerConfig::POLICY_GRADIENT || network::HasPolicyLoss(config_)) {
    AppendGradient(record, replayed);
  }
  weights_.push_back(1);
  if (judgment_ != nullptr) {
    AppendCritic(record, replayed, symmetry, random);
  }
  if (config_.reply_policy_weight() > 0) {
    AppendReply(record, row.row + 1, symmetry);
  }
  if (config_.margin_weight() > 0 || config_.ownership_weight() > 0) {
    AppendEnd(record, seat, symmetry);
  }
}

void BatchMaker::AppendView(const selfplay::ReplayedRow& row, int symmetry) {
  const network::NetworkShape shape = sight_.Shape();
  game_.TransformView(symmetry, row.view, image_.Span());
  const size_t plane = planes_.size();
  planes_.resize(plane + static_cast<size_t>(shape.PlaneBytes()));
  const size_t global = globals_.size();
  globals_.resize(global + static_cast<size_t>(shape.globals));
  sight_.Observe(image_.Span(), std::span(planes_).subspan(plane),
                 std::span(globals_).subspan(global));
}

void BatchMaker::AppendPolicy(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                              int symmetry, envs::ConstViews image, PolicyLists* policies) {
  images_.clear();
  for (const envs::Action action : row.legal) {
    images_.push_back(game_.TransformAction(symmetry, row.view, action));
  }
  const size_t first = policies->indices.size();
  policies->indices.resize(first + row.legal.size());
  game_.PolicyIndices(image, images_, std::span(policies->indices).subspan(first));
  policies->probabilities.resize(first + row.legal.size());
  selfplay::FillPolicy(record, *row.row, row.legal,
                       std::span(policies->probabilities).subspan(first));
  policies->offsets.push_back(static_cast<int32_t>(policies->indices.size()));
}

void BatchMaker::AppendCritic(const selfplay::GameRecord& record, const selfplay::ReplayedRow& row,
                              int symmetry, RandomStream* random) {
  const std::vector<std::optional<float>>& after = judgment_->after;
  const bool chance_follows = !after.empty() && after[static_cast<size_t>(row.index)].has_value();
  const bool show_after = chance_follows && random->Below(2) == 1;
  const envs::ConstPositions position =
      show_after ? replay_.ShowAfter(record, row.index) : row.position;
  const envs::GameSpec& spec = game_.Spec();
  const size_t plane = critic_planes_.size();
  critic_planes_.resize(plane + envs::kNumSeats * static_cast<size_t>(spec.PlaneBytes()));
  const size_t global = critic_globals_.size();
  critic_globals_.resize(global + envs::kNumSeats * static_cast<size_t>(spec.globals));
  envs::ObservePrivileged(game_, position, row.seat, std::span(critic_planes_).subspan(plane),
                          std::span(critic_globals_).subspan(global), symmetry);
}

void BatchMaker::AppendReply(const selfplay::GameRecord& record, int row, int symmetry) {
  if (row == static_cast<int>(record.rows.size())) {
    replies_.offsets.push_back(replies_.offsets.back());
    return;
  }
  const selfplay::ReplayedRow reply = replay_.ShowLater(record, row);
  game_.TransformView(symmetry, reply.view, reply_image_.Span());
  AppendPolicy(record, reply, symmetry, std::as_const(reply_image_).Span(), &replies_);
}

// The end of a game that was cut or given up is unknown.
void BatchMaker::AppendEnd(const selfplay::GameRecord& record, envs::Seat seat, int symmetry) {
  const std::optional<envs::ConstPositions> end = replay_.ShowEnd(record);
  if (config_.margin_weight() > 0) {
    const auto own = static_cast<size_t>(seat);
    const int64_t lead = int64_t{record.margin[own]} - record.margin[1 - own];
    margins_.push_back(end ? network::MarginBucket(lead) : -1);
  }
  if (config_.ownership_weight() > 0) {
    const envs::GameSpec& spec = game_.Spec();
    const size_t first = owners_.size();
    owners_.resize(first + static_cast<size_t>(spec.height) * static_cast<size_t>(spec.width),
                   network::kUnknownOwner);
    if (end) {
      game_.TransformPosition(symmetry, *end, end_image_.Span());
      game_.cell_owners()->Ownership(std::as_const(end_image_).Span(), std::as_const(image_).Span(),
                                     std::span(owners_).subspan(first));
    }
  }
}

ReturnRule BatchMaker::RuleOf(double lambda) const {
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
  wdl_.insert(wdl_.end(), {wdl.win, wdl.draw, wdl.loss});
}

void BatchMaker::AppendGradient(const selfplay::GameRecord& record,
                                const selfplay::ReplayedRow& row) {
  const envs::Action action = record.events[static_cast<size_t>(row.row->event)].action;
  const auto place = std::ranges::lower_bound(row.legal, action) - row.legal.begin();
  const std::vector<int32_t>& legal = policies_.indices;
  taken_.push_back(legal[legal.size() - row.legal.size() + static_cast<size_t>(place)]);
  behaviour_.push_back(selfplay::DecodeProbability(row.row->behaviour));
  const auto index = static_cast<size_t>(row.index);
  const double value =
      LambdaReturn(record, index, RuleOf(config_.policy_gradient().advantage_lambda()));
  const float expected = judgment_ != nullptr ? judgment_->rows[index].Value() : row.row->Value();
  advantages_.push_back(static_cast<float>(value) - expected);
  ReturnRule whole = RuleOf(1);
  whole.judgment = nullptr;
  const double worth = LambdaReturn(record, index, whole);
  fit_.errors += std::pow(worth - static_cast<double>(expected), 2);
  fit_.squares += worth * worth;
}

void BatchMaker::MeasureAdvantages() {
  double squares = 0;
  for (const double advantage : advantages_) {
    squares += advantage * advantage;
  }
  const auto rows = static_cast<double>(advantages_.size());
  advantage_scale_ = std::sqrt(squares / std::max(rows, 1.0));
}

void BatchMaker::NormalizeAdvantages() {
  // If all advantages are nearly equal, do not amplify rounding errors.
  const double scale = std::max(advantage_scale_, 1e-4);
  for (float& advantage : advantages_) {
    advantage = static_cast<float>(static_cast<double>(advantage) / scale);
  }
}

void BatchMaker::FilterByAdvantage() {
  std::vector<size_t> order(advantages_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t row) { return std::abs(advantages_[row]); });
  const double share = config_.policy_gradient().advantage_filter();
  order.resize(static_cast<size_t>(share * static_cast<double>(order.size())));
  std::vector<bool> left_out(advantages_.size(), false);
  for (const size_t row : order) {
    left_out[row] = true;
  }
  for (size_t row = 0; row < left_out.size(); ++row) {
    const auto add = [&](const auto& from, auto* to) {
      to->insert(to->end(), from.begin() + policies_.offsets[row],
                 from.begin() + policies_.offsets[row + 1]);
    };
    if (!left_out[row]) {
      add(policies_.indices, &kept_.indices);
      add(policies_.probabilities, &kept_.probabilities);
    }
    kept_.offsets.push_back(static_cast<int32_t>(kept_.indices.size()));
  }
}

network::TrainingBatch BatchMaker::Batch() const {
  const PolicyLists& targets = Filters() ? kept_ : policies_;
  network::TrainingBatch batch = {.planes = planes_,
                                  .globals = globals_,
                                  .legal = policies_.indices,
                                  .legal_offsets = policies_.offsets,
                                  .target_actions = targets.indices,
                                  .target_probabilities = targets.probabilities,
                                  .target_offsets = targets.offsets,
                                  .wdl = wdl_,
                                  .weights = weights_,
                                  .taken = taken_,
                                  .behaviour = behaviour_,
                                  .advantages = advantages_,
                                  .margins = margins_,
                                  .owners = owners_};
  if (config_.reply_policy_weight() > 0) {
    batch.reply_legal = replies_.indices;
    batch.reply_probabilities = replies_.probabilities;
    batch.reply_offsets = replies_.offsets;
  }
  return batch;
}

network::TrainingBatch BatchMaker::CriticBatch() const {
  return {.planes = critic_planes_,
          .globals = critic_globals_,
          .legal = no_actions_,
          .legal_offsets = one_action_each_,
          .target_actions = {},
          .target_probabilities = {},
          .target_offsets = no_targets_,
          .wdl = wdl_,
          .weights = weights_};
}

}  // namespace kvintet::training
