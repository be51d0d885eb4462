// Small games have their known exact values: the rules, what each seat sees, and chance are right.
//
// Values of Kuhn and Leduc poker are chips of seat 0, as published with OpenSpiel; those of
// simultaneous games were computed in exact fractions.
#include <gtest/gtest.h>

#include "envs/playthrough.h"
#include "envs/registry.h"
#include "tests/support/exact_solver.h"
#include "tests/support/game_tree.h"
#include "tests/support/status_matchers.h"

namespace kvintet::testing {
namespace {

using envs::Playthrough;

// The value of the position after the events of a record.
double ValueAfter(const envs::Game& game, const std::string& events) {
  const auto play = Playthrough::FromRecord(game, game.Spec().text + events);
  EXPECT_OK(play);
  ExactSolver solver(game);
  const double value = solver.Value(play->Position());
  EXPECT_LT(solver.LargestGap(), 1e-9);
  return value;
}

double ValueAtStart(const std::string& text) {
  const auto game = envs::MakeGame(text);
  EXPECT_OK(game);
  return ValueAfter(**game, "");
}

TEST(ExactValuesTest, MatrixGames) {
  const auto solved = [](const PayoffMatrix& payoff) {
    const MatrixSolution solution = SolveMatrixGame(payoff);
    EXPECT_LT(solution.gap, 1e-12);
    return solution.value;
  };
  EXPECT_NEAR(solved({{2, 0}, {0, 1}}), 2.0 / 3, 1e-12);
  EXPECT_NEAR(solved({{0, -0.25, 0.5}, {0.25, 0, -0.05}, {-0.5, 0.05, 0}}), 0, 1e-12);
  EXPECT_NEAR(solved({{2, 1, 5}, {-3, -4, -2}}), 1, 1e-12);
}

TEST(ExactValuesTest, KuhnPoker) {
  const auto game = *envs::MakeGame("kuhn");
  const GameTree tree = WriteOut(*game);
  EXPECT_EQ(tree.sets.size(), 12u);
  const Strategy uniform = UniformStrategy(tree);
  EXPECT_NEAR(BestAnswer(tree, 0, uniform), 0.5, 1e-12);
  EXPECT_NEAR(BestAnswer(tree, 1, uniform), 5.0 / 12, 1e-12);
  EXPECT_NEAR(NashConv(tree, uniform), 11.0 / 12, 1e-12);
  EXPECT_NEAR(NashConv(tree, AlwaysStrategy(tree, "pass", "pass")), 2, 1e-12);
}

// The family of equilibria of Kuhn's paper: seat 0 bets a jack with probability alpha.
Strategy KuhnEquilibrium(const GameTree& tree, double alpha) {
  const std::map<std::string, double> bet = {{"cards J ?; betting -", alpha},
                                             {"cards Q ?; betting -", 0},
                                             {"cards K ?; betting -", 3 * alpha},
                                             {"cards J ?; betting pass bet", 0},
                                             {"cards Q ?; betting pass bet", alpha + 1.0 / 3},
                                             {"cards K ?; betting pass bet", 1},
                                             {"cards ? J; betting pass", 1.0 / 3},
                                             {"cards ? Q; betting pass", 0},
                                             {"cards ? K; betting pass", 1},
                                             {"cards ? J; betting bet", 0},
                                             {"cards ? Q; betting bet", 1.0 / 3},
                                             {"cards ? K; betting bet", 1}};
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    const double p = bet.at(set.view_text);
    strategy.push_back(set.names[0] == "bet" ? std::vector{p, 1 - p} : std::vector{1 - p, p});
  }
  return strategy;
}

TEST(ExactValuesTest, KuhnPokerEquilibria) {
  const auto game = *envs::MakeGame("kuhn");
  const GameTree tree = WriteOut(*game);
  for (const double alpha : {0.0, 0.2, 1.0 / 3}) {
    const Strategy strategy = KuhnEquilibrium(tree, alpha);
    EXPECT_NEAR(NashConv(tree, strategy), 0, 1e-12);
    EXPECT_NEAR(ExpectedPayoff(tree, strategy), -1.0 / 18, 1e-12);
  }
  EXPECT_GT(NashConv(tree, KuhnEquilibrium(tree, 0.5)), 0.01);
}

TEST(ExactValuesTest, LeducPoker) {
  const auto game = *envs::MakeGame("leduc");
  const GameTree tree = WriteOut(*game);
  EXPECT_EQ(tree.sets.size(), 936u);
  EXPECT_NEAR(NashConv(tree, UniformStrategy(tree)), 4.747222, 1e-6);
  EXPECT_NEAR(NashConv(tree, AlwaysStrategy(tree, "fold", "call")), 2, 1e-12);
}

TEST(ExactValuesTest, GoofspielIsEvenAtTheStart) {
  for (const char* order : {"random", "descending", "ascending"}) {
    for (const char* objective : {"points", "win"}) {
      const std::string options =
          std::string("{cards=3,objective=") + objective + ",order=" + order + "}";
      EXPECT_NEAR(ValueAtStart("goofspiel" + options), 0, 1e-9) << options;
    }
  }
}

// What seat 0 gets after it has bid 1 and seat 1 its highest card for the first prize: the highest,
// or with ascending prizes 1.
double AfterLostRound(int cards, const std::string& objective, const std::string& order) {
  const std::string n = std::to_string(cards);
  const auto game =
      *envs::MakeGame("goofspiel{cards=" + n + ",objective=" + objective + ",order=" + order + "}");
  return ValueAfter(*game, (order == "random" ? "; chance prize " + n : "") + "; 0 1; 1 " + n);
}

// The same in points from there on, without the lost prize.
double PointsToCome(int cards, const std::string& order) {
  return AfterLostRound(cards, "points", order) * cards * (cards + 1) / 2 +
         (order == "ascending" ? 1 : cards);
}

TEST(ExactValuesTest, GoofspielPointsAfterALostRound) {
  EXPECT_NEAR(PointsToCome(3, "random"), 7.0 / 3, 1e-6);
  EXPECT_NEAR(PointsToCome(3, "descending"), 7.0 / 3, 1e-6);
  EXPECT_NEAR(PointsToCome(3, "ascending"), 19.0 / 5, 1e-6);
  EXPECT_NEAR(PointsToCome(4, "random"), 161291.0 / 43560, 1e-6);
  EXPECT_NEAR(PointsToCome(4, "descending"), 1337.0 / 363, 1e-6);
  EXPECT_NEAR(PointsToCome(4, "ascending"), 6278.0 / 1183, 1e-6);
}

TEST(ExactValuesTest, GoofspielWinsAfterALostRound) {
  EXPECT_NEAR(AfterLostRound(3, "win", "random"), -1.0 / 2, 1e-9);
  EXPECT_NEAR(AfterLostRound(4, "win", "random"), -118.0 / 1159, 1e-9);
  EXPECT_NEAR(AfterLostRound(4, "win", "descending"), -3.0 / 19, 1e-9);
  EXPECT_NEAR(AfterLostRound(3, "win", "ascending"), 1, 1e-9);
  EXPECT_NEAR(AfterLostRound(4, "win", "ascending"), 1, 1e-9);
  EXPECT_NEAR(AfterLostRound(5, "win", "random"), 10557754591519.0 / 577772189232642.0, 1e-9);
  EXPECT_NEAR(AfterLostRound(5, "win", "descending"), 0, 1e-9);
  EXPECT_NEAR(AfterLostRound(5, "win", "ascending"), 1, 1e-9);
}

double OshiZumoValue(int coins0, int coins1, int size) {
  return ValueAtStart("oshi_zumo{coins0=" + std::to_string(coins0) +
                      ",coins1=" + std::to_string(coins1) + ",size=" + std::to_string(size) + "}");
}

TEST(ExactValuesTest, OshiZumo) {
  EXPECT_NEAR(OshiZumoValue(8, 8, 1), 0, 1e-9);
  EXPECT_NEAR(OshiZumoValue(8, 7, 1), 25.0 / 37, 1e-9);
  EXPECT_NEAR(OshiZumoValue(7, 8, 1), -25.0 / 37, 1e-9);
  EXPECT_NEAR(OshiZumoValue(10, 9, 1), 237322.0 / 450739, 1e-9);
  EXPECT_NEAR(OshiZumoValue(6, 5, 1), 1, 1e-9);
  EXPECT_NEAR(OshiZumoValue(8, 7, 2), 1, 1e-9);
  EXPECT_NEAR(OshiZumoValue(10, 9, 2), 12693.0 / 14863, 1e-9);
  EXPECT_NEAR(OshiZumoValue(10, 9, 3), 1, 1e-9);
}

}  // namespace
}  // namespace kvintet::testing
