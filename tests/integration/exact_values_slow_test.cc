// Tests of known exact values of small games: the slow ones (see exact_values_test.cc).
#include <gtest/gtest.h>

#include "envs/registry.h"
#include "selfplay/solvers/cfr_plus.h"
#include "selfplay/solvers/game_tree.h"
#include "selfplay/solvers/sequence_form.h"
#include "tests/support/markov_value.h"

namespace kvintet::testing {
namespace {

TEST(ExactValuesSlowTest, LeducPokerByItsSequenceForm) {
  const auto game = *envs::MakeGame("leduc");
  const auto tree = selfplay::solvers::WriteOut(*game, Payoff::kMargin, 100000);
  ASSERT_OK(tree);
  const auto solution = selfplay::solvers::SolveSequenceForm(*tree, 2000000);
  ASSERT_OK(solution);
  EXPECT_LT(solution->gap, 1e-10);
  EXPECT_NEAR(solution->value, -0.085606424078, 1e-11);
}

TEST(ExactValuesSlowTest, LeducPokerByCfrPlus) {
  constexpr double kValue = -0.085606424078;
  const auto game = *envs::MakeGame("leduc");
  const auto tree = selfplay::solvers::WriteOut(*game, Payoff::kMargin, 100000);
  ASSERT_OK(tree);
  selfplay::solvers::CfrPlus solver(*tree);
  solver.Iterate(500);
  const selfplay::solvers::Strategy average = solver.Average();
  // The value lies within what best responses can still gain.
  EXPECT_LT(NashConv(*tree, average), 3e-3);
  EXPECT_GE(BestAnswer(*tree, 0, average), kValue - 1e-9);
  EXPECT_LE(-BestAnswer(*tree, 1, average), kValue + 1e-9);
}

TEST(ExactValuesSlowTest, GoofspielPointsAfterALostRound) {
  const auto points = [](const std::string& n, const std::string& order) {
    const int cards = std::stoi(n);
    const double value =
        ValueAfter("goofspiel{cards=" + n + ",objective=points,order=" + order + "}",
                   (order == "random" ? "; chance prize " + n : "") + "; 0 1; 1 " + n);
    return value * cards * (cards + 1) / 2 + (order == "ascending" ? 1 : cards);
  };
  EXPECT_NEAR(points("5", "random"), 5.1252850, 1e-6);
  EXPECT_NEAR(points("5", "descending"), 14654079915142952.0 / 2839596360523725.0, 1e-6);
  EXPECT_NEAR(points("5", "ascending"), 652564799737210.0 / 96208807369983.0, 1e-6);
  EXPECT_NEAR(points("6", "random"), 6.5839843, 1e-6);
  EXPECT_NEAR(points("6", "descending"), 6.6569210, 1e-6);
  EXPECT_NEAR(points("6", "ascending"), 8.4706008, 1e-6);
}

}  // namespace
}  // namespace kvintet::testing
