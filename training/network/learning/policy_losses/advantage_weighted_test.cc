// Tests of AdvantageWeightedLoss on made-up rows: the loss computed by hand, and its effect.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/learning/learner.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 5, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 1, .channels = 8};
constexpr size_t kLegal = 4;

// Rows with four legal actions each. In row b action number b % 4 was taken.
struct Experience {
  MadeUpRows rows;
  std::vector<float> policy;
  std::vector<float> wdl;
  std::vector<float> weights;
  std::vector<int32_t> taken;
  std::vector<float> behaviour;
  std::vector<float> advantages;

  Experience(int count, float advantage) : rows(kShape, count, 3) {
    rows.actions.clear();
    rows.offsets = {0};
    for (int row = 0; row < count; ++row) {
      for (int action = row % 6; action < row % 6 + 4 * 6; action += 6) {
        rows.actions.push_back(action);
      }
      rows.offsets.push_back(static_cast<int32_t>(rows.actions.size()));
      taken.push_back(rows.actions[Place(static_cast<size_t>(row))]);
      weights.push_back(row % 3 == 0 ? 2.0f : 1.0f);
    }
    const auto size = static_cast<size_t>(count);
    policy.assign(kLegal * size, 0.25f);
    behaviour.assign(size, 0.25f);
    advantages.assign(size, advantage);
    for (int row = 0; row < count; ++row) {
      wdl.insert(wdl.end(), {0.5f, 0, 0.5f});
    }
    rows.logits.resize(rows.actions.size());
  }

  // Position of the action taken among all legal actions.
  static size_t Place(size_t row) { return kLegal * row + row % kLegal; }

  TrainingBatch Batch() const {
    return {.planes = rows.planes,
            .globals = rows.globals,
            .legal = rows.actions,
            .legal_offsets = rows.offsets,
            .target_actions = rows.actions,
            .target_probabilities = policy,
            .target_offsets = rows.offsets,
            .wdl = wdl,
            .weights = weights,
            .taken = taken,
            .behaviour = behaviour,
            .advantages = advantages};
  }

  // Logarithms of the network's probabilities of the actions taken.
  std::vector<double> LogTaken(const Weights& weights_now) {
    const auto network = Network::Create(kShape, kSize, weights_now, {});
    EXPECT_TRUE((*network)->Evaluate(rows.Input(), rows.Output()).ok());
    std::vector<double> result;
    for (size_t row = 0; row < taken.size(); ++row) {
      double sum = 0;
      for (size_t i = kLegal * row; i < kLegal * (row + 1); ++i) {
        sum += std::exp(static_cast<double>(rows.logits[i]));
      }
      result.push_back(static_cast<double>(rows.logits[Place(row)]) - std::log(sum));
    }
    return result;
  }
};

LossOptions Loss(double temperature, double max_weight) {
  LearnerConfig config;
  config.mutable_advantage_weighted()->set_temperature(temperature);
  config.mutable_advantage_weighted()->set_max_weight(max_weight);
  const auto settings = PackPolicyLoss(config);
  EXPECT_TRUE(settings.ok()) << settings.status();
  return {.value_weight = 0, .own = *settings};
}

std::unique_ptr<Learner> Make(const LossOptions& loss, const Weights& weights) {
  auto learner = Learner::Create(kShape, kSize, weights,
                                 {.optimizer = OptimizerKind::kSgd,
                                  .learning_rate = 0.05,
                                  .momentum = 0,
                                  .weight_decay = 0,
                                  .warmup_steps = 0,
                                  .loss = loss});
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

// Three chunks of rows. Some weights exceed the cap.
TEST(AdvantageWeightedTest, LossIsTheWeightedLogarithm) {
  Experience experience(150, 0);
  for (size_t row = 0; row < experience.advantages.size(); ++row) {
    experience.advantages[row] = static_cast<float>(row % 9) / 4 - 1;
  }
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const std::vector<double> log_taken = experience.LogTaken(weights);
  double sum = 0;
  double sum_of_weights = 0;
  for (size_t row = 0; row < log_taken.size(); ++row) {
    const double sharp = std::exp(static_cast<double>(experience.advantages[row]) / 0.4);
    const auto weight = static_cast<double>(experience.weights[row]);
    sum -= weight * std::min(sharp, 5.0) * log_taken[row];
    sum_of_weights += weight;
  }
  const auto report = Make(Loss(0.4, 5), weights)->Measure(experience.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_NEAR(report->policy, sum / sum_of_weights, 1e-4);
  EXPECT_EQ(report->total, report->policy);
}

// Good actions become likelier; bad ones have little effect.
TEST(AdvantageWeightedTest, ImitatesWhatTurnedOutWell) {
  Experience experience(12, 0.5f);
  for (size_t row = 0; row < 12; row += 2) {
    experience.advantages[row] = -2;
  }
  const Weights weights = InitialWeights(kShape, kSize, 1);
  const std::vector<double> before = experience.LogTaken(weights);
  const auto learner = Make(Loss(0.5, 20), weights);
  for (int step = 0; step < 60; ++step) {
    ASSERT_TRUE(learner->Step(experience.Batch()).ok());
  }
  const std::vector<double> after = experience.LogTaken(learner->NewestWeights());
  for (size_t row = 1; row < 12; row += 2) {
    EXPECT_GT(after[row], before[row] + 0.2) << row;
    EXPECT_GT(after[row], after[row - 1]) << row;
  }
}

TEST(AdvantageWeightedTest, ThreadsDoNotChangeTheBytes) {
  const Experience experience(150, 0.3f);
  const Weights weights = InitialWeights(kShape, kSize, 1);
  std::vector<LearnerState> states;
  for (const int threads : {1, 3}) {
    auto learner =
        Learner::Create(kShape, kSize, weights, {.loss = Loss(0.5, 20), .threads = threads});
    ASSERT_TRUE(learner.ok()) << learner.status();
    ASSERT_TRUE((*learner)->Step(experience.Batch()).ok());
    states.push_back((*learner)->SaveState());
  }
  EXPECT_EQ(states[0], states[1]);
}

TEST(PolicyLossTest, SettingsThatAreNoneAreRefused) {
  LossOptions loss;
  loss.own.size = 3;
  loss.own.bytes = {'\xff', '\xff', '\xff'};
  EXPECT_THAT(std::string(CheckOptions({.loss = loss}).message()), HasSubstr("are malformed"));
  LearnerConfig other;
  other.set_batch_size(64);
  EXPECT_THAT(
      std::string(MakePolicyLoss(PolicyLossSettings(other.SerializeAsString())).status().message()),
      HasSubstr("are malformed"));
}

TEST(PolicyLossTest, NoEntryIsNoLoss) {
  const auto settings = PackPolicyLoss({});
  ASSERT_TRUE(settings.ok()) << settings.status();
  EXPECT_EQ(settings->size, 0);
  const auto loss = MakePolicyLoss(*settings);
  ASSERT_TRUE(loss.ok()) << loss.status();
  EXPECT_EQ(*loss, nullptr);
}

}  // namespace
}  // namespace kvintet::network
