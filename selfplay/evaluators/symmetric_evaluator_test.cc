// Tests of SymmetricEvaluator.
#include "selfplay/evaluators/symmetric_evaluator.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/one_row.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::FakeEvaluator;

struct Answer {
  std::vector<envs::Action> actions;
  std::vector<float> logits;
  Wdl wdl;

  float LogitOf(envs::Action action) const {
    return logits[static_cast<size_t>(std::ranges::find(actions, action) - actions.begin())];
  }
};

Answer AnswerTo(Evaluator* evaluator, envs::ConstViews view) {
  Answer answer = {.actions = envs::LegalList(evaluator->game(), view)};
  answer.logits.resize(answer.actions.size());
  const std::vector<int32_t> offsets = {0, static_cast<int32_t>(answer.actions.size())};
  KVINTET_CHECK(evaluator
                    ->Evaluate({view, answer.actions, offsets},
                               {.policy_logits = answer.logits, .wdl = {&answer.wdl, 1}})
                    .ok());
  return answer;
}

// The view of the seat to move after some actions of a random game.
envs::ViewBuffer ViewInPlay(const envs::Game& game, int plies) {
  envs::Playthrough play(game);
  RandomStream random({.seed = 3});
  for (int ply = 0; ply < plies; ++ply) {
    const envs::Actor actor = play.Actors().First();
    const std::vector<envs::Action> legal = envs::LegalList(game, testing::ViewToMove(play).Span());
    const uint32_t k = random.Below(static_cast<uint32_t>(legal.size()));
    KVINTET_CHECK(play.Apply(actor, legal[k]).ok());
  }
  return testing::ViewToMove(play);
}

// An evaluator by hashes answers differently for each image of a view; the
// mean must not.
TEST(SymmetricEvaluatorTest, ImagesGetTheImageOfTheAnswer) {
  for (const std::string name : {"connect_four", "hex{size=4}", "renju", "punct"}) {
    SCOPED_TRACE(name);
    const auto game = testing::Game(name);
    ASSERT_GT(game->Spec().num_symmetries, 1);
    SymmetricEvaluator evaluator(std::make_unique<UniformEvaluator>(*game, 5));
    const envs::ViewBuffer view = ViewInPlay(*game, 7);
    const Answer answer = AnswerTo(&evaluator, view.Span());
    for (int symmetry = 1; symmetry < game->Spec().num_symmetries; ++symmetry) {
      envs::ViewBuffer image(1, game->Spec().view_bytes);
      game->TransformView(symmetry, view.Span(), image.Span());
      const Answer other = AnswerTo(&evaluator, image.Span());
      EXPECT_NEAR(answer.wdl.Value(), other.wdl.Value(), 1e-6);
      for (size_t k = 0; k < answer.actions.size(); ++k) {
        const envs::Action mapped = game->TransformAction(symmetry, view.Span(), answer.actions[k]);
        EXPECT_NEAR(answer.logits[k], other.LogitOf(mapped), 1e-6);
      }
    }
  }
}

// Connect Four has two images of a view. The first column has 3/4 of one policy, and the last has
// 3/4 of the other.
TEST(SymmetricEvaluatorTest, ProbabilitiesAndResultsAreMeans) {
  const auto game = testing::Game("connect_four");
  bool first = true;
  SymmetricEvaluator evaluator(std::make_unique<FakeEvaluator>(
      *game, [&](envs::ConstViews, std::span<const envs::Action>, std::span<float> logits) {
        logits[0] = std::log(18.0f);
        return std::exchange(first, false) ? Wdl{1, 0, 0} : Wdl{0, 0.5, 0.5};
      }));
  const Answer got = AnswerTo(&evaluator, ViewInPlay(*game, 1).Span());
  EXPECT_EQ(got.wdl, (Wdl{0.5, 0.25, 0.25}));
  EXPECT_NEAR(std::exp(got.logits.front()), (0.75 + 1.0 / 24) / 2, 1e-6);
  EXPECT_NEAR(std::exp(got.logits.back()), (0.75 + 1.0 / 24) / 2, 1e-6);
  EXPECT_NEAR(std::exp(got.logits[3]), 1.0 / 24, 1e-6);
}

TEST(SymmetricEvaluatorTest, AnswersDoNotDependOnTheBatch) {
  const auto game = testing::Game("connect_four");
  SymmetricEvaluator evaluator(std::make_unique<UniformEvaluator>(*game, 5));
  envs::ViewBuffer both(2, game->Spec().view_bytes);
  std::vector<envs::Action> actions;
  std::vector<int32_t> offsets = {0};
  std::vector<Answer> alone;
  for (int i = 0; i < 2; ++i) {
    const envs::ViewBuffer view = ViewInPlay(*game, 3 * i);
    envs::CopyRows<envs::ViewTag>(view.Span(), both[i]);
    const Answer& answer = alone.emplace_back(AnswerTo(&evaluator, view.Span()));
    actions.insert(actions.end(), answer.actions.begin(), answer.actions.end());
    offsets.push_back(static_cast<int32_t>(actions.size()));
  }
  std::vector<float> logits(actions.size());
  std::vector<Wdl> wdl(2);
  ASSERT_OK(evaluator.Evaluate({std::as_const(both).Span(), actions, offsets},
                               {.policy_logits = logits, .wdl = wdl}));
  EXPECT_EQ(wdl, (std::vector<Wdl>{alone[0].wdl, alone[1].wdl}));
  alone[0].logits.insert(alone[0].logits.end(), alone[1].logits.begin(), alone[1].logits.end());
  EXPECT_EQ(logits, alone[0].logits);
}

TEST(SymmetricEvaluatorTest, AFailureIsPassedOn) {
  const auto game = testing::Game("connect_four");
  auto inner = std::make_unique<FakeEvaluator>(
      *game,
      [](envs::ConstViews, std::span<const envs::Action>, std::span<float>) { return Wdl(); });
  inner->SetStatus(absl::UnavailableError("no device"));
  SymmetricEvaluator evaluator(std::move(inner));
  std::vector<float> logits(7);
  Wdl wdl;
  const envs::ViewBuffer view = ViewInPlay(*game, 0);
  const std::vector<envs::Action> actions = envs::LegalList(*game, view.Span());
  const std::vector<int32_t> offsets = {0, 7};
  EXPECT_EQ(
      evaluator
          .Evaluate({view.Span(), actions, offsets}, {.policy_logits = logits, .wdl = {&wdl, 1}})
          .message(),
      "no device");
}

}  // namespace
}  // namespace kvintet::selfplay
