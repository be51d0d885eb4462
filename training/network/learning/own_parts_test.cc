// Tests of parts that are defined outside the library: a body, a head and two losses of this file,
// registered as the library's own are.
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "training/network/files/model_file.h"
#include "training/network/learning/learner.h"
#include "training/network/learning/losses.h"
#include "training/network/learning/made_up_rows.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/learning/value_loss.h"
#include "training/network/network_config.h"
#include "training/network/tower/body.h"
#include "training/network/tower/layers.h"
#include "training/network/tower/network.h"

namespace kvintet::network {
namespace {

using ::kvintet::testing::IsOk;
using ::testing::HasSubstr;

// A row of convolutions with nothing around them.
class PlainBody final : public Body {
 public:
  static void AddLayers(const NetworkShape& shape, const NetworkSize& size, const PartOptions&,
                        LayoutBuilder* layout) {
    for (int block = 0; block < size.blocks; ++block) {
      layout->Layer("plain." + std::to_string(block),
                    {size.channels, block == 0 ? shape.planes : size.channels, 3, 3}, 1);
    }
  }

  PlainBody(const NetworkShape&, const NetworkSize& size, const PartOptions&, LayerReader* reader)
      : format_(reader->Format()) {
    for (int block = 0; block < size.blocks; ++block) {
      layers_.push_back(reader->Convolution());
    }
  }

  at::Tensor Forward(const at::Tensor& planes, const at::Tensor&) const override {
    at::Tensor x = planes.to(format_.type, false, false, format_.layout);
    for (const Layer& layer : layers_) {
      x = Rectified(Convolve(x, layer));
    }
    return x;
  }

 private:
  const TowerFormat format_;
  std::vector<Layer> layers_;
};

REGISTER_BODY("test_plain", PlainBody);

// Predicts the probability of a draw once more, from the pooled activations.
class DrawHead final : public TrainingHead {
 public:
  static constexpr HeadTarget kTarget = HeadTarget::kValue;

  static std::vector<PartOption> Options() {
    return {{.name = "power", .default_value = 2, .min = 1, .max = 4}};
  }

  static void AddLayers(const NetworkShape&, const NetworkSize& size, LayoutBuilder* layout) {
    layout->Layer("test_draw", {1, 2 * size.channels}, kSmallGain);
  }

  static at::Tensor Loss(const at::Tensor& output, const LossTargets& targets,
                         const PartOptions& options) {
    return (output.squeeze(1) - targets.wdl.select(1, 1)).abs().pow(options.Value("power"));
  }

  DrawHead(const NetworkShape&, const NetworkSize&, LayerReader* reader)
      : layer_(reader->Linear()) {}

  at::Tensor Forward(const HeadFeatures& features) const override {
    return Linear(features.pooled, layer_);
  }

 private:
  const Layer layer_;
};

REGISTER_HEAD("test_draw", DrawHead);

// `factor` times the cross-entropy.
class ScaledLoss final : public ValueLoss, public PolicyLoss {
 public:
  static std::vector<PartOption> Options() {
    return {{.name = "factor", .default_value = 3, .min = 0, .max = 10}};
  }

  static absl::Status Check(const envs::Game&, const Config& config) {
    return config.seed() == 13 ? absl::InvalidArgumentError("unlucky") : absl::OkStatus();
  }

  explicit ScaledLoss(const PartOptions& options) : factor_(options.Value("factor")) {}

  at::Tensor Value(const at::Tensor& log_wdl, const at::Tensor& target) const override {
    return -factor_ * (target * log_wdl).sum(1);
  }
  at::Tensor Floor(const at::Tensor& target) const override { return factor_ * Entropy(target); }
  at::Tensor Policy(const at::Tensor& log_policy, const LossTargets& targets) const override {
    return -factor_ * (targets.policy * log_policy).sum(1);
  }

