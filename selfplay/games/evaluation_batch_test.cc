// Tests of EvaluationBatch.
#include "selfplay/games/evaluation_batch.h"

#include <gtest/gtest.h>

#include "selfplay/evaluators/uniform_evaluator.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

const std::vector<envs::Action> kLegal = {1, 2, 3, 5, 6, 7, 8};

TEST(EvaluationBatchTest, AnswersAreThoseOfSingleViews) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 3);
  const envs::ViewBuffer view = testing::ViewOf(*game, "X../.O./...");
  EvaluationBatch alone(*game, 1);
  alone.Add(view.Span(), kLegal, 0);
  ASSERT_OK(alone.Evaluate(&evaluator));
  EvaluationBatch among(*game, 3);
  const envs::ViewBuffer other = testing::ViewOf(*game, "XO./.../...");
  among.Add(other.Span(), std::vector<envs::Action>{2, 3, 4, 5, 6, 7, 8}, 0);
  among.Add(view.Span(), kLegal, 0);
  ASSERT_OK(among.Evaluate(&evaluator));
  EXPECT_TRUE(std::ranges::equal(alone.Answer(0).logits, among.Answer(1).logits));
  EXPECT_EQ(alone.Answer(0).wdl, among.Answer(1).wdl);
}

// For any symmetry, the answer of an evaluator that depends only on the board is mapped back to the
// view itself.
TEST(EvaluationBatchTest, ImagesAreMappedBack) {
  for (const char* name : {"tic_tac_toe", "renju"}) {
    const auto made = envs::MakeGame(name);
    if (!made.ok() || (*made)->Spec().num_symmetries == 1) {
      continue;
    }
    const envs::Game& game = **made;
    envs::PositionBuffer position(1, game.Spec().position_bytes);
    game.Initialize(position.Span());
    const envs::Seat seat = envs::Seat::k0;
    envs::ViewBuffer view(1, game.Spec().view_bytes);
    game.MakeViews(position.Span(), {&seat, 1}, view.Span());
    std::vector<uint64_t> words(static_cast<size_t>(game.Spec().MaskWords()));
    game.LegalActions(view.Span(), words);
    std::vector<envs::Action> legal;
    envs::ActionMask(words).List(&legal);
    // The logit of an action encodes which action it was before the symmetry.
    int symmetry = 0;
    testing::FakeEvaluator evaluator(
        game,
        [&](envs::ConstViews one, std::span<const envs::Action> images, std::span<float> logits) {
          for (size_t i = 0; i < images.size(); ++i) {
            logits[i] = static_cast<float>(
                game.TransformAction(game.InverseSymmetry(symmetry), one, images[i]));
          }
          return Wdl{};
        });
    for (symmetry = 0; symmetry < game.Spec().num_symmetries; ++symmetry) {
      EvaluationBatch batch(game, 1);
      batch.Add(view.Span(), legal, symmetry);
      ASSERT_OK(batch.Evaluate(&evaluator));
      for (size_t i = 0; i < legal.size(); ++i) {
        EXPECT_EQ(batch.Answer(0).logits[i], static_cast<float>(legal[i]));
      }
    }
  }
}

}  // namespace
}  // namespace kvintet::selfplay
