// The list of parameters, their initial values, and refusals.
#include "training/network/tower/weights.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkShape kShape{.planes = 3, .height = 5, .width = 7, .globals = 2, .policy_planes = 2};
const NetworkSize kSize{.blocks = 3, .channels = 16};

std::string Message(const Weights& weights) {
  return std::string(CheckWeights(WeightLayout(kShape, kSize), weights, "here").message());
}

TEST(NetworkShapeTest, RefusesANetworkWithoutActions) {
  EXPECT_TRUE(CheckShape(kShape).ok());
  EXPECT_FALSE(CheckShape({.planes = 1, .height = 3, .width = 3}).ok());
}

TEST(NetworkShapeTest, NamesTheFieldOutOfBounds) {
  EXPECT_THAT(std::string(CheckSize({.blocks = 0}).message()),
              HasSubstr("blocks must be within 1 to 100, is 0"));
}

TEST(NetworkShapeTest, TextsReadBack) {
  EXPECT_EQ(*ParseShape(ShapeText(kShape)), kShape);
  EXPECT_EQ(*ParseSize(SizeText(kSize)), kSize);
}

TEST(NetworkShapeTest, FeaturesOfSlotsAreWrittenLast) {
  const NetworkShape shape{
      .globals = 8, .policy_slots = 5, .featured_slots = 2, .slot_features = 3};
  const std::string text = ShapeText(shape);
  EXPECT_TRUE(text.ends_with(" policy_slots=5 featured_slots=2 slot_features=3")) << text;
  EXPECT_EQ(*ParseShape(text), shape);
  for (const std::string& other :
       {text + " ", text + "x", text.substr(0, text.size() - 16), text + " slot_features=3"}) {
    EXPECT_EQ(ParseShape(other).status().code(), absl::StatusCode::kInvalidArgument) << other;
  }
}

TEST(NetworkShapeTest, FeaturesOfSlotsMustFitSlotsAndGlobals) {
  NetworkShape shape{.globals = 6, .policy_slots = 2, .featured_slots = 2, .slot_features = 3};
  EXPECT_TRUE(CheckShape(shape).ok());
  shape.globals = 5;
  EXPECT_THAT(std::string(CheckShape(shape).message()),
              HasSubstr("of its 2 slots and among its 5"));
  shape = {.globals = 6, .policy_slots = 1, .featured_slots = 2, .slot_features = 3};
  EXPECT_FALSE(CheckShape(shape).ok());
}

TEST(NetworkShapeTest, OtherTextsAreRefused) {
  const std::string text = SizeText(kSize);
  for (const std::string& other : {std::string(), text + " ", text + " a=1", "x" + text,
                                   text.substr(0, text.size() - 2), text + "99999999"}) {
    EXPECT_EQ(ParseSize(other).status().code(), absl::StatusCode::kInvalidArgument) << other;
  }
}

TEST(NetworkSizeTest, LastBlockPoolsFirst) {
  EXPECT_TRUE(HasPooling({.blocks = 4, .pooling_every = 3}, 3));
  EXPECT_TRUE(HasPooling({.blocks = 4, .pooling_every = 3}, 0));
  EXPECT_FALSE(HasPooling({.blocks = 4, .pooling_every = 3}, 2));
  EXPECT_FALSE(HasPooling({.blocks = 4, .pooling_every = 0}, 3));
}

TEST(WeightsTest, InitialWeightsFitTheLayout) {
  EXPECT_EQ(Message(InitialWeights(kShape, kSize, 0)), "");
}

TEST(WeightsTest, SameSeedSameWeights) {
  EXPECT_EQ(InitialWeights(kShape, kSize, 7), InitialWeights(kShape, kSize, 7));
}

TEST(WeightsTest, DifferentSeedsDiffer) {
  EXPECT_NE(InitialWeights(kShape, kSize, 0), InitialWeights(kShape, kSize, 1));
}

TEST(WeightsTest, BiasesNeitherDecayNorStartAwayFromZero) {
  for (const WeightSpec& spec : WeightLayout(kShape, kSize)) {
    const bool is_bias = spec.name.ends_with(".bias");
    EXPECT_EQ(spec.decays, !is_bias) << spec.name;
    EXPECT_EQ(spec.initial_deviation == 0, is_bias) << spec.name;
  }
}

TEST(WeightsTest, OneCellBoardsNeedNoNeighbours) {
  const NetworkShape shape{.planes = 6, .policy_slots = 2};
  EXPECT_EQ(WeightLayout(shape, kSize)[0].shape, (std::vector<int64_t>{16, 6, 1, 1}));
}

TEST(WeightsTest, RefusesAMissingTensor) {
  Weights weights = InitialWeights(kShape, kSize, 0);
  weights.pop_back();
  EXPECT_THAT(Message(weights), HasSubstr("here: wanted"));
}

TEST(WeightsTest, RefusesAnotherShapeAndSaysWhich) {
  Weights weights = InitialWeights(
      {.planes = 4, .height = 5, .width = 7, .globals = 2, .policy_planes = 2}, kSize, 0);
  EXPECT_EQ(Message(weights),
            "here: tensor 0: wanted stem.weight [16, 3, 3, 3], found stem.weight [16, 4, 3, 3]");
}

TEST(WeightsTest, RefusesValuesThatAreNotFinite) {
  Weights weights = InitialWeights(kShape, kSize, 0);
  weights[2].values[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Message(weights), HasSubstr("value 5 is nan"));
}

}  // namespace
}  // namespace kvintet::network
