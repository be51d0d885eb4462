// Tests of PuctRule against AlphaZero's formula, written out here slowly.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/evaluators/softmax.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/slow_tree.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::SlowNode;
using ::kvintet::testing::SlowTree;

// The probabilities of the actions, rounded as the fast search rounds them; 0 for illegal ones.
std::vector<double> PriorsOf(const SlowNode& node) {
  std::vector<float> logits(node.logits.begin(), node.logits.end());
  std::vector<double> scratch(logits.size());
  std::vector<float> priors(logits.size());
  Softmax(logits, scratch, priors);
  return {priors.begin(), priors.end()};
}

// The action with the largest value + c_puct * prior * sqrt(visits of all) / (1 + visits). Of equal
// ones it is the likeliest, and of equally likely ones the first.
int SlowSelect(const SlowNode& node, const PuctSettings& settings) {
  const std::vector<double> priors = PriorsOf(node);
  std::vector<size_t> order(SlowNode::kActions);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](size_t a) { return priors[a]; });
  double visited = 0;
  for (const size_t a : order) {
    visited += node.Visits(a) > 0 ? priors[a] : 0;
  }
  const double untried = node.Mean() - settings.fpu_reduction * std::sqrt(visited);
  const double spread = settings.c_puct * std::sqrt(node.visits - 1.0);
  int best = -1;
  double best_score = 0;
  for (const size_t a : order) {
    const double value = node.Visits(a) > 0 ? node.Value(a) : untried;
    const double score = value + spread * priors[a] / (1 + node.Visits(a));
    if (priors[a] > 0 && (best < 0 || score > best_score)) {
      best = static_cast<int>(a);
      best_score = score;
    }
  }
  return best;
}

class PuctFormulaTest
    : public ::testing::TestWithParam<std::tuple<int, double, double, std::string>> {
 protected:
  // Compares the searches of one position.
  void Compare(UniformEvaluator evaluator) const {
    const auto& [simulations, c_puct, reduction, text] = GetParam();
    SearchSettings settings;
    settings.simulations = simulations;
    Select<PuctSettings>(&settings).c_puct = c_puct;
    Select<PuctSettings>(&settings).fpu_reduction = reduction;
    Select<PuctSettings>(&settings).temperature = 0;
    SlowTree slow(evaluator.game(), &evaluator);
    slow.Begin(text);
    const auto select = [&](const SlowNode& node) {
      return SlowSelect(node, OwnSettings<PuctSettings>(settings));
    };
    for (int i = 0; i < simulations; ++i) {
      slow.Simulate(select(slow.Root()), select);
    }
    TreeSearch search(evaluator.game(), settings,
                      std::make_unique<PuctRule>(OwnSettings<PuctSettings>(settings)));
    const envs::ViewBuffer view = testing::ViewOf(evaluator.game(), text);
    ASSERT_OK_AND_ASSIGN(const Decision fast,
                         Decide(&search, &evaluator, {.view = view.Span(), .explore = false}));
    ExpectSame(fast, slow.Root(), simulations);
  }

  static void ExpectSame(const Decision& fast, const SlowNode& slow, int simulations) {
    EXPECT_NEAR(fast.value, slow.Mean(), 1e-9);
    int most = 0;
    for (const ActionStatistics& action : fast.actions) {
      const int visits = slow.Visits(static_cast<size_t>(action.action));
      EXPECT_EQ(action.visits, visits) << action.action;
      EXPECT_NEAR(static_cast<double>(action.policy), 1.0 * visits / simulations, 1e-6);
      most = std::max(most, visits);
    }
    EXPECT_EQ(slow.Visits(static_cast<size_t>(fast.action)), most);
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
};

TEST_P(PuctFormulaTest, EveryActionHasItsVisits) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    Compare(UniformEvaluator(*game_, seed));
  }
}

// All actions are equally likely and all values 0, until a game ends.
TEST_P(PuctFormulaTest, OfEqualScoresTheFirstCounts) { Compare(UniformEvaluator(*game_)); }

INSTANTIATE_TEST_SUITE_P(
    Settings, PuctFormulaTest,
    ::testing::Combine(::testing::Values(1, 2, 7, 32, 200), ::testing::Values(0.5, 1.25, 4.0),
                       ::testing::Values(0.0, 0.2, 1.0),
                       ::testing::Values(".../.../...", "X../.O./...", "XO./.X./...")));

}  // namespace
}  // namespace kvintet::selfplay
