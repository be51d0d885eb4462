// Tests of known exact values of small games, which check the rules, what each seat sees, and
// chance.
//
// Values of Kuhn and Leduc poker are in chips of seat 0, as published with OpenSpiel; those of
// simultaneous games were computed in exact fractions.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/solvers/cfr_plus.h"
#include "selfplay/solvers/game_tree.h"
#include "selfplay/solvers/sequence_form.h"
#include "tests/support/markov_value.h"

namespace kvintet::testing {
namespace {

using selfplay::solvers::GameTree;
using selfplay::solvers::InformationSet;
using selfplay::solvers::Strategy;

// With payoffs in chips.
GameTree TreeOf(const envs::Game& game) {
  return *selfplay::solvers::WriteOut(game, Payoff::kMargin, 100000);
}

// Always takes the action of this name, or `otherwise` if there is none.
Strategy AlwaysStrategy(const envs::Game& game, const GameTree& tree, const std::string& name,
                        const std::string& otherwise) {
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    std::vector<std::string> names;
    for (const envs::Action action : set.actions) {
      names.push_back(game.ActionName(set.view.Span(), action));
    }
    auto found = std::ranges::find(names, name);
    found = found != names.end() ? found : std::ranges::find(names, otherwise);
    EXPECT_NE(found, names.end());
    strategy.emplace_back(set.actions.size(), 0.0);
    strategy.back()[static_cast<size_t>(found - names.begin())] = 1;
  }
  return strategy;
}

TEST(ExactValuesTest, KuhnPoker) {
  const auto game = *envs::MakeGame("kuhn");
  const GameTree tree = TreeOf(*game);
  EXPECT_EQ(tree.sets.size(), 12u);
  const Strategy uniform = UniformStrategy(tree);
  EXPECT_NEAR(BestAnswer(tree, 0, uniform), 0.5, 1e-12);
  EXPECT_NEAR(BestAnswer(tree, 1, uniform), 5.0 / 12, 1e-12);
  EXPECT_NEAR(NashConv(tree, uniform), 11.0 / 12, 1e-12);
  EXPECT_NEAR(NashConv(tree, AlwaysStrategy(*game, tree, "pass", "pass")), 2, 1e-12);
}

TEST(ExactValuesTest, KuhnPokerByItsSequenceForm) {
  const auto game = *envs::MakeGame("kuhn");
  const auto solution = selfplay::solvers::SolveSequenceForm(TreeOf(*game), 1000);
  ASSERT_OK(solution);
  EXPECT_NEAR(solution->value, -1.0 / 18, 1e-12);
  EXPECT_LT(solution->gap, 1e-12);
}

// The family of equilibria from Kuhn's paper: seat 0 bets a jack with probability alpha.
Strategy KuhnEquilibrium(const envs::Game& game, const GameTree& tree, double alpha) {
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
    const double p = bet.at(game.ViewText(set.view.Span()));
    const bool bet_first = game.ActionName(set.view.Span(), set.actions[0]) == "bet";
    strategy.push_back(bet_first ? std::vector{p, 1 - p} : std::vector{1 - p, p});
  }
  return strategy;
}

TEST(ExactValuesTest, KuhnPokerEquilibria) {
  const auto game = *envs::MakeGame("kuhn");
  const GameTree tree = TreeOf(*game);
  for (const double alpha : {0.0, 0.2, 1.0 / 3}) {
    const Strategy strategy = KuhnEquilibrium(*game, tree, alpha);
    EXPECT_NEAR(NashConv(tree, strategy), 0, 1e-12);
    EXPECT_NEAR(ExpectedPayoff(tree, strategy), -1.0 / 18, 1e-12);
  }
  EXPECT_GT(NashConv(tree, KuhnEquilibrium(*game, tree, 0.5)), 0.01);
}

TEST(ExactValuesTest, LeducPoker) {
  const auto game = *envs::MakeGame("leduc");
  const GameTree tree = TreeOf(*game);
  EXPECT_EQ(tree.sets.size(), 936u);
  EXPECT_NEAR(NashConv(tree, UniformStrategy(tree)), 4.747222, 1e-6);
  EXPECT_NEAR(NashConv(tree, AlwaysStrategy(*game, tree, "fold", "call")), 2, 1e-12);
}

// NashConv of the average strategy after each of five iterations of CFR-BR, in which each seat
// learns against the other's best response (Johanson, Bard, Burch, Bowling 2012).
std::vector<double> AgainstBestAnswers(const GameTree& tree) {
  using selfplay::solvers::Normalised;
  Strategy current = UniformStrategy(tree);
  Strategy sums = current;
  for (std::vector<double>& set : sums) {
    std::ranges::fill(set, 0.0);
  }
  Strategy regrets = sums;
  std::vector<double> gaps;
  for (int i = 0; i < 5; ++i) {
    for (const int seat : {0, 1}) {
      Strategy answered = current;
      BestAnswer(tree, 1 - seat, current, &answered);
      AddToAverage(tree, seat, current, 1, &sums);
      AddCounterfactualRegrets(tree, seat, answered, &regrets);
    }
    current = Normalised(regrets);
    gaps.push_back(NashConv(tree, Normalised(sums)));
  }
  return gaps;
}

TEST(ExactValuesTest, LearningAgainstBestAnswersGoesAsPublished) {
  const std::vector<double> kuhn = {0.916667, 0.333333, 0.319444, 0.260417, 0.226667};
  const std::vector<double> leduc = {4.747222, 4.006867, 3.409049, 2.898254, 2.536719};
  const std::vector<double> kuhn_gaps = AgainstBestAnswers(TreeOf(**envs::MakeGame("kuhn")));
  const std::vector<double> leduc_gaps = AgainstBestAnswers(TreeOf(**envs::MakeGame("leduc")));
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(kuhn_gaps[i], kuhn[i], 1e-6) << i;
    EXPECT_NEAR(leduc_gaps[i], leduc[i], 1e-6) << i;
  }
}

TEST(ExactValuesTest, CfrPlusComesNearTheEquilibriumOfKuhnPoker) {
  const auto game = *envs::MakeGame("kuhn");
  const GameTree tree = TreeOf(*game);
  selfplay::solvers::CfrPlus solver(tree);
  solver.Iterate(1000);
  EXPECT_LT(NashConv(tree, solver.Average()), 1e-3);
  EXPECT_NEAR(ExpectedPayoff(tree, solver.Average()), -1.0 / 18, 1e-4);
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

// The value for seat 0 after it bid 1 and seat 1 bid its highest card for the first prize, which is
// the highest prize, or 1 with ascending prizes.
double AfterLostRound(int cards, const std::string& objective, const std::string& order) {
  const std::string n = std::to_string(cards);
  return ValueAfter("goofspiel{cards=" + n + ",objective=" + objective + ",order=" + order + "}",
                    (order == "random" ? "; chance prize " + n : "") + "; 0 1; 1 " + n);
}

// The same in points from then on, without the lost prize.
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
