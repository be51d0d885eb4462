// Tests of heads: their losses, that they learn, that models omit them and learners keep them.
#include "training/network/tower/training_heads.h"

#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 4, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 2, .channels = 32};
const TrainingHeads kAll = {{"soft_policy", "reply_policy", "margin", "ownership"}};
const LossOptions kAllHeads{.heads = "soft_policy reply_policy margin ownership"};

std::unique_ptr<Learner> Make(const LearnerOptions& options, uint64_t seed = 1) {
  auto learner = Learner::Create(
      kShape, kSize, InitialWeights(kShape, kSize, seed, options.loss.Heads()), options);
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

LossReport Measure(Learner& learner, const TrainingBatch& batch) {
  const auto report = learner.Measure(batch);
  EXPECT_TRUE(report.ok()) << report.status();
  return *report;
}

void Teach(Learner& learner, const TrainingBatch& batch, int steps) {
  for (int step = 0; step < steps; ++step) {
    const auto report = learner.Step(batch);
    ASSERT_TRUE(report.ok()) << report.status();
  }
}

TEST(MarginBucketTest, CoversAllLeadsInOrder) {
  EXPECT_EQ(MarginBucket(-1000000), 0);
  EXPECT_EQ(MarginBucket(0), kMarginBuckets / 2);
  EXPECT_EQ(MarginBucket(1000000), kMarginBuckets - 1);
  for (int lead = -80; lead < 80; ++lead) {
    const int step = MarginBucket(lead + 1) - MarginBucket(lead);
    EXPECT_TRUE(step == 0 || step == 1) << lead;
    EXPECT_EQ(MarginBucket(lead) + MarginBucket(-lead), kMarginBuckets - 1);
  }
  EXPECT_NE(MarginBucket(5), MarginBucket(6));
  EXPECT_EQ(MarginBucket(6), MarginBucket(7));
  EXPECT_NE(MarginBucket(63), MarginBucket(64));
}

TEST(TrainingHeadsTest, NamesReadBack) {
  for (const TrainingHeads& heads :
       {TrainingHeads(), kAll, TrainingHeads{{"reply_policy", "ownership"}}}) {
    EXPECT_EQ(ParseHeads(HeadsText(heads)).value(), heads);
  }
  for (const char* text :
       {"nose", "margin  soft_policy", "margin margin", " margin", "margin{weight=1}"}) {
    EXPECT_FALSE(ParseHeads(text).ok()) << text;
  }
}

TEST(TrainingHeadsTest, ChangeNothingOfTheOtherWeights) {
  const Weights without = InitialWeights(kShape, kSize, 7);
  const Weights with = InitialWeights(kShape, kSize, 7, kAll);
  ASSERT_EQ(with.size(), without.size() + 12);
  EXPECT_EQ(Weights(with.begin(), with.begin() + std::ssize(without)), without);
}

TEST(TrainingHeadsTest, OfNoWeightAreNotThere) {
  const MadeUpLesson lesson(kShape, 12, 1);
  const LossReport report = Measure(*Make({}), lesson.Batch());
  EXPECT_EQ(report.heads[0], 0);
  EXPECT_EQ(report.heads[2], 0);
  EXPECT_EQ(Make({})->SaveState().tensors.size(), 4 * WeightLayout(kShape, kSize).size());
}

// With all-zero weights each output is uniform.
TEST(TrainingHeadsTest, LossesAreCrossEntropiesOfWhatIsKnown) {
  const MadeUpLesson lesson(kShape, 20, 1);
  Weights weights = InitialWeights(kShape, kSize, 1, kAll);
  for (NamedTensor& tensor : weights) {
    std::fill(tensor.values.begin(), tensor.values.end(), 0.0f);
  }
  LossOptions loss = kAllHeads;
  loss.heads = "soft_policy reply_policy margin{weight=0.5} ownership";
  const auto learner = Learner::Create(kShape, kSize, weights, {.loss = loss});
  ASSERT_TRUE(learner.ok()) << learner.status();
  const LossReport report = Measure(**learner, lesson.Batch());
  EXPECT_NEAR(report.heads[0], std::log(23), 1e-4);
  EXPECT_NEAR(report.heads[1], std::log(2), 1e-4);
  EXPECT_NEAR(report.heads[2], std::log(kMarginBuckets), 1e-4);
  EXPECT_NEAR(report.heads[3], std::log(3), 1e-4);
  EXPECT_NEAR(report.total,
              report.policy + report.value + report.heads[0] + report.heads[1] +
                  0.5 * report.heads[2] + report.heads[3],
              1e-4);
}

// The logit of bucket 0, the worst margin, is 3; all others are 0.
TEST(TrainingHeadsTest, TheWorstMarginIsAMarginToo) {
  Weights weights = InitialWeights(kShape, kSize, 1, kAll);
  for (NamedTensor& tensor : weights) {
    std::fill(tensor.values.begin(), tensor.values.end(), 0.0f);
    if (tensor.name == "margin.bias") {
      tensor.values[0] = 3;
    }
  }
  const auto learner = Learner::Create(kShape, kSize, weights, {.loss = kAllHeads});
  ASSERT_TRUE(learner.ok()) << learner.status();
  const MadeUpLesson lesson(kShape, 20, 1);
  TrainingBatch batch = lesson.Batch();
  const std::vector<int32_t> worst(20, 0);
  batch.margins = worst;
  const double others = kMarginBuckets - 1;
  EXPECT_NEAR(Measure(**learner, batch).heads[2], std::log(std::exp(3) + others) - 3, 1e-4);
}

TEST(TrainingHeadsTest, OneKnownCellCounts) {
  const MadeUpLesson lesson(kShape, 20, 1);
  TrainingBatch batch = lesson.Batch();
  const auto cells = static_cast<size_t>(kShape.Cells());
  std::vector<int8_t> owners(batch.owners.size(), kUnknownOwner);
  for (size_t first = 0; first < owners.size(); first += cells) {
    owners[first] = 1;
  }
  batch.owners = owners;
  const auto learner = Make({.learning_rate = 3e-3, .warmup_steps = 0, .loss = kAllHeads});
  const double before = Measure(*learner, batch).heads[3];
  EXPECT_GT(before, 0.5);
  Teach(*learner, batch, 50);
  EXPECT_LT(Measure(*learner, batch).heads[3], before / 2);
}

// A target of a half becomes 1 / sqrt(2) at temperature 2, before normalisation.
TEST(TrainingHeadsTest, TheSoftPolicyIsFlatter) {
  const MadeUpLesson lesson(kShape, 1, 1);
  TrainingBatch batch = lesson.Batch();
  const std::vector<int32_t> actions = {batch.legal[0], batch.legal[1]};
  const std::vector<float> probabilities = {0.9f, 0.1f};
  const std::vector<int32_t> offsets = {0, 2};
  batch.target_actions = actions;
  batch.target_probabilities = probabilities;
  batch.target_offsets = offsets;
  const auto learner = Make(
      {.learning_rate = 3e-3, .warmup_steps = 0, .loss = {.heads = "soft_policy{temperature=2}"}});
  Teach(*learner, batch, 300);
  const double first = std::sqrt(0.9) / (std::sqrt(0.9) + std::sqrt(0.1));
  const double entropy = -first * std::log(first) - (1 - first) * std::log(1 - first);
  EXPECT_NEAR(Measure(*learner, batch).heads[0], entropy, 0.01);
}

TEST(TrainingHeadsTest, LearnByHeart) {
  const MadeUpLesson lesson(kShape, 16, 1);
  const auto learner = Make({.learning_rate = 3e-3, .warmup_steps = 10, .loss = kAllHeads});
  Teach(*learner, lesson.Batch(), 250);
  const LossReport report = Measure(*learner, lesson.Batch());
  EXPECT_LT(report.policy, 0.1);
  EXPECT_LT(report.heads[0], 0.1);
  EXPECT_LT(report.heads[1], 0.1);
  EXPECT_LT(report.heads[2], 0.1);
  EXPECT_LT(report.heads[3], 0.5);
}

TEST(TrainingHeadsTest, LearnInBfloat16) {
  const MadeUpLesson lesson(kShape, 16, 1);
  const auto learner = Make({.learning_rate = 3e-3,
                             .warmup_steps = 10,
                             .loss = kAllHeads,
                             .precision = Precision::kBf16});
  Teach(*learner, lesson.Batch(), 250);
  const LossReport report = Measure(*learner, lesson.Batch());
  EXPECT_LT(report.heads[2], 0.2);
  EXPECT_LT(report.heads[3], 0.6);
}

TEST(TrainingHeadsTest, ModelsHaveNone) {
  const MadeUpLesson lesson(kShape, 16, 1);
  const auto learner = Make({.loss = kAllHeads});
  Teach(*learner, lesson.Batch(), 2);
  const std::vector<WeightSpec> layout = WeightLayout(kShape, kSize);
  EXPECT_TRUE(CheckWeights(layout, learner->NewestWeights(), "newest").ok());
  EXPECT_TRUE(CheckWeights(layout, learner->AveragedWeights(), "averaged").ok());
  EXPECT_TRUE(Network::Create(kShape, kSize, learner->AveragedWeights(), {}).ok());
}

TEST(TrainingHeadsTest, ResumeExactly) {
  const MadeUpLesson lesson(kShape, 80, 1);
  const LearnerOptions options{.loss = kAllHeads, .threads = 2};
  const auto whole = Make(options);
  const auto before = Make(options);
  Teach(*whole, lesson.Batch(), 6);
  Teach(*before, lesson.Batch(), 3);
  const auto after = Make(options, 9);
  ASSERT_TRUE(after->LoadState(before->SaveState()).ok());
  Teach(*after, lesson.Batch(), 3);
  EXPECT_EQ(after->SaveState(), whole->SaveState());
}

TEST(TrainingHeadsTest, AStateWithOtherHeadsIsRefused) {
  const auto learner = Make({.loss = {.heads = "margin"}});
  const auto other = Make({.loss = {.heads = "ownership"}});
  EXPECT_EQ(learner->LoadState(other->SaveState()).code(), absl::StatusCode::kInvalidArgument);
}

TEST(TrainingHeadsTest, FilesOfLearnersNameThem) {
  const auto learner = Make({.loss = kAllHeads});
  const LearnerCheckpoint checkpoint = {
      .head = {.game = "x", .shape = kShape, .size = kSize, .provenance = {}},
      .heads = kAll,
      .state = learner->SaveState()};
  const auto decoded = DecodeLearner(EncodeLearner(checkpoint), "x");
  ASSERT_TRUE(decoded.ok()) << decoded.status();
  EXPECT_EQ(*decoded, checkpoint);
}

TEST(TrainingHeadsTest, AMissingTargetIsRefused) {
  const MadeUpLesson lesson(kShape, 4, 1);
  TrainingBatch batch = lesson.Batch();
  batch.owners = {};
  const auto learner = Make({.loss = kAllHeads});
  EXPECT_THAT(std::string(learner->Step(batch).status().message()),
              HasSubstr("targets wanted for the heads soft_policy reply_policy margin ownership, "
                        "that of ownership is "));
}

TEST(TrainingHeadsTest, RefuseTargetsThatAreNone) {
  const MadeUpLesson lesson(kShape, 4, 1);
  const auto learner = Make({.loss = kAllHeads});
  const std::vector<int32_t> margins = {0, kMarginBuckets, 0, 0};
  TrainingBatch batch = lesson.Batch();
  batch.margins = margins;
  EXPECT_THAT(std::string(learner->Step(batch).status().message()), HasSubstr("one is 25"));
  batch = lesson.Batch();
  const std::vector<float> probabilities(batch.reply_probabilities.size(), 0.25f);
  batch.reply_probabilities = probabilities;
  EXPECT_THAT(std::string(learner->Step(batch).status().message()),
              HasSubstr("reply probabilities sum to 0.5"));
}

}  // namespace
}  // namespace kvintet::network
