// Learners on made-up rows: losses against sums computed by hand, learning, resuming, refusals.
#include "training/network/learning/learner.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 5, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 2, .channels = 32};

// Rows with targets: two of the legal actions, and a result.
struct Lesson {
  MadeUpRows rows;
  std::vector<int32_t> target_actions;
  std::vector<float> target_probabilities;
  std::vector<int32_t> target_offsets = {0};
  std::vector<float> wdl;
  std::vector<float> weights;

  explicit Lesson(int count) : rows(kShape, count, 3) {
    rows.actions.clear();
    rows.offsets = {0};
    for (int row = 0; row < count; ++row) {
      // Every third action and the slots, from a start that differs by row.
      for (int action = row % 3; action < 28; action += action < 25 ? 3 : 1) {
        rows.actions.push_back(action);
      }
      const auto first = static_cast<size_t>(rows.offsets.back());
      const size_t wanted = first + static_cast<size_t>(row) % 8;
      target_actions.insert(target_actions.end(), {rows.actions[wanted], rows.actions[wanted + 1]});
      target_probabilities.insert(target_probabilities.end(), {0.75f, 0.25f});
      target_offsets.push_back(static_cast<int32_t>(target_actions.size()));
      rows.offsets.push_back(static_cast<int32_t>(rows.actions.size()));
      wdl.insert(wdl.end(), {row % 2 == 0 ? 1.0f : 0.0f, 0.0f, row % 2 == 0 ? 0.0f : 1.0f});
      weights.push_back(row % 5 == 0 ? 2.0f : 1.0f);
    }
    rows.logits.resize(rows.actions.size());
  }

  TrainingBatch Batch() const {
    return {rows.planes,          rows.globals,   rows.actions, rows.offsets, target_actions,
            target_probabilities, target_offsets, wdl,          weights};
  }
};

