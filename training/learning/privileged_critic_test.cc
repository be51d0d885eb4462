// Tests of PrivilegedCritic: it learns what no seat can know, and its judgments are used correctly.
#include "training/learning/privileged_critic.h"

#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "selfplay/records/replay_rows.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"
#include "training/data/batch_maker.h"

namespace kvintet::training {
namespace {

using testing::IsOk;

LearnerConfig Config(bool remove_luck) {
  LearnerConfig config;
  config.set_objective(LearnerConfig::POLICY_GRADIENT);
  PrivilegedCriticConfig* const critic =
      config.mutable_policy_gradient()->mutable_privileged_critic();
  critic->set_blocks(1);
  critic->set_channels(16);
  critic->set_value_hidden(16);
  critic->set_remove_luck(remove_luck);
  return config;
}

class PrivilegedCriticTest : public ::testing::Test {
 protected:
  // Plays nearly at random.
  void Play(const std::string& game, uint32_t games) {
    game_ = testing::Game(game);
    for (selfplay::GameRecord& record : testing::PlayRecords(testing::SmallTask(*game_, games))) {
      window_.Add(std::move(record));
    }
  }

  std::unique_ptr<PrivilegedCritic> Create(const LearnerConfig& config) {
    const network::LearnerOptions options = {
        .learning_rate = 0.005, .weight_decay = 0, .warmup_steps = 10};
    auto critic = PrivilegedCritic::Create(*game_, config.policy_gradient(), options, {}, 1);
    EXPECT_THAT(critic, IsOk());
    return *std::move(critic);
  }

  // Takes `steps` steps, each on 256 rows.
  void Teach(const LearnerConfig& config, int steps, PrivilegedCritic* critic) {
    BatchMaker batches(*game_, config, 1);
    for (int step = 0; step < steps; ++step) {
      ASSERT_THAT(critic->Judge(window_, window_.TotalRows()), IsOk());
      batches.Make(window_, window_.TotalRows(), step, 256, &critic->Judgments());
      ASSERT_THAT(critic->Step(batches.CriticBatch()), IsOk());
    }
    critic->Forget();
    ASSERT_THAT(critic->Judge(window_, window_.TotalRows()), IsOk());
  }

  // Calls add(record, row) for each row of the window's games.
  template <typename Add>
  void ForEachRow(Add&& add) {
    for (int64_t i = 0; i < window_.TotalRows(); ++i) {
      const WindowRow row = window_.At(i, window_.TotalRows());
      add(*row.record, row.row);
    }
  }

  // The mean squared error of the best function of what the row's seat sees, or of the whole
  // position.
  double LeastError(bool of_position) {
    struct Sum {
      double rows = 0;
      double worth = 0;
      double squares = 0;
    };
    std::map<std::string, Sum> seen;
    selfplay::RowReplay replay(*game_);
    ForEachRow([&](const selfplay::GameRecord& record, int index) {
      const selfplay::ReplayedRow row = replay.Show(record, index);
      const auto bytes = of_position ? row.position.Bytes() : row.view.Bytes();
      Sum& sum = seen[std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size())];
      const double worth = static_cast<double>(record.ResultFor(*row.row));
      ++sum.rows;
      sum.worth += worth;
      sum.squares += worth * worth;
    });
    double errors = 0;
    for (const auto& [view, sum] : seen) {
      errors += sum.squares - sum.worth * sum.worth / sum.rows;
    }
    return errors / static_cast<double>(window_.TotalRows());
  }

  double ErrorOf(const PrivilegedCritic& critic) {
    double errors = 0;
    ForEachRow([&](const selfplay::GameRecord& record, int index) {
      const auto i = static_cast<size_t>(index);
      const auto value = static_cast<double>(critic.Judgments().at(record.number).rows[i].Value());
      errors += std::pow(static_cast<double>(record.ResultFor(record.rows[i])) - value, 2);
    });
    return errors / static_cast<double>(window_.TotalRows());
  }

