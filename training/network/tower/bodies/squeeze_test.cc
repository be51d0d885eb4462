// Tests of SqueezeBody: by hand, as a network of models and learners, and against the residual
// body.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
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

using Row = std::vector<double>;

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 4, .globals = 2, .policy_planes = 1, .policy_slots = 3};
const NetworkSize kSize{.blocks = 2, .channels = 8, .body = "squeeze{ratio=4}"};

std::unique_ptr<Learner> Make(const LearnerOptions& options, uint64_t seed = 1) {
  auto learner = Learner::Create(
      kShape, kSize, InitialWeights(kShape, kSize, seed, options.loss.Heads()), options);
  EXPECT_TRUE(learner.ok()) << learner.status();
  return *std::move(learner);
}

void Teach(Learner& learner, const TrainingBatch& batch, int steps) {
  for (int step = 0; step < steps; ++step) {
    const auto report = learner.Step(batch);
    ASSERT_TRUE(report.ok()) << report.status();
  }
}

std::unique_ptr<Network> Of(const Weights& weights, const NetworkOptions& options = {}) {
  auto network = Network::Create(kShape, kSize, weights, options);
  EXPECT_TRUE(network.ok()) << network.status();
  return *std::move(network);
}

void Evaluate(const Network& network, MadeUpRows* rows) {
  ASSERT_TRUE(network.Evaluate(rows->Input(), rows->Output()).ok());
}

// A network on a board of one cell, computed number by number.
class ByHand {
 public:
  explicit ByHand(const Weights& weights) {
    for (const NamedTensor& tensor : weights) {
      tensors_[tensor.name] = tensor;
    }
  }

  // W x + b, or W x without a bias.
  Row Map(const std::string& name, const Row& x) const {
    const NamedTensor& weight = tensors_.at(name + ".weight");
    const auto bias = tensors_.find(name + ".bias");
    Row result;
    for (size_t out = 0; out < static_cast<size_t>(weight.shape[0]); ++out) {
      double sum = bias == tensors_.end() ? 0 : static_cast<double>(bias->second.values[out]);
      for (size_t in = 0; in < x.size(); ++in) {
        sum += static_cast<double>(weight.values[out * x.size() + in]) * x[in];
      }
      result.push_back(sum);
    }
    return result;
  }

 private:
  std::map<std::string, NamedTensor> tensors_;
};

Row Sum(Row a, const Row& b) {
  std::ranges::transform(a, b, a.begin(), [](double x, double y) { return x + y; });
  return a;
}

Row Rectify(Row x) {
  std::ranges::transform(x, x.begin(), [](double v) { return std::max(v, 0.0); });
  return x;
}

// Mean and maximum of one cell.
Row Twice(Row x) {
  x.insert(x.end(), x.begin(), x.begin() + std::ssize(x));
  return x;
}

Row Block(const ByHand& net, const Row& x) {
  const Row y = net.Map("blocks.0.second", Rectify(net.Map("blocks.0.first", x)));
  const Row both = net.Map("blocks.0.excite", Rectify(net.Map("blocks.0.squeeze", Twice(y))));
  Row result = x;
  for (size_t i = 0; i < x.size(); ++i) {
    const double gate = std::clamp(both[i] + 3, 0.0, 6.0) / 6;
    result[i] += gate * y[i] + both[x.size() + i];
  }
  return Rectify(result);
}

TEST(SqueezeBodyTest, IsItsFormulaOnOneCell) {
  const NetworkShape shape{
      .planes = 2, .height = 1, .width = 1, .globals = 1, .policy_planes = 0, .policy_slots = 4};
  const NetworkSize size{.blocks = 1, .channels = 6, .value_hidden = 5, .body = "squeeze{ratio=2}"};
  const Weights weights = MadeUpWeights(shape, size, 3);
  const auto network = Network::Create(shape, size, weights, {});
  ASSERT_TRUE(network.ok()) << network.status();
  MadeUpRows rows(shape, 9, 5);
  Evaluate(**network, &rows);
  const ByHand net(weights);
  for (size_t row = 0; row < 9; ++row) {
    const Row planes = {static_cast<double>(rows.planes[2 * row]),
                        static_cast<double>(rows.planes[2 * row + 1])};
    const Row globals = {static_cast<double>(rows.globals[row])};
    const Row stem = Rectify(Sum(net.Map("stem", planes), net.Map("globals", globals)));
    const Row hidden = Rectify(net.Map("hidden", Twice(Block(net, stem))));
    const Row logits = net.Map("policy.slots", hidden);
    for (auto i = static_cast<size_t>(rows.offsets[row]);
         i < static_cast<size_t>(rows.offsets[row + 1]); ++i) {
      EXPECT_NEAR(static_cast<double>(rows.logits[i]), logits[static_cast<size_t>(rows.actions[i])],
                  1e-3)
          << row;
    }
  }
}

// The learner's losses come from the body with gradients' layers, the network's from evaluation.
TEST(SqueezeBodyTest, EvaluationsAreWhatIsLearnt) {
  const MadeUpLesson lesson(kShape, 40, 2);
  const TrainingBatch batch = lesson.Batch();
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  std::vector<float> logits(batch.legal.size());
  std::vector<float> wdl(3 * 40);
  ASSERT_TRUE(Of(weights)
                  ->Evaluate({batch.planes, batch.globals, batch.legal, batch.legal_offsets},
                             {.logits = logits, .wdl = wdl})
                  .ok());
  double sum = 0;
  double total = 0;
  for (size_t i = 0; i < wdl.size(); ++i) {
    const auto weight = static_cast<double>(batch.weights[i / 3]);
    sum -= weight * static_cast<double>(batch.wdl[i]) *
           std::log(std::max(static_cast<double>(wdl[i]), 1e-30));
    total += weight / 3;
  }
  auto learner = Learner::Create(kShape, kSize, weights, {});
  ASSERT_TRUE(learner.ok()) << learner.status();
  const auto measured = (*learner)->Measure(batch);
  const auto stepped = (*learner)->Step(batch);
  ASSERT_TRUE(measured.ok() && stepped.ok());
  EXPECT_NEAR(measured->value, sum / total, 1e-3);
  EXPECT_NEAR(stepped->value, sum / total, 1e-3);
}

