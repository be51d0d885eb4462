// Tests of game trees, CFR+ and the sequence form on hidden simultaneous choices.
#include "selfplay/solvers/game_tree.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "envs/registry.h"
#include "selfplay/solvers/cfr_plus.h"
#include "selfplay/solvers/sequence_form.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay::solvers {
namespace {

using testing::StatusIs;

TEST(GameTreeTest, EveryNodeOfASetHasItsActionsAndFollowsItsParent) {
  const auto game = *envs::MakeGame("kuhn");
  ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kReturn, 1000));
  EXPECT_EQ(tree.nodes.size(), 58u);
  for (size_t s = 0; s < tree.sets.size(); ++s) {
    EXPECT_EQ(tree.sets[s].nodes.size(), 2u);
    EXPECT_TRUE(tree.sets[s].parent_set == kNone || tree.sets[s].parent_set < s);
    for (const size_t node : tree.sets[s].nodes) {
      EXPECT_EQ(tree.nodes[node].num_children, tree.sets[s].actions.size());
      EXPECT_GT(tree.nodes[node].first_child, node);
    }
  }
}

TEST(GameTreeTest, GamesThatAreTooLargeAreRefused) {
  EXPECT_THAT(WriteOut(**envs::MakeGame("leduc"), Payoff::kReturn, 9000),
              StatusIs(absl::StatusCode::kResourceExhausted, "more than 9000 histories"));
  EXPECT_THAT(WriteOut(**envs::MakeGame("konkvest"), Payoff::kReturn, 9000),
              StatusIs(absl::StatusCode::kUnimplemented, "rules about earlier positions"));
}

TEST(GameTreeTest, ABestAnswerBringsWhatItSays) {
  const auto game = *envs::MakeGame("leduc");
  ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kMargin, 100000));
  for (const int seat : {0, 1}) {
    Strategy answered = UniformStrategy(tree);
    const double value = BestAnswer(tree, seat, answered, &answered);
    EXPECT_NEAR(ExpectedPayoff(tree, answered), seat == 0 ? value : -value, 1e-12);
  }
}

// Both bids stay hidden until both are made, so the second bidder must not know the first bid.
TEST(GameTreeTest, SimultaneousChoicesAreMixed) {
  const auto game = *envs::MakeGame("pursuit{columns=2,rows=1,catcher=A1,evader=B1,steps=2}");
  ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kReturn, 10000));
  ASSERT_OK_AND_ASSIGN(const TreeSolution solution, SolveSequenceForm(tree, 100000));
  EXPECT_NEAR(solution.value, 0.5, 1e-12);
  EXPECT_LT(solution.gap, 1e-12);
  CfrPlus learner(tree);
  learner.Iterate(1000);
  EXPECT_NEAR(ExpectedPayoff(tree, learner.Average()), 0.5, 1e-3);
}

// The exploitabilities of the average after each iteration are those that OpenSpiel's CFRPlusSolver
// reaches over the same games (python/tests/test_openspiel.py). Pursuit and Kontranto have sets at
// which all regrets are zero but for rounding.
TEST(GameTreeTest, CfrPlusGoesTheWayOfOpenSpiel) {
  const std::vector<std::pair<std::string, std::vector<double>>> cases = {
      {"kuhn", {0.229166666666667, 0.131944444444444, 0.0706585081585082, 0.0500721500721501}},
      {"goofspiel{cards=3}",
       {0.22222222884496, 0.107142860335963, 0.0558167456960717, 0.0480762820934743}},
      {"pursuit{steps=2}",
       {0.368055555555556, 0.136095146871009, 0.0739705235797155, 0.0450777193458042}},
      {"mini_kontranto{steps=2}",
       {0.0446494722301288, 0.0628800676429697, 0.0345546499234065, 0.0232144685585603}}};
  for (const auto& [text, exploitabilities] : cases) {
    const auto game = *envs::MakeGame(text);
    ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kReturn, 100000));
    CfrPlus learner(tree);
    for (const double expected : exploitabilities) {
      learner.Iterate(1);
      EXPECT_NEAR(NashConv(tree, learner.Average()) / 2, expected, 1e-9)
          << text << ", iteration " << learner.NumIterations();
    }
  }
}

TEST(GameTreeTest, SequenceFormsThatAreTooLargeAreRefused) {
  const auto game = *envs::MakeGame("kuhn");
  ASSERT_OK_AND_ASSIGN(const GameTree tree, WriteOut(*game, Payoff::kReturn, 1000));
  EXPECT_EQ(SequenceFormCells(tree), 144);
  EXPECT_THAT(SolveSequenceForm(tree, 143),
              StatusIs(absl::StatusCode::kResourceExhausted, "linear program of 144"));
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