 private:
  const double factor_;
};

REGISTER_VALUE_LOSS("test_scaled", ScaledLoss);
REGISTER_POLICY_LOSS("test_scaled", ScaledLoss);

const NetworkShape kShape{
    .planes = 3, .height = 5, .width = 4, .globals = 2, .policy_planes = 1, .policy_slots = 3};

// The options of a configuration that names all four.
LearnerOptions Own() {
  LearnerConfig config;
  config.set_value_loss("test_scaled{factor=2}");
  config.set_own_policy_loss("test_scaled");
  config.set_margin_weight(0.25);
  config.add_head("test_draw{power=1,weight=0.5}");
  NetworkConfig network;
  network.set_device("CPU");
  const auto options = LearnerOptionsFromConfig(config, network, Precision::kFp32);
  EXPECT_THAT(options, IsOk());
  return *options;
}

NetworkSize OwnSize() {
  NetworkConfig config;
  config.set_body("test_plain");
  config.set_blocks(2);
  config.set_channels(8);
  const auto size = SizeFromConfig(config);
  EXPECT_THAT(size, IsOk());
  return *size;
}

std::unique_ptr<Learner> Make(const LearnerOptions& options, uint64_t seed) {
  auto learner = Learner::Create(
      kShape, OwnSize(), InitialWeights(kShape, OwnSize(), seed, options.loss.Heads()), options);
  EXPECT_THAT(learner, IsOk());
  return *std::move(learner);
}

TEST(OwnPartsTest, LossesAreThoseOfTheParts) {
  const MadeUpLesson lesson(kShape, 70, 1);
  TrainingBatch batch = lesson.Batch();
  const auto plain = Make({}, 1)->Measure(batch);
  const auto own = Make(Own(), 1)->Measure(batch);
  ASSERT_THAT(plain, IsOk());
  ASSERT_THAT(own, IsOk());
  EXPECT_NEAR(own->policy, 3 * plain->policy, 1e-4);
  EXPECT_NEAR(own->value, 2 * plain->value, 1e-4);
  EXPECT_NEAR(own->value_floor, 2 * plain->value_floor, 1e-4);
  EXPECT_GT(own->heads[1], 0);
  EXPECT_NEAR(own->total, own->policy + own->value + 0.25 * own->heads[0] + 0.5 * own->heads[1],
              1e-4);
}

TEST(OwnPartsTest, LearnResumeAndAreSavedExactly) {
  const MadeUpLesson lesson(kShape, 150, 1);
  const auto whole = Make(Own(), 1);
  const auto before = Make(Own(), 1);
  const double first = whole->Measure(lesson.Batch())->total;
  const auto teach = [&](Learner& learner, int steps) {
    for (int step = 0; step < steps; ++step) {
      ASSERT_THAT(learner.Step(lesson.Batch()), IsOk());
    }
  };
  teach(*whole, 30);
  teach(*before, 10);
  EXPECT_LT(whole->Measure(lesson.Batch())->total, first);
  const LearnerCheckpoint saved = {
      .head = {.game = "x", .shape = kShape, .size = OwnSize(), .provenance = {}},
      .heads = Own().loss.Heads(),
      .state = before->SaveState()};
  EXPECT_EQ(HeadsText(saved.heads), "margin test_draw");
  const auto read = DecodeLearner(EncodeLearner(saved), "x");
  ASSERT_THAT(read, IsOk());
  const auto after = Make(Own(), 9);
  ASSERT_THAT(after->LoadState(read->state), IsOk());
  teach(*after, 20);
  EXPECT_EQ(after->SaveState(), whole->SaveState());
  const Model model = {.head = saved.head, .weights = whole->AveragedWeights()};
  EXPECT_EQ(DecodeModel(EncodeModel(model), "x").value(), model);
  EXPECT_THAT(Network::Create(kShape, OwnSize(), model.weights, {}), IsOk());
}

TEST(OwnPartsTest, RefusalsNameWhatThereIs) {
  LossOptions loss;
  loss.heads = "test_nose";
  EXPECT_EQ(std::string(CheckOptions({.loss = loss}).message()),
            "learner.head must be one of margin, ownership, reply_policy, soft_policy, test_draw, "
            "is 'test_nose'");
  loss.heads = "margin margin{weight=2}";
  EXPECT_THAT(std::string(CheckOptions({.loss = loss}).message()),
              HasSubstr("margin must be configured once, is twice"));
  LearnerConfig config;
  config.set_own_policy_loss("test_blunt");
  const auto packed = PackPolicyLoss(config);
  ASSERT_THAT(packed, IsOk());
  EXPECT_EQ(std::string(MakePolicyLoss(*packed).status().message()),
            "learner.own_policy_loss must be one of test_scaled, is 'test_blunt'");
}

TEST(OwnPartsTest, AnOwnPolicyLossChecksTheConfiguration) {
  const auto game = testing::Game("tic_tac_toe");
  Config config;
  config.mutable_learner()->set_own_policy_loss("test_scaled");
  EXPECT_THAT(CheckPolicyLoss(*game, config), IsOk());
  config.set_seed(13);
  EXPECT_EQ(std::string(CheckPolicyLoss(*game, config).message()), "unlucky");
}

TEST(OwnPartsTest, TextsThatAreTooLongAreRefused) {
  LearnerConfig config;
  config.set_value_loss("test_scaled{factor=2." + std::string(150, '0') + "}");
  NetworkConfig network;
  network.set_device("CPU");
  EXPECT_THAT(
      std::string(LearnerOptionsFromConfig(config, network, Precision::kFp32).status().message()),
      HasSubstr("learner.value_loss must take at most 124 bytes with all options, takes"));
}

}  // namespace
}  // namespace kvintet::network