TEST(SqueezeBodyTest, ARowsBytesDoNotDependOnOtherRows) {
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    const auto network = Of(MadeUpWeights(kShape, kSize, 1), {.precision = precision});
    MadeUpRows all(kShape, 45, 7);
    Evaluate(*network, &all);
    for (const int row : {0, 1, 30, 44}) {
      MadeUpRows alone;
      alone.Append(all, row);
      const MadeUpRows together = alone;
      Evaluate(*network, &alone);
      EXPECT_EQ(alone.logits, together.logits) << row;
      EXPECT_EQ(alone.wdl, together.wdl) << row;
    }
  }
}

// Without derivatives on the way to the squeeze, its layers would not move. With few hidden units
// all may be off at first.
TEST(SqueezeBodyTest, EveryLayerLearns) {
  NetworkSize size = kSize;
  size.body = "squeeze{ratio=1}";
  const MadeUpLesson lesson(kShape, 16, 1);
  const auto learner =
      Learner::Create(kShape, size, InitialWeights(kShape, size, 1),
                      {.learning_rate = 3e-3, .weight_decay = 0, .warmup_steps = 10});
  ASSERT_TRUE(learner.ok()) << learner.status();
  const Weights before = (*learner)->NewestWeights();
  Teach(**learner, lesson.Batch(), 3);
  const Weights after = (*learner)->NewestWeights();
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_NE(before[i].values, after[i].values) << before[i].name;
  }
  Teach(**learner, lesson.Batch(), 250);
  EXPECT_LT((*learner)->Measure(lesson.Batch())->policy, 0.1);
}

TEST(SqueezeBodyTest, ResumesExactlyOnAnyNumberOfThreads) {
  const MadeUpLesson lesson(kShape, 150, 1);
  const char* const heads = "soft_policy margin ownership";
  const auto whole = Make({.loss = {.heads = heads}, .threads = 1});
  const auto before = Make({.loss = {.heads = heads}, .threads = 2});
  Teach(*whole, lesson.Batch(), 4);
  Teach(*before, lesson.Batch(), 2);
  const LearnerCheckpoint saved = {
      .head = {.game = "x", .shape = kShape, .size = kSize, .provenance = {}},
      .heads = HeadsOf(heads),
      .state = before->SaveState()};
  const auto read = DecodeLearner(EncodeLearner(saved), "x");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, saved);
  const auto after = Make({.loss = {.heads = heads}, .threads = 3}, 9);
  ASSERT_TRUE(after->LoadState(read->state).ok());
  Teach(*after, lesson.Batch(), 2);
  EXPECT_EQ(after->SaveState(), whole->SaveState());
}

TEST(SqueezeBodyTest, ModelFilesNameIt) {
  const Model model = {.head = {.game = "x", .shape = kShape, .size = kSize, .provenance = {}},
                       .weights = MadeUpWeights(kShape, kSize, 1)};
  const auto read = DecodeModel(EncodeModel(model), "x");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(*read, model);
  EXPECT_THAT(SizeText(kSize), HasSubstr(" body=squeeze{ratio=4}"));
  EXPECT_EQ(ParseSize("blocks=2 channels=8 pooling_every=2 policy_channels=32 value_hidden=64 "
                      "body=squeeze")
                .value(),
            kSize);
}

TEST(SqueezeBodyTest, AnotherBodyOrOptionIsRefused) {
  NetworkSize size = kSize;
  size.body = "dense";
  EXPECT_EQ(std::string(CheckSize(size).message()),
            "network.body must be one of residual, squeeze, is 'dense'");
  EXPECT_FALSE(Network::Create(kShape, size, {}, {}).ok());
  EXPECT_THAT(std::string(ParseSize("blocks=2 channels=8 pooling_every=2 policy_channels=32 "
                                    "value_hidden=64 body=squeeze{ratio=0}")
                              .status()
                              .message()),
              HasSubstr("option ratio must be a whole number from 1 to 64, is '0'"));
  NetworkSize residual = kSize;
  residual.body = "residual";
  EXPECT_FALSE(Network::Create(kShape, residual, MadeUpWeights(kShape, kSize, 1), {}).ok());
}

TEST(SqueezeBodyTest, HasNoWinogradForm) {
  NetworkOptions winograd;
  winograd.convolution = Convolution::kWinograd;
  NetworkSize residual = kSize;
  residual.body = "residual";
  EXPECT_TRUE(CanWinograd(kShape, residual, winograd));
  EXPECT_FALSE(CanWinograd(kShape, kSize, winograd));
  const Weights weights = MadeUpWeights(kShape, kSize, 1);
  MadeUpRows direct(kShape, 20, 1);
  MadeUpRows asked = direct;
  Evaluate(*Of(weights), &direct);
  Evaluate(*Of(weights, winograd), &asked);
  EXPECT_EQ(asked.logits, direct.logits);
}

}  // namespace
}  // namespace kvintet::network
