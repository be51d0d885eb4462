// Networks behind the Evaluator interface, on tic-tac-toe.
#include "training/network/network_evaluator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/biased_rock_paper_scissors.h"
#include "tests/support/evaluations.h"
#include "training/network/learning/made_up_rows.h"

namespace kvintet::network {
namespace {

using ::testing::HasSubstr;

const NetworkSize kSize{.blocks = 1, .channels = 16};

NamedModel ModelFor(const envs::Game& game) {
  return {"a-name",
          {{game.Spec().text, NetworkSight(game).Shape(), kSize, {}},
           MadeUpWeights(NetworkSight(game).Shape(), kSize, 1)}};
}

TEST(NetworkEvaluatorTest, GivesTheNetworksAnswers) {
  const auto game = testing::Game("tic_tac_toe");
  const auto playing = MakePlayingNetwork(*game, ModelFor(*game), {});
  ASSERT_TRUE(playing.ok()) << playing.status();
  NetworkEvaluator evaluator(*game, *playing);
  EXPECT_EQ(evaluator.Id(), "a-name");
  const testing::Evaluations got(&evaluator, {"X../.O./..."});
  // X to move: own stones, then the other's, then the free cells in order.
  const std::vector<uint8_t> planes = {1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
  const std::vector<int32_t> actions = {1, 2, 3, 5, 6, 7, 8};
  const std::vector<int32_t> offsets = {0, 7};
  std::vector<float> logits(7);
  std::vector<float> wdl(3);
  ASSERT_TRUE(playing->network->Evaluate({planes, {}, actions, offsets}, {logits, wdl}).ok());
  EXPECT_EQ(got.logits, logits);
  EXPECT_EQ(got.wdl[0], (selfplay::Wdl{wdl[0], wdl[1], wdl[2]}));
}

TEST(NetworkEvaluatorTest, RefusesAModelOfAnotherGame) {
  const auto game = testing::Game("tic_tac_toe");
  const auto other = testing::Game("kuhn");
  const absl::Status status = MakePlayingNetwork(*game, ModelFor(*other), {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("a model for tic_tac_toe wanted, this one is for kuhn"));
}

TEST(NetworkEvaluatorTest, SaysHowAModelFitsAVariant) {
  const auto trained = testing::Game("tantrix");
  ModelHeader head = ModelFor(*trained).model.head;
  const auto fit = [&](const std::string& game) { return FitOf(head, *testing::Game(game)); };
  EXPECT_EQ(fit("tantrix"), envs::VariantFit::kSame);
  EXPECT_EQ(fit("tantrix{colours=green-blue,lottery=no}"), envs::VariantFit::kSamePlay);
  EXPECT_EQ(fit("tantrix{racks=open}"), envs::VariantFit::kSimilar);
  EXPECT_EQ(fit("tiny_tantrix"), envs::VariantFit::kNone);
  // A file from before an option existed does not name it.
  head.game = "tantrix{racks=private}";
  EXPECT_EQ(fit("tantrix"), envs::VariantFit::kSame);
  head.game = "tantrix{moons=two}";
  EXPECT_EQ(fit("tantrix"), envs::VariantFit::kNone);
}

TEST(NetworkEvaluatorTest, AModelFitsAGameThatIsNotInTheRegistry) {
  const auto game = testing::MakeBiasedRockPaperScissors();
  EXPECT_EQ(FitOf(ModelFor(*game).model.head, *game), envs::VariantFit::kSame);
}

TEST(NetworkEvaluatorTest, ChecksThatAModelFitsWellEnough) {
  ModelHeader head = ModelFor(*testing::Game("tantrix")).model.head;
  const auto open = testing::Game("tantrix{racks=open}");
  EXPECT_TRUE(CheckModelFits(head, *open, envs::VariantFit::kSimilar, "x.model").ok());
  EXPECT_EQ(CheckModelFits(head, *open, envs::VariantFit::kSamePlay, "x.model").message(),
            "x.model: a model for " + open->Spec().text + " wanted, this one is for " + head.game);
  head.shape.planes = 9;
  EXPECT_THAT(
      std::string(CheckModelFits(head, *open, envs::VariantFit::kSimilar, "x.model").message()),
      HasSubstr("this one for " + head.game + " has planes=9"));
}

}  // namespace
}  // namespace kvintet::network