  std::unique_ptr<envs::Game> game_;
  ReplayWindow window_;
};

// In Kuhn poker a player who has bet does not know the other's card; the critic does.
TEST_F(PrivilegedCriticTest, LearnsWhatNoSeatCanKnow) {
  Play("kuhn", 500);
  const LearnerConfig config = Config(false);
  const auto critic = Create(config);
  Teach(config, 200, critic.get());
  const double seats = LeastError(false);
  const double both = LeastError(true);
  EXPECT_LT(both, 0.95 * seats);
  EXPECT_LT(ErrorOf(*critic), (seats + both) / 2);
}

TEST_F(PrivilegedCriticTest, JudgesAGameOnceUntilItForgets) {
  Play("kuhn", 20);
  const LearnerConfig config = Config(false);
  const auto critic = Create(config);
  ASSERT_THAT(critic->Judge(window_, window_.TotalRows()), IsOk());
  const uint32_t game = window_.At(0, window_.TotalRows()).record->number;
  const auto first = critic->Judgments().at(game).rows;
  BatchMaker batches(*game_, config, 1);
  batches.Make(window_, window_.TotalRows(), 0, 32, &critic->Judgments());
  ASSERT_THAT(critic->Step(batches.CriticBatch()), IsOk());
  ASSERT_THAT(critic->Judge(window_, window_.TotalRows()), IsOk());
  EXPECT_EQ(critic->Judgments().at(game).rows, first);
  critic->Forget();
  ASSERT_THAT(critic->Judge(window_, window_.TotalRows()), IsOk());
  EXPECT_NE(critic->Judgments().at(game).rows, first);
}

// In Leduc poker a card is turned up between two rounds of betting.
TEST_F(PrivilegedCriticTest, JudgesPositionsBeforeChanceActs) {
  Play("leduc", 30);
  const auto critic = Create(Config(true));
  ASSERT_THAT(critic->Judge(window_, window_.TotalRows()), IsOk());
  int64_t known = 0;
  ForEachRow([&](const selfplay::GameRecord& record, int index) {
    const auto i = static_cast<size_t>(index);
    const auto& judgment = critic->Judgments().at(record.number);
    ASSERT_EQ(judgment.after.size(), record.rows.size());
    const auto next = static_cast<size_t>(record.rows[i].event) + 1;
    const bool chance =
        next < record.events.size() && record.events[next].actor == envs::Actor::kChance;
    EXPECT_EQ(judgment.after[i].has_value(), chance);
    known += chance ? 1 : 0;
  });
  EXPECT_GT(known, 0);
}

// The effect of the turned-up card on returns is removed. Its mean is zero.
TEST_F(PrivilegedCriticTest, WithoutLuckReturnsVaryLess) {
  Play("leduc", 1000);
  const LearnerConfig config = Config(true);
  const auto critic = Create(config);
  Teach(config, 300, critic.get());
  double squares = 0;
  double squares_without = 0;
  double luck = 0;
  double rows = 0;
  ForEachRow([&](const selfplay::GameRecord& record, int index) {
    const auto i = static_cast<size_t>(index);
    const selfplay::GameJudgment& judgment = critic->Judgments().at(record.number);
    if (!judgment.after[i].has_value()) {
      return;
    }
    selfplay::GameJudgment lucky = judgment;
    lucky.after.clear();
    const auto expected = static_cast<double>(judgment.rows[i].Value());
    const double with = LambdaReturn(record, i, {.judgment = &lucky}) - expected;
    const double without = LambdaReturn(record, i, {.judgment = &judgment}) - expected;
    squares += with * with;
    squares_without += without * without;
    const auto event = static_cast<size_t>(record.rows[i].event);
    const bool first = record.events[event].actor == envs::Actor::kSeat0;
    luck += first ? with - without : without - with;
    ++rows;
  });
  EXPECT_GT(rows, 200);
  EXPECT_LT(squares_without, 0.9 * squares);
  EXPECT_NEAR(luck / rows, 0, 0.05);
}

TEST_F(PrivilegedCriticTest, GoesOnFromItsState) {
  Play("kuhn", 100);
  const LearnerConfig config = Config(false);
  const auto whole = Create(config);
  Teach(config, 3, whole.get());
  const auto again = Create(config);
  ASSERT_THAT(again->LoadState(whole->SaveState()), IsOk());
  ASSERT_THAT(again->Judge(window_, window_.TotalRows()), IsOk());
  const uint32_t game = window_.At(0, window_.TotalRows()).record->number;
  EXPECT_EQ(again->Judgments().at(game).rows, whole->Judgments().at(game).rows);
}

}  // namespace
}  // namespace kvintet::training
