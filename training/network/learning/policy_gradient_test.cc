// The policy gradient on made-up rows: losses against sums computed by hand, and its effect.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/learning/learner.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Lt;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 5, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 1, .channels = 8};
constexpr size_t kLegal = 4;
constexpr double kUniform = 1.0 / kLegal;

// Rows with four legal actions each, one of which was taken by a policy with the given
// probabilities.
struct Experience {
  MadeUpRows rows;
  std::vector<float> policy;
  std::vector<float> wdl;
  std::vector<float> weights;
  std::vector<int32_t> taken;
  std::vector<float> behaviour;
  std::vector<float> advantages;

  Experience(int count, const std::vector<float>& policy_of_each, float advantage)
      : rows(kShape, count, 3) {
    rows.actions.clear();
    rows.offsets = {0};
    for (int row = 0; row < count; ++row) {
      for (int action = row % 6; action < row % 6 + 4 * 6; action += 6) {
        rows.actions.push_back(action);
      }
      rows.offsets.push_back(static_cast<int32_t>(rows.actions.size()));
      const size_t rank = static_cast<size_t>(row) % kLegal;
      taken.push_back(rows.actions[rows.actions.size() - kLegal + rank]);
      behaviour.push_back(policy_of_each[rank]);
      policy.insert(policy.end(), policy_of_each.begin(), policy_of_each.end());
      wdl.insert(wdl.end(), {0.5f, 0, 0.5f});
      weights.push_back(row % 3 == 0 ? 2.0f : 1.0f);
      advantages.push_back(advantage);
    }
    rows.logits.resize(rows.actions.size());
  }

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

  // Probabilities of the legal actions of all rows, [4 * rows].
  std::vector<double> Policy(const Weights& weights_now) {
    const auto network = Network::Create(kShape, kSize, weights_now, {});
    EXPECT_TRUE((*network)->Evaluate(rows.Input(), rows.Output()).ok());
    std::vector<double> result;
    for (size_t first = 0; first < rows.logits.size(); first += kLegal) {
      double sum = 0;
      for (size_t i = first; i < first + kLegal; ++i) {
        sum += std::exp(static_cast<double>(rows.logits[i]));
      }
      for (size_t i = first; i < first + kLegal; ++i) {
        result.push_back(std::exp(static_cast<double>(rows.logits[i])) / sum);
      }
    }
    return result;
  }

  // Each row's probability ratio: the action's probability now against that in the data.
  std::vector<double> Ratios(const Weights& weights_now) {
    const std::vector<double> now = Policy(weights_now);
    std::vector<double> ratios;
    for (size_t row = 0; row < taken.size(); ++row) {
      const size_t place = kLegal * row + row % kLegal;
      ratios.push_back(now[place] / static_cast<double>(behaviour[row]));
    }
    return ratios;
  }
};

const std::vector<float> kEven(kLegal, 0.25f);

