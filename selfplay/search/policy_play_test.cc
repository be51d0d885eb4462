// Tests of PolicyPlay: what it draws, and what it says of its draws.
#include "selfplay/search/policy_play.h"

#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "envs/one_row.h"
#include "envs/registry.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

// The centre of tic-tac-toe's empty board has logit 1, the other eight cells have 0.
class PolicyPlayTest : public ::testing::Test {
 protected:
  Decision Decide(PolicyPlay* play, const SearchRoot& about) {
    SearchRoot root = about;
    root.view = view_.Span();
    auto decision = selfplay::Decide(play, &evaluator_, root);
    EXPECT_OK(decision.status());
    return *decision;
  }

  const std::unique_ptr<envs::Game> game_ = envs::MakeGame("tic_tac_toe").value();
  testing::FakeEvaluator evaluator_{*game_, [](auto, auto, std::span<float> logits) {
                                      logits[4] = 1;
                                      return Wdl{.win = 0.5f, .draw = 0.25f, .loss = 0.25f};
                                    }};
  const envs::ViewBuffer view_ = testing::ViewToMove(*game_, envs::InitialPosition(*game_).Span());
};

TEST_F(PolicyPlayTest, DrawsFromThePolicyAtTheTemperature) {
  PolicyPlay play(*game_, {.temperature = 0.5});
  const double centre = std::exp(2.0) / (std::exp(2.0) + 8);
  constexpr uint32_t kDraws = 4000;
  int drawn = 0;
  for (uint32_t number = 0; number < kDraws; ++number) {
    const Decision decision = Decide(&play, {.game = number});
    drawn += decision.action == 4 ? 1 : 0;
    EXPECT_NEAR(decision.behaviour, decision.action == 4 ? centre : (1 - centre) / 8, 1e-6);
  }
  EXPECT_NEAR(static_cast<double>(drawn) / kDraws, centre, 0.03);
  ASSERT_EQ(play.ActingPolicy().size(), 9);
  EXPECT_NEAR(play.ActingPolicy()[4], centre, 1e-6);
  EXPECT_NEAR(play.ActingPolicy()[0], (1 - centre) / 8, 1e-6);
}

TEST_F(PolicyPlayTest, TakesTheLikeliestOnceTheDrawnPliesAreOver) {
  PolicyPlay play(*game_, {.temperature = 1, .temperature_plies = 3});
  const Decision decision = Decide(&play, {.ply = 3});
  EXPECT_EQ(decision.action, 4);
  EXPECT_EQ(decision.behaviour, 1);
  EXPECT_EQ(decision.value, 0.25);
  EXPECT_EQ(decision.draw, 0.25);
  for (size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(play.ActingPolicy()[i], i == 4 ? 1 : 0);
  }
  // The recorded policy is the network's.
  EXPECT_NEAR(static_cast<double>(decision.actions[4].policy), std::exp(1.0) / (std::exp(1.0) + 8),
              1e-6);
}

}  // namespace
}  // namespace kvintet::selfplay
