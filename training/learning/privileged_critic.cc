// PrivilegedCritic: see the header.
#include "training/learning/privileged_critic.h"

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "base/status_macros.h"
#include "envs/privileged.h"
#include "selfplay/records/replay_rows.h"

namespace kvintet::training {
namespace {

// Makes its initial weights differ from those of the network that plays.
constexpr uint64_t kSeedOfCritics = 0x637269746963;

// Whether chance acts between row `i` and the next row or the end.
bool ChanceFollows(const selfplay::GameRecord& record, size_t i) {
  const size_t end = i + 1 < record.rows.size() ? static_cast<size_t>(record.rows[i + 1].event)
                                                : record.events.size();
  for (auto event = static_cast<size_t>(record.rows[i].event) + 1; event < end; ++event) {
    if (record.events[event].actor == envs::Actor::kChance) {
      return true;
    }
  }
  return false;
}

}  // namespace

network::NetworkShape CriticShape(const envs::Game& game) {
  const envs::GameSpec& spec = game.Spec();
  return {.planes = envs::kNumSeats * spec.planes,
          .height = spec.height,
          .width = spec.width,
          .globals = envs::kNumSeats * spec.globals,
          .policy_planes = 0,
          .policy_slots = 1};
}

network::NetworkSize CriticSize(const PrivilegedCriticConfig& config) {
  return {.blocks = config.blocks(),
          .channels = config.channels(),
          .policy_channels = 1,
          .value_hidden = config.value_hidden()};
}

PrivilegedCritic::PrivilegedCritic(const envs::Game& game, const PrivilegedCriticConfig& config,
                                   const RunFormat& format,
                                   std::unique_ptr<network::Learner> learner)
    : game_(game),
      remove_luck_(config.remove_luck()),
      shape_(CriticShape(game)),
      size_(CriticSize(config)),
      judging_options_(format.playing),
      learner_(std::move(learner)) {}

absl::StatusOr<std::unique_ptr<PrivilegedCritic>> PrivilegedCritic::Create(
    const envs::Game& game, const PolicyGradientConfig& config,
    const network::LearnerOptions& options, const RunFormat& format, uint64_t seed) {
  const PrivilegedCriticConfig& critic = config.privileged_critic();
  network::LearnerOptions own = options;
  own.loss = {};
  // Annealing is for policies only.
  own.anneal_steps = 0;
  own.average_decay = 0;
  const network::NetworkShape shape = CriticShape(game);
  const network::NetworkSize size = CriticSize(critic);
  KVINTET_ASSIGN_OR_RETURN(
      std::unique_ptr<network::Learner> learner,
      network::Learner::Create(shape, size,
                               network::InitialWeights(shape, size, seed ^ kSeedOfCritics), own));
  return std::unique_ptr<PrivilegedCritic>(
      new PrivilegedCritic(game, critic, format, std::move(learner)));
}

absl::Status PrivilegedCritic::Judge(const ReplayWindow& window, int64_t rows) {
  for (int64_t i = 0; i < rows;) {
    const WindowRow row = window.At(i, rows);
    i += static_cast<int64_t>(row.record->rows.size()) - row.row;
    if (!judgments_.contains(row.record->number)) {
      KVINTET_ASSIGN_OR_RETURN(judgments_[row.record->number], JudgeGame(*row.record));
    }
  }
  return absl::OkStatus();
}

void PrivilegedCritic::Observe(envs::ConstPositions position, envs::Seat seat) {
  const size_t plane = planes_.size();
  planes_.resize(plane + static_cast<size_t>(shape_.PlaneBytes()));
  const size_t global = globals_.size();
  globals_.resize(global + static_cast<size_t>(shape_.globals));
  envs::ObservePrivileged(game_, position, seat, std::span(planes_).subspan(plane),
                          std::span(globals_).subspan(global));
}

absl::StatusOr<selfplay::GameJudgment> PrivilegedCritic::JudgeGame(
    const selfplay::GameRecord& record) {
  planes_.clear();
  globals_.clear();
  selfplay::RowReplay replay(game_);
  std::vector<size_t> after;
  for (size_t i = 0; i < record.rows.size(); ++i) {
    const int index = static_cast<int>(i);
    const selfplay::ReplayedRow row =
        i == 0 ? replay.Show(record, index) : replay.ShowLater(record, index);
    Observe(row.position, row.seat);
    if (remove_luck_ && ChanceFollows(record, i)) {
      Observe(replay.ShowAfter(record, index), row.seat);
      after.push_back(i);
    }
  }
  const std::vector<int32_t> offsets(record.rows.size() + after.size() + 1, 0);
  std::vector<float> wdl(3 * (offsets.size() - 1));
  KVINTET_ASSIGN_OR_RETURN(const network::Network* const network, Judging());
  KVINTET_RETURN_IF_ERROR(
      network->Evaluate({.planes = planes_, .globals = globals_, .actions = {}, .offsets = offsets},
                        {.logits = {}, .wdl = wdl}));
  selfplay::GameJudgment judgment;
  if (remove_luck_) {
    judgment.after.resize(record.rows.size());
  }
  size_t place = 0;
  const auto next = [&]() -> selfplay::Wdl {
    const std::span<const float> of = std::span(wdl).subspan(3 * place++, 3);
    return {.win = of[0], .draw = of[1], .loss = of[2]};
  };
  size_t seen = 0;
  for (size_t i = 0; i < record.rows.size(); ++i) {
    judgment.rows.push_back(next());
    if (seen < after.size() && after[seen] == i) {
      judgment.after[i] = next().Value();
      ++seen;
    }
  }
  return judgment;
}

absl::StatusOr<const network::Network*> PrivilegedCritic::Judging() {
  if (judging_ == nullptr) {
    KVINTET_ASSIGN_OR_RETURN(
        judging_,
        network::Network::Create(shape_, size_, learner_->NewestWeights(), judging_options_));
  }
  return judging_.get();
}

absl::StatusOr<network::LossReport> PrivilegedCritic::Step(const network::TrainingBatch& batch) {
  judging_.reset();
  return learner_->Step(batch);
}

absl::Status PrivilegedCritic::LoadState(const network::LearnerState& state) {
  judging_.reset();
  judgments_.clear();
  return learner_->LoadState(state);
}

}  // namespace kvintet::training