std::unique_ptr<Learner> Make(const LearnerOptions& options, const Weights& weights) {
  auto learner = Learner::Create(kShape, kSize, weights, options);
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

// Learns slowly, so that nothing overshoots.
std::unique_ptr<Learner> Teach(const Experience& experience, const LossOptions& loss,
                               const Weights& weights, int steps) {
  auto learner = Make({.optimizer = OptimizerKind::kSgd,
                       .learning_rate = 0.06,
                       .momentum = 0,
                       .weight_decay = 0,
                       .warmup_steps = 0,
                       .loss = loss},
                      weights);
  for (int step = 0; step < steps; ++step) {
    EXPECT_TRUE(learner->Step(experience.Batch()).ok());
  }
  return learner;
}

const LossOptions kNoDivergence = {
    .value_weight = 0, .clip = 0.2, .kl_to_data = 0, .kl_to_uniform = 0};

// The paper's surrogate and both divergences, weighted over rows. The ratios of the first three
// rows are below, within and above the clip range.
TEST(PolicyGradientTest, LossIsTheClippedSurrogateWithBothDivergences) {
  const std::vector<float> data = {0.1f, 0.2f, 0.3f, 0.4f};
  Experience experience(12, data, 0.5f);
  experience.advantages[1] = -0.75f;
  experience.advantages[4] = -0.25f;
  const LossOptions loss = {.clip = 0.2, .kl_to_data = 0.3, .kl_to_uniform = 0.7};
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const std::vector<double> now = experience.Policy(weights);
  for (size_t row = 0; row < 3; ++row) {
    const double wanted = std::vector{0.6, 1.05, 1.7}[row];
    experience.behaviour[row] = static_cast<float>(now[kLegal * row + row] / wanted);
  }
  const std::vector<double> ratios = experience.Ratios(weights);
  double sum = 0;
  double sum_of_weights = 0;
  double clipped = 0;
  double divergence = 0;
  for (size_t row = 0; row < ratios.size(); ++row) {
    const auto weight = static_cast<double>(experience.weights[row]);
    const auto advantage = static_cast<double>(experience.advantages[row]);
    const bool over = ratios[row] > 1.2 && advantage > 0;
    const bool under = ratios[row] < 0.8 && advantage < 0;
    clipped += over || under ? weight : 0;
    double one = -std::min(ratios[row] * advantage, std::clamp(ratios[row], 0.8, 1.2) * advantage);
    for (size_t k = 0; k < kLegal; ++k) {
      const double p = now[kLegal * row + k];
      one += 0.3 * p * std::log(p / static_cast<double>(data[k]));
      divergence += weight * p * std::log(p / static_cast<double>(data[k]));
      one += 0.7 * p * std::log(p / kUniform);
    }
    sum += weight * one;
    sum_of_weights += weight;
  }
  const auto report = Make({.loss = loss}, weights)->Measure(experience.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_NEAR(report->policy, sum / sum_of_weights, 1e-4);
  ASSERT_GT(clipped, 0);
  EXPECT_NEAR(report->fit.clipped, clipped / sum_of_weights, 1e-5);
  EXPECT_NEAR(report->fit.kl_to_data, divergence / sum_of_weights, 1e-4);
}

// The forces by hand. The policy of the data had probability 0.1 for the action taken in some rows,
// so their weight of 10 is above the cap.
TEST(PolicyGradientTest, NeurdMovesLogitsByAdvantagesAndSlopesOfDivergences) {
  const std::vector<float> data = {0.1f, 0.2f, 0.3f, 0.4f};
  Experience experience(12, data, 0.5f);
  experience.advantages[1] = -0.75f;
  const LossOptions loss = {.kl_to_data = 0.3, .kl_to_uniform = 0.7, .neurd_max_weight = 4};
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const std::vector<double> now = experience.Policy(weights);
  double sum = 0;
  double sum_of_weights = 0;
  for (size_t row = 0; row < experience.taken.size(); ++row) {
    const size_t taken = row % kLegal;
    std::vector<double> forces;
    for (size_t k = 0; k < kLegal; ++k) {
      const double log_now = std::log(now[kLegal * row + k]);
      forces.push_back(-0.7 * log_now - 0.3 * (log_now - std::log(static_cast<double>(data[k]))));
    }
    forces[taken] += static_cast<double>(experience.advantages[row]) *
                     std::min(4.0, 1 / static_cast<double>(data[taken]));
    const double mean = (forces[0] + forces[1] + forces[2] + forces[3]) / kLegal;
    const auto weight = static_cast<double>(experience.weights[row]);
    for (size_t k = 0; k < kLegal; ++k) {
      sum -= weight * (forces[k] - mean) * std::log(now[kLegal * row + k]);
    }
    sum_of_weights += weight;
  }
  const auto report = Make({.loss = loss}, weights)->Measure(experience.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_NEAR(report->policy, sum / sum_of_weights, 1e-4);
}

// A good action that the policy has almost given up. Each row weighs as much as its action is
// likely, so that the batch is what the policy plays on average; only the rare action has an
// advantage.
TEST(PolicyGradientTest, NeurdBringsRareActionsBackSooner) {
  const std::vector<float> data = {0.01f, 0.33f, 0.33f, 0.33f};
  Experience rare(4, data, 0);
  LossOptions to_data = kNoDivergence;
  to_data.kl_to_data = 1;
  const Weights start =
      Teach(rare, to_data, InitialWeights(kShape, kSize, 1), 400)->NewestWeights();
  const double before = rare.Policy(start)[0];
  ASSERT_LT(before, 0.05);
  rare.weights = data;
  rare.advantages[0] = 0.5f;
  LossOptions clipped = kNoDivergence;
  clipped.clip = 1000;
  LossOptions neurd = kNoDivergence;
  neurd.neurd_max_weight = 20;
  const double slow = rare.Policy(Teach(rare, clipped, start, 3)->NewestWeights())[0];
  const double fast = rare.Policy(Teach(rare, neurd, start, 3)->NewestWeights())[0];
  EXPECT_GT(slow, before);
  EXPECT_GT(std::log(fast / before), 4 * std::log(slow / before));
}

TEST(PolicyGradientTest, GoodActionsGrowToTheClipAndNoFurther) {
  Experience experience(6, kEven, 1);
  const Weights start = InitialWeights(kShape, kSize, 1);
  const auto clipped = Teach(experience, kNoDivergence, start, 60);
  EXPECT_THAT(experience.Ratios(clipped->NewestWeights()), Each(Gt(1.15)));
  EXPECT_THAT(experience.Ratios(clipped->NewestWeights()), Each(Lt(1.6)));
  LossOptions wide = kNoDivergence;
  wide.clip = 10;
  const auto free = Teach(experience, wide, start, 60);
  EXPECT_THAT(experience.Ratios(free->NewestWeights()), Each(Gt(2)));
}

TEST(PolicyGradientTest, BadActionsShrink) {
  Experience experience(6, kEven, -1);
  const auto learner = Teach(experience, kNoDivergence, InitialWeights(kShape, kSize, 1), 60);
  EXPECT_THAT(experience.Ratios(learner->NewestWeights()), Each(Lt(0.85)));
}

TEST(PolicyGradientTest, DivergenceDrawsToThePolicyOfTheData) {
  const std::vector<float> data = {0.1f, 0.2f, 0.3f, 0.4f};
  Experience experience(6, data, 0);
  LossOptions loss = kNoDivergence;
  loss.kl_to_data = 1;
  const auto learner = Teach(experience, loss, InitialWeights(kShape, kSize, 1), 120);
  const auto report = learner->Measure(experience.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_NEAR(report->policy, 0, 0.01);
}

TEST(PolicyGradientTest, DivergenceDrawsToTheUniformPolicy) {
  Experience experience(6, {0.1f, 0.2f, 0.3f, 0.4f}, 0);
  LossOptions to_data = kNoDivergence;
  to_data.kl_to_data = 1;
  LossOptions to_uniform = kNoDivergence;
  to_uniform.kl_to_uniform = 1;
  const Weights start =
      Teach(experience, to_data, InitialWeights(kShape, kSize, 1), 120)->NewestWeights();
  const auto before = Make({.loss = to_uniform}, start)->Measure(experience.Batch());
  const auto after = Teach(experience, to_uniform, start, 120)->Measure(experience.Batch());
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_GT(before->policy, 0.05);
  EXPECT_LT(after->policy, 0.01);
}

// The magnet is the learner's initial state until the step count is a multiple of magnet_steps.
TEST(PolicyGradientTest, DivergenceHoldsToTheMagnetUntilItMoves) {
  Experience experience(6, kEven, 0);
  const Weights start = MadeUpWeights(kShape, kSize, 1);
  const auto learner =
      Make({.learning_rate = 0.05,
            .warmup_steps = 0,
            .magnet_steps = 3,
            .average_decay = 0,
            .loss = {.value_weight = 1, .kl_to_data = 0, .kl_to_uniform = 0.5, .kl_to_magnet = 2}},
           start);
  const auto divergence = [&](const Weights& from) {
    const std::vector<double> now = experience.Policy(learner->NewestWeights());
    const std::vector<double> magnet = experience.Policy(from);
    double sum = 0;
    double sum_of_weights = 0;
    for (size_t i = 0; i < now.size(); ++i) {
      const auto weight = static_cast<double>(experience.weights[i / kLegal]);
      sum +=
          weight * now[i] * (0.5 * std::log(now[i] / kUniform) + 2 * std::log(now[i] / magnet[i]));
      sum_of_weights += weight / kLegal;
    }
    return sum / sum_of_weights;
  };
  Weights magnet = start;
  for (int step = 0; step < 7; ++step) {
    if (step % 3 == 0) {
      magnet = learner->NewestWeights();
    }
    const auto report = learner->Measure(experience.Batch());
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_NEAR(report->policy, divergence(magnet), 1e-4) << "step " << step;
    ASSERT_TRUE(learner->Step(experience.Batch()).ok());
  }
  EXPECT_GT(std::abs(divergence(start) - divergence(magnet)), 1e-3);
}

// All rows have the same advantage. Rows whose target was removed count for the value only.
TEST(PolicyGradientTest, RowsWithoutATargetDoNotMoveThePolicy) {
  Experience whole(6, kEven, 1);
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const std::vector<int32_t> offsets = {0, 4, 8, 12, 12, 12, 12};
  TrainingBatch half = whole.Batch();
  half.target_actions = half.target_actions.first(12);
  half.target_probabilities = half.target_probabilities.first(12);
  half.target_offsets = offsets;
  const auto kept = Make({}, weights)->Measure(half);
  ASSERT_TRUE(kept.ok()) << kept.status();
  const auto before = Make({}, weights)->Measure(whole.Batch());
  whole.advantages = {1, 1, 1, 1000, -1000, 1000};
  half.advantages = whole.advantages;
  const auto after = Make({}, weights)->Measure(half);
  EXPECT_EQ(after->policy, kept->policy);
  EXPECT_EQ(after->value, before->value);
}

// With zero advantages only the divergences remain. Returns their ratio between the second and
// first step, when annealing leaves a quarter of what falls.
double AnnealedRatio(const LossOptions& loss) {
  const Experience experience(6, {0.1f, 0.2f, 0.3f, 0.4f}, 0);
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const auto learner = Make({.learning_rate = 1e-9,
                             .warmup_steps = 0,
                             .anneal_steps = 2,
                             .anneal_to = 0.25,
                             .loss = loss},
                            weights);
  const auto first = learner->Step(experience.Batch());
  const auto second = learner->Step(experience.Batch());
  EXPECT_TRUE(second.ok()) << second.status();
  EXPECT_GT(first->policy, 0.01);
  return second->policy / first->policy;
}

TEST(PolicyGradientTest, AnnealingLessensTheDivergenceFromUniform) {
  EXPECT_NEAR(AnnealedRatio({.kl_to_data = 0, .kl_to_uniform = 1e5}), 0.25, 1e-3);
}

// This keeps a step no longer than the pull of the uniform policy can balance.
TEST(PolicyGradientTest, AnnealingRaisesTheDivergenceFromTheData) {
  EXPECT_NEAR(AnnealedRatio({.kl_to_data = 1e3, .kl_to_uniform = 0}), 4, 0.02);
}

TEST(PolicyGradientTest, RefusesWhatCannotHaveHappened) {
  const Experience good(4, kEven, 1);
  const auto refusal = [](const Experience& experience) {
    const auto learner = Make({}, InitialWeights(kShape, kSize, 1));
    return std::string(learner->Step(experience.Batch()).status().message());
  };
  EXPECT_EQ(refusal(good), "");
  Experience bad = good;
  bad.taken[2] += 1;
  EXPECT_THAT(refusal(bad), HasSubstr("training row 2: policy index 15 was taken"));
  bad = good;
  bad.behaviour[1] = 0;
  EXPECT_THAT(refusal(bad), HasSubstr("training row 1: behaviour must be in (0, 1]"));
  bad = good;
  bad.advantages[3] = std::numeric_limits<float>::infinity();
  EXPECT_THAT(refusal(bad), HasSubstr("training row 3: behaviour must be in (0, 1] and"));
}

TEST(PolicyGradientTest, NamesTheOptionOutOfBounds) {
  EXPECT_THAT(std::string(CheckOptions({.loss = {.clip = 0}}).message()), HasSubstr("clip"));
  EXPECT_THAT(std::string(CheckOptions({.loss = {.kl_to_data = -1}}).message()),
              HasSubstr("kl_to_data"));
}

}  // namespace
}  // namespace kvintet::network
