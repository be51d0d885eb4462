// Tests of SearchTree alone: edges, visits, chance, repetitions, and what a new root keeps.
#include "selfplay/search/search_tree.h"

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/support/evaluations.h"
#include "tests/support/script_game.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::testing::ElementsAre;

// A tree over positions of tic-tac-toe. Actions number the cells from the top left.
class SearchTreeTest : public ::testing::Test {
 protected:
  void Reset(const std::string& text) {
    envs::PositionBuffer position(1, game_->Spec().position_bytes);
    ASSERT_OK(game_->ParsePosition(text, position.Span()));
    tree_.Reset(position.Span(), nullptr);
  }
  void Expand(int node, const std::vector<envs::Action>& actions, const std::vector<float>& priors,
              EdgeOrder order = EdgeOrder::kByPrior) {
    tree_.Expand(node, actions, priors, Wdl{.draw = 1}, order);
  }
  // Visits the child of an edge, and returns it.
  int Visit(int node, int edge) {
    const int child = tree_.Follow(node, edge);
    tree_.BackUp(child);
    return child;
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  SearchTree tree_{*game_, false};
};

TEST_F(SearchTreeTest, EachNodeHasItsOwnEdges) {
  Reset(".../.../...");
  Expand(0, {0, 1}, {0.75f, 0.25f});
  const int child = tree_.Follow(0, 0);
  Expand(child, {4, 8}, {0.25f, 0.75f});
  EXPECT_EQ(tree_.EdgeAction(0, 0), 0);
  EXPECT_EQ(tree_.EdgeAction(0, 1), 1);
  EXPECT_EQ(tree_.EdgeAction(child, 0), 8);
  EXPECT_EQ(tree_.EdgeAction(child, 1), 4);
  EXPECT_EQ(tree_.Prior(child, 1), 0.25f);
  const int grandchild = tree_.Follow(child, 0);
  EXPECT_EQ(tree_.Node(grandchild).parent, child);
  EXPECT_EQ(tree_.Node(grandchild).action, 8);
  EXPECT_EQ(tree_.Find(0, 0), child);
  EXPECT_EQ(tree_.Find(child, 8), grandchild);
  EXPECT_EQ(tree_.Find(child, 4), -1);
}

TEST_F(SearchTreeTest, ResetForgetsAllNodesAndEdges) {
  for (int round = 0; round < 2; ++round) {
    Reset(".../.../...");
    ASSERT_EQ(tree_.Size(), 1);
    EXPECT_FALSE(tree_.Node(0).expanded);
    Expand(0, {round, 5}, {0.75f, 0.25f});
    EXPECT_EQ(tree_.EdgeAction(0, 0), round);
    EXPECT_EQ(tree_.Prior(0, 1), 0.25f);
    EXPECT_EQ(tree_.Find(0, 5), -1);
    ASSERT_EQ(tree_.Follow(0, 0), 1);
    ASSERT_EQ(tree_.Follow(0, 1), 2);
  }
}

TEST_F(SearchTreeTest, AnEndThatIsWonIsNoDrawAndADrawnEndIsOne) {
  Reset("XX./OO./...");
  Expand(0, {2, 8}, {0.5f, 0.5f});
  const int won = tree_.Follow(0, 0);
  EXPECT_TRUE(tree_.Node(won).settled);
  EXPECT_EQ(tree_.Node(won).raw_value, 1);
  EXPECT_EQ(tree_.Node(won).raw_draw, 0);
  Reset("XOX/XOO/OX.");
  Expand(0, {8}, {1});
  const int drawn = tree_.Follow(0, 0);
  EXPECT_TRUE(tree_.Node(drawn).settled);
  EXPECT_EQ(tree_.Node(drawn).raw_value, 0);
  EXPECT_EQ(tree_.Node(drawn).raw_draw, 1);
}

TEST_F(SearchTreeTest, VisitsCarryValueAndDrawToAllNodesAbove) {
  Reset(".../.../...");
  tree_.Expand(0, std::vector<envs::Action>{4}, std::vector<float>{1},
               Wdl{.win = 0.5f, .draw = 0.25f, .loss = 0.25f}, EdgeOrder::kByPrior);
  tree_.BackUp(0);
  const int child = tree_.Follow(0, 0);
  // The value is for seat 1, which decides there.
  tree_.Expand(child, std::vector<envs::Action>{0}, std::vector<float>{1},
               Wdl{.win = 0.5f, .draw = 0.5f}, EdgeOrder::kByPrior);
  tree_.BackUp(child);
  EXPECT_EQ(tree_.Node(0).visits, 2);
  EXPECT_EQ(tree_.Node(0).value_sum, 0.25 - 0.5);
  EXPECT_EQ(tree_.Node(0).draw_sum, 0.25 + 0.5);
  EXPECT_EQ(tree_.Node(child).visits, 1);
  EXPECT_EQ(tree_.Node(child).draw_sum, 0.5);
  EXPECT_EQ(tree_.Value(0, 0), -0.5);
}

TEST_F(SearchTreeTest, NewRootPriorsCountTheUnopenedEdgesOnly) {
  Reset(".../.../...");
  Expand(0, {0, 1, 2}, {0.5f, 0.25f, 0.25f});
  EXPECT_EQ(tree_.Node(0).unopened_prior, 1);
  Visit(0, 0);
  EXPECT_EQ(tree_.Node(0).unopened_prior, 0.5);
  tree_.SetRootPriors(std::vector<envs::Action>{0, 1, 2}, std::vector<float>{0.25f, 0.5f, 0.25f});
  EXPECT_EQ(tree_.Node(0).unopened_prior, 0.75);
}

TEST_F(SearchTreeTest, TheLineFollowsTheMostVisitedActions) {
  Reset(".../.../...");
  Expand(0, {0, 1}, {0.75f, 0.25f});
  const int child = Visit(0, 0);
  Expand(child, {4, 5, 6}, {0.5f, 0.25f, 0.25f});
  Visit(child, 0);
  const int second = Visit(child, 1);
  Visit(child, 1);
  Expand(second, {7, 8}, {0.75f, 0.25f});
  Visit(second, 0);
  std::vector<envs::Action> line;
  tree_.Line(0, &line);
  EXPECT_THAT(line, ElementsAre(0, 5, 7));
  // An action that nobody has tried.
  tree_.Line(1, &line);
  EXPECT_THAT(line, ElementsAre(1));
}

TEST_F(SearchTreeTest, TheRootItselfMayBeMadeTheRootAndKeepsAll) {
  Reset(".../.../...");
  Expand(0, {0, 1}, {0.75f, 0.25f});
  const int child = Visit(0, 0);
  Expand(child, {4}, {1});
  Visit(child, 0);
  tree_.Reroot(0, nullptr);
  ASSERT_EQ(tree_.Size(), 3);
  EXPECT_EQ(tree_.Node(0).visits, 2);
  EXPECT_EQ(tree_.Find(0, 0), child);
  EXPECT_EQ(tree_.Node(tree_.Find(child, 4)).parent, child);
}

constexpr std::string_view kChance = "0cc1";

// Seat 0 acts, then chance twice, then seat 1.
TEST(SearchTreeChanceTest, OutcomesComeByTheirProbabilitiesAndKeepTheirNodes) {
  const auto game = testing::MakeScriptGame<kChance>();
  envs::PositionBuffer start(1, game->Spec().position_bytes);
  game->Initialize(start.Span());
  SearchTree tree(*game, false);
  tree.Reset(start.Span(), nullptr);
  tree.Expand(0, std::vector<envs::Action>{0, 1}, std::vector<float>{0.5f, 0.5f}, Wdl{},
              EdgeOrder::kByPrior);
  const int chance = tree.Follow(0, 0);
  ASSERT_EQ(tree.Node(chance).kind, NodeKind::kChance);
  RandomStream random{1, 0, 0, Purpose::kSearch};
  std::array<int, 2> drawn = {};
  for (int i = 0; i < 4000; ++i) {
    const int next = tree.FollowChance(chance, &random);
    const int last = tree.FollowChance(next, &random);
    EXPECT_EQ(tree.Node(next).parent, chance);
    EXPECT_EQ(tree.Node(last).parent, next);
    EXPECT_EQ(tree.Node(last).kind, NodeKind::kSeat1);
    ++drawn[static_cast<size_t>(tree.Node(next).action)];
  }
  EXPECT_EQ(tree.Node(chance).num_edges, 2);
  EXPECT_EQ(tree.EdgeAction(chance, 0), 0);
  EXPECT_EQ(tree.EdgeAction(chance, 1), 1);
  EXPECT_EQ(tree.Prior(chance, 0), 0.75f);
  // The root, its child, two outcomes, and two of each.
  EXPECT_EQ(tree.Size(), 8);
  EXPECT_NEAR(drawn[0] / 4000.0, 0.75, 0.03);
}

constexpr std::string_view kTwoActions = "00";

// A position that has occurred before is recognised below a root with a history.
TEST(SearchTreeRepetitionTest, ThePositionsBeforeTheRootCount) {
  const auto game = testing::MakeScriptGame<kTwoActions>();
  using Rules = testing::ScriptGame<kTwoActions>;
  envs::PositionBuffer start(1, game->Spec().position_bytes);
  game->Initialize(start.Span());
  SearchTree tree(*game, false);
  // As if action 1 had led here; the position itself does not say so.
  envs::RepetitionHistory history(2);
  history.Push({1, 0});
  for (const bool with_history : {true, false}) {
    tree.Reset(start.Span(), with_history ? &history : nullptr);
    tree.Expand(0, std::vector<envs::Action>{0, 1}, std::vector<float>{0.25f, 0.75f}, Wdl{},
                EdgeOrder::kByPrior);
    Rules::Position repeated;
    std::memcpy(&repeated, tree.Position(tree.Follow(0, 0)).Row(0), sizeof(repeated));
    EXPECT_EQ(repeated.repetitions, with_history ? 1 : 0);
  }
}

}  // namespace
}  // namespace kvintet::selfplay