std::unique_ptr<Learner> Make(const LearnerOptions& options, const Weights& weights) {
  auto learner = Learner::Create(kShape, kSize, weights, options);
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

std::unique_ptr<Learner> Make(const LearnerOptions& options) {
  return Make(options, InitialWeights(kShape, kSize, 1));
}

LossReport Teach(Learner& learner, const Lesson& lesson, int steps) {
  LossReport report;
  for (int step = 0; step < steps; ++step) {
    const auto result = learner.Step(lesson.Batch());
    EXPECT_TRUE(result.ok()) << result.status();
    report = *result;
  }
  return report;
}

// Weighted mean over rows of the cross-entropies, computed from the network's outputs.
struct Expected {
  double policy = 0;
  double value = 0;
  // The mean entropy of the network's policy.
  double entropy = 0;
};

Expected ByHand(Lesson& lesson, const Weights& weights) {
  const auto network = Network::Create(kShape, kSize, weights, {});
  EXPECT_TRUE((*network)->Evaluate(lesson.rows.Input(), lesson.rows.Output()).ok());
  Expected expected;
  double sum_of_weights = 0;
  for (size_t row = 0; row < lesson.weights.size(); ++row) {
    double sum = 0;
    for (int32_t i = lesson.rows.offsets[row]; i < lesson.rows.offsets[row + 1]; ++i) {
      sum += std::exp(static_cast<double>(lesson.rows.logits[static_cast<size_t>(i)]));
    }
    double entropy = 0;
    for (int32_t i = lesson.rows.offsets[row]; i < lesson.rows.offsets[row + 1]; ++i) {
      const double p = std::exp(static_cast<double>(lesson.rows.logits[static_cast<size_t>(i)]));
      entropy -= p / sum * std::log(p / sum);
    }
    double policy = 0;
    for (int32_t t = lesson.target_offsets[row]; t < lesson.target_offsets[row + 1]; ++t) {
      const int32_t action = lesson.target_actions[static_cast<size_t>(t)];
      const auto begin = lesson.rows.actions.begin() + lesson.rows.offsets[row];
      const auto place = static_cast<size_t>(std::find(begin, lesson.rows.actions.end(), action) -
                                             lesson.rows.actions.begin());
      policy -= lesson.target_probabilities[static_cast<size_t>(t)] *
                std::log(std::exp(static_cast<double>(lesson.rows.logits[place])) / sum);
    }
    double value = 0;
    for (size_t i = 3 * row; i < 3 * row + 3; ++i) {
      value -= lesson.wdl[i] * std::log(static_cast<double>(lesson.rows.wdl[i]));
    }
    expected.policy += lesson.weights[row] * policy;
    expected.value += lesson.weights[row] * value;
    expected.entropy += lesson.weights[row] * entropy;
    sum_of_weights += lesson.weights[row];
  }
  return {expected.policy / sum_of_weights, expected.value / sum_of_weights,
          expected.entropy / sum_of_weights};
}

TEST(LossesTest, AreCrossEntropiesOverLegalActions) {
  Lesson lesson(12);
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const auto report = Make({.loss = {.value_weight = 0.5}}, weights)->Measure(lesson.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  const Expected expected = ByHand(lesson, weights);
  EXPECT_NEAR(report->policy, expected.policy, 1e-4);
  EXPECT_NEAR(report->value, expected.value, 1e-4);
  EXPECT_NEAR(report->total, expected.policy + 0.5 * expected.value, 1e-4);
  EXPECT_NEAR(report->policy_floor, -0.75 * std::log(0.75) - 0.25 * std::log(0.25), 1e-5);
  EXPECT_NEAR(report->value_floor, 0, 1e-5);
}

TEST(LossesTest, TheFitIsThatOfTheNetworksOutputs) {
  Lesson lesson(12);
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const auto learner = Make({}, weights);
  const auto report = learner->Measure(lesson.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  const Fit& fit = report->fit;
  EXPECT_NEAR(fit.cross_entropy, report->policy, 1e-6);
  EXPECT_NEAR(fit.entropy, ByHand(lesson, weights).entropy, 1e-4);
  const auto network = Network::Create(kShape, kSize, weights, {});
  ASSERT_TRUE((*network)->Evaluate(lesson.rows.Input(), lesson.rows.Output()).ok());
  double error = 0;
  double target = 0;
  double sum = 0;
  for (size_t row = 0; row < lesson.weights.size(); ++row) {
    const double weight = lesson.weights[row];
    const double found =
        static_cast<double>(lesson.rows.wdl[3 * row] - lesson.rows.wdl[3 * row + 2]);
    const double wanted = row % 2 == 0 ? 1 : -1;
    error += weight * (found - wanted) * (found - wanted);
    target += weight * wanted;
    sum += weight;
  }
  EXPECT_NEAR(fit.squared_error, error / sum, 1e-4);
  EXPECT_NEAR(fit.ExplainedVariance(), 1 - error / sum / (1 - target * target / sum / sum), 1e-3);
  // All targets are wins or losses, so the base loss is that of a coin with this mean.
  const double wins = (1 + target / sum) / 2;
  EXPECT_NEAR(fit.BaseLoss(), -wins * std::log(wins) - (1 - wins) * std::log(1 - wins), 1e-4);
  double rows = 0;
  for (const Fit::Bin& bin : fit.bins) {
    rows += bin.rows;
  }
  EXPECT_NEAR(rows, 1, 1e-6);
}

TEST(LossesTest, TheFitHasTheEntropyOfUncertainResults) {
  Lesson lesson(12);
  for (size_t i = 0; i < lesson.wdl.size(); i += 3) {
    lesson.wdl[i] = 0.5f;
    lesson.wdl[i + 1] = lesson.wdl[i + 2] = 0.25f;
  }
  const auto report = Make({})->Measure(lesson.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  const double entropy = 0.5 * std::log(2) + 0.5 * std::log(4);
  EXPECT_NEAR(report->fit.value_entropy, entropy, 1e-5);
  EXPECT_NEAR(report->value_floor, entropy, 1e-5);
}

TEST(LossesTest, TheFitOfWhatIsLearntByHeartIsPerfect) {
  const Lesson lesson(12);
  const auto learner = Make({.learning_rate = 0.01});
  const double before = learner->Measure(lesson.Batch())->fit.ExplainedVariance();
  Teach(*learner, lesson, 200);
  const auto newest = learner->Measure(lesson.Batch(), Learner::Which::kNewest);
  const auto averaged = learner->Measure(lesson.Batch(), Learner::Which::kAveraged);
  ASSERT_TRUE(newest.ok());
  ASSERT_TRUE(averaged.ok());
  EXPECT_LT(before, 0.5);
  EXPECT_GT(newest->fit.ExplainedVariance(), 0.95);
  EXPECT_EQ(newest->fit.top1, 1);
  EXPECT_LT(newest->fit.CalibrationError(), 0.1);
  EXPECT_NE(newest->value, averaged->value);
}

TEST(FitTest, CalibrationIsTheDistanceInEachBin) {
  Fit fit;
  fit.bins[2] = {.rows = 0.5, .expected = 0.125, .scored = 0.2};
  fit.bins[7] = {.rows = 0.5, .expected = 0.375, .scored = 0.35};
  EXPECT_NEAR(fit.CalibrationError(), 0.1, 1e-12);
}

TEST(LossesTest, RowsWithoutAPolicyTargetCountForTheValueOnly) {
  Lesson all(6);
  Lesson some = all;
  // Removes the last row's target.
  some.target_actions.resize(10);
  some.target_probabilities.resize(10);
  some.target_offsets.back() = 10;
  Lesson five(5);
  const auto learner = Make({});
  const auto with_gap = learner->Measure(some.Batch());
  ASSERT_TRUE(with_gap.ok()) << with_gap.status();
  EXPECT_NEAR(with_gap->value, learner->Measure(all.Batch())->value, 1e-6);
  std::copy_n(all.rows.planes.begin(), five.rows.planes.size(), five.rows.planes.begin());
  std::copy_n(all.rows.globals.begin(), five.rows.globals.size(), five.rows.globals.begin());
  EXPECT_NEAR(with_gap->policy, learner->Measure(five.Batch())->policy, 1e-5);
}

struct LearnCase {
  const char* name;
  OptimizerKind optimizer;
  double rate;
  Precision precision;
};

class LearnTest : public ::testing::TestWithParam<LearnCase> {};

TEST_P(LearnTest, LearnsAFewRowsByHeart) {
  const Lesson lesson(16);
  const auto learner = Make({.optimizer = GetParam().optimizer,
                             .learning_rate = GetParam().rate,
                             .warmup_steps = 10,
                             .precision = GetParam().precision});
  const double before = learner->Measure(lesson.Batch())->total;
  Teach(*learner, lesson, 150);
  const auto after = learner->Measure(lesson.Batch());
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_GT(before, 2.5);
  EXPECT_LT(after->policy - after->policy_floor, 0.1);
  EXPECT_LT(after->value, 0.05);
}

INSTANTIATE_TEST_SUITE_P(
    All, LearnTest,
    ::testing::Values(LearnCase{"AdamW", OptimizerKind::kAdamW, 3e-3, Precision::kFp32},
                      LearnCase{"Sgd", OptimizerKind::kSgd, 0.1, Precision::kFp32},
                      LearnCase{"AdamWBf16", OptimizerKind::kAdamW, 3e-3, Precision::kBf16}),
    [](const auto& tested) { return std::string(tested.param.name); });

TEST(LearnerTest, SameBatchesSameBytes) {
  const Lesson lesson(16);
  const auto first = Make({});
  const auto second = Make({});
  Teach(*first, lesson, 5);
  Teach(*second, lesson, 5);
  EXPECT_EQ(first->SaveState(), second->SaveState());
}

// 150 rows are three chunks.
TEST(LearnerTest, SameBytesOnAnyNumberOfThreads) {
  const Lesson lesson(150);
  const auto one = Make({.threads = 1});
  Teach(*one, lesson, 3);
  for (const int threads : {2, 5}) {
    const auto several = Make({.threads = threads});
    Teach(*several, lesson, 3);
    EXPECT_EQ(one->SaveState(), several->SaveState()) << threads << " threads";
  }
}

TEST(LossesTest, OfChunksAddUpToThoseOfTheBatch) {
  Lesson lesson(150);
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  const auto report = Make({.threads = 2}, weights)->Measure(lesson.Batch());
  ASSERT_TRUE(report.ok()) << report.status();
  const Expected expected = ByHand(lesson, weights);
  EXPECT_NEAR(report->policy, expected.policy, 1e-4);
  EXPECT_NEAR(report->value, expected.value, 1e-4);
}

// Which rows share a chunk does not matter. (Only the value is compared, since policies differ in
// length.)
TEST(LearnerTest, EachRowWeighsTheSame) {
  Lesson lesson(65);
  lesson.target_actions.clear();
  lesson.target_probabilities.clear();
  std::ranges::fill(lesson.target_offsets, 0);
  Lesson turned = lesson;
  const auto turn = [](auto& values, std::ptrdiff_t row_size) {
    std::rotate(values.begin(), values.end() - row_size, values.end());
  };
  turn(turned.rows.planes, 75);
  turn(turned.rows.globals, 2);
  turn(turned.wdl, 3);
  turn(turned.weights, 1);
  const auto first = Make({});
  const auto second = Make({});
  EXPECT_NEAR(Teach(*first, lesson, 1).gradient_norm, Teach(*second, turned, 1).gradient_norm,
              1e-5);
}

TEST(LearnerTest, ResumesExactly) {
  const Lesson lesson(16);
  for (const OptimizerKind optimizer : {OptimizerKind::kAdamW, OptimizerKind::kSgd}) {
    const auto whole = Make({.optimizer = optimizer});
    const auto before = Make({.optimizer = optimizer});
    Teach(*whole, lesson, 6);
    Teach(*before, lesson, 3);
    const auto after = Make({.optimizer = optimizer}, MadeUpWeights(kShape, kSize, 9));
    ASSERT_TRUE(after->LoadState(before->SaveState()).ok());
    Teach(*after, lesson, 3);
    EXPECT_EQ(after->Steps(), 6);
    EXPECT_EQ(after->SaveState(), whole->SaveState());
  }
}

// The loss falls as in fp32, step by step.
TEST(LearnerTest, LearnsInBfloat16AsInFloat32) {
  const Lesson lesson(16);
  const auto exact =
      Make({.learning_rate = 5e-4, .warmup_steps = 0, .precision = Precision::kFp32});
  const auto rough =
      Make({.learning_rate = 5e-4, .warmup_steps = 0, .precision = Precision::kBf16});
  for (int i = 0; i < 5; ++i) {
    const double expected = Teach(*exact, lesson, 8).total;
    EXPECT_NEAR(Teach(*rough, lesson, 8).total, expected, 0.05 * expected + 0.02) << i;
  }
  EXPECT_NE(exact->NewestWeights(), rough->NewestWeights());
}

// The state is fp32 in either precision.
TEST(LearnerTest, GoesOnInTheOtherPrecision) {
  const Lesson lesson(16);
  for (const bool first_rough : {false, true}) {
    const Precision first = first_rough ? Precision::kBf16 : Precision::kFp32;
    const Precision second = first_rough ? Precision::kFp32 : Precision::kBf16;
    const auto whole = Make({.learning_rate = 5e-4, .warmup_steps = 0, .precision = first});
    const auto before = Make({.learning_rate = 5e-4, .warmup_steps = 0, .precision = first});
    Teach(*whole, lesson, 40);
    Teach(*before, lesson, 20);
    const auto after = Make({.learning_rate = 5e-4, .warmup_steps = 0, .precision = second});
    ASSERT_TRUE(after->LoadState(before->SaveState()).ok());
    EXPECT_EQ(after->SaveState(), before->SaveState());
    Teach(*after, lesson, 20);
    const double expected = whole->Measure(lesson.Batch())->total;
    EXPECT_NEAR(after->Measure(lesson.Batch())->total, expected, 0.05 * expected + 0.02);
  }
}

TEST(LearnerTest, AverageFollowsTheWeights) {
  const Lesson lesson(16);
  const auto learner = Make({.warmup_steps = 0});
  EXPECT_EQ(learner->AveragedWeights(), learner->NewestWeights());
  Teach(*learner, lesson, 1);
  const Weights start = InitialWeights(kShape, kSize, 1);
  const Weights newest = learner->NewestWeights();
  const Weights average = learner->AveragedWeights();
  // After the first step the decay of the average is 1/11.
  for (size_t i = 0; i < start[0].values.size(); ++i) {
    EXPECT_NEAR(average[0].values[i],
                start[0].values[i] + (newest[0].values[i] - start[0].values[i]) * 10 / 11, 1e-6);
  }
}

TEST(LearnerTest, LearningRateWarmsUp) {
  const Lesson lesson(4);
  const auto learner = Make({.learning_rate = 1e-3, .warmup_steps = 4});
  EXPECT_NEAR(Teach(*learner, lesson, 1).learning_rate, 2e-4, 1e-9);
  EXPECT_NEAR(Teach(*learner, lesson, 4).learning_rate, 1e-3, 1e-9);
}

TEST(LearnerTest, LearningRateFallsWithTheRootOfTheSteps) {
  const Lesson lesson(4);
  const auto learner = Make({.learning_rate = 1e-3, .warmup_steps = 0, .decay_steps = 4});
  EXPECT_NEAR(Teach(*learner, lesson, 4).learning_rate, 1e-3, 1e-9);
  EXPECT_NEAR(Teach(*learner, lesson, 12).learning_rate, 5e-4, 1e-9);
}

TEST(LearnerTest, LearningRateFallsAsACosine) {
  const Lesson lesson(4);
  const auto learner = Make({.learning_rate = 1e-3, .warmup_steps = 0, .cosine_steps = 8});
  EXPECT_NEAR(Teach(*learner, lesson, 4).learning_rate, 1e-3 * (1 + 0.01) / 2, 1e-9);
  EXPECT_NEAR(Teach(*learner, lesson, 4).learning_rate, 1e-5, 1e-9);
  EXPECT_NEAR(Teach(*learner, lesson, 4).learning_rate, 1e-5, 1e-9);
}

TEST(LearnerTest, WarmsUpBeforeTheCosine) {
  const Lesson lesson(4);
  const auto learner = Make({.learning_rate = 1e-3, .warmup_steps = 3, .cosine_steps = 1000});
  EXPECT_NEAR(Teach(*learner, lesson, 2).learning_rate, 5e-4, 1e-7);
}

TEST(LearnerTest, TheCosineExcludesTheRoot) {
  const LearnerOptions options{.decay_steps = 4, .cosine_steps = 8};
  EXPECT_EQ(CheckOptions(options).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(CheckOptions(options).message()),
              HasSubstr("cosine_steps excludes decay_steps"));
}

TEST(LearnerTest, AnnealingIsAPowerOfTheStepsAndThenStays) {
  const Lesson lesson(8);
  const auto learner =
      Make({.learning_rate = 1e-3, .warmup_steps = 0, .anneal_steps = 4, .anneal_to = 0.25},
           MadeUpWeights(kShape, kSize, 1));
  for (const double wanted : {1e-3, 0.5e-3, 1e-3 / 3, 0.25e-3, 0.25e-3}) {
    EXPECT_NEAR(learner->Step(lesson.Batch())->learning_rate, wanted, 1e-9);
  }
}

TEST(LearnerTest, AnnealingExcludesOtherSchedules) {
  const LearnerOptions options{.decay_steps = 4, .anneal_steps = 8};
  EXPECT_THAT(std::string(CheckOptions(options).message()),
              HasSubstr("anneal_steps excludes cosine_steps and decay_steps"));
}

TEST(LearnerTest, ClippingBoundsTheStep) {
  const Lesson lesson(4);
  const auto learner = Make({.optimizer = OptimizerKind::kSgd,
                             .learning_rate = 1,
                             .momentum = 0,
                             .weight_decay = 0,
                             .clip_norm = 1e-3,
                             .warmup_steps = 0});
  EXPECT_GT(Teach(*learner, lesson, 1).gradient_norm, 1e-2);
  double square = 0;
  const Weights start = InitialWeights(kShape, kSize, 1);
  const Weights newest = learner->NewestWeights();
  for (size_t t = 0; t < start.size(); ++t) {
    for (size_t i = 0; i < start[t].values.size(); ++i) {
      square += std::pow(newest[t].values[i] - start[t].values[i], 2);
    }
  }
  EXPECT_NEAR(std::sqrt(square), 1e-3, 1e-4);
}

TEST(LearnerTest, RefusesATargetThatIsNotLegal) {
  Lesson lesson(4);
  lesson.target_actions[2] = lesson.target_actions[2] + 1;
  const auto learner = Make({});
  const absl::Status status = learner->Step(lesson.Batch()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("training row 1: target policy index"));
  EXPECT_EQ(learner->NewestWeights(), InitialWeights(kShape, kSize, 1));
}

TEST(LearnerTest, RefusesTargetsThatAreNoDistribution) {
  Lesson lesson(4);
  lesson.target_probabilities[0] = 0.5f;
  EXPECT_THAT(std::string(Make({})->Step(lesson.Batch()).status().message()),
              HasSubstr("training row 0: policy probabilities sum to 0.75"));
  lesson.target_probabilities[0] = 0.75f;
  lesson.wdl[3] = std::nanf("");
  EXPECT_THAT(std::string(Make({})->Step(lesson.Batch()).status().message()),
              HasSubstr("training row 1: a value probability is nan"));
}

TEST(LearnerTest, ReportsALossThatIsNotFinite) {
  const Lesson lesson(4);
  Weights weights = MadeUpWeights(kShape, kSize, 1);
  for (NamedTensor& tensor : weights) {
    std::ranges::fill(tensor.values, 1e30f);
  }
  const auto learner = Make({}, weights);
  EXPECT_EQ(learner->Step(lesson.Batch()).status().code(), absl::StatusCode::kInternal);
  EXPECT_EQ(learner->NewestWeights(), weights);
}

TEST(LearnerTest, RefusesTheStateOfAnotherArchitecture) {
  const auto other = Learner::Create(kShape, {.blocks = 3, .channels = 32},
                                     InitialWeights(kShape, {.blocks = 3, .channels = 32}, 1), {});
  const auto learner = Make({});
  EXPECT_EQ(learner->LoadState((*other)->SaveState()).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(learner->NewestWeights(), InitialWeights(kShape, kSize, 1));
}

TEST(LearnerTest, NamesTheOptionOutOfBounds) {
  const LearnerOptions options{.learning_rate = -1};
  EXPECT_THAT(std::string(CheckOptions(options).message()), HasSubstr("learning_rate"));
}

}  // namespace
}  // namespace kvintet::network
