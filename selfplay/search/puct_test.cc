// Tests of PuctRule's options: forced playouts with pruned targets, and searches that end early.
#include "selfplay/search/puct.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

SearchSettings Settings(int simulations) {
  SearchSettings settings;
  settings.simulations = simulations;
  Select<PuctSettings>(&settings).temperature = 0;
  return settings;
}

// Searches one position of tic-tac-toe over the hash evaluator.
class Searched {
 public:
  Searched(const SearchSettings& settings, const std::string& text, uint64_t seed,
           bool explore = true)
      : search_(*game_, settings, std::make_unique<PuctRule>(OwnSettings<PuctSettings>(settings))) {
    EXPECT_OK(game_->ParsePosition(text, position_.Span()));
    UniformEvaluator evaluator(*game_, 21);
    const envs::ViewBuffer view = testing::ViewToMove(*game_, position_.Span());
    const SearchRoot root = {.view = view.Span(), .seed = seed, .explore = explore};
    EXPECT_OK(Decide(&search_, &evaluator, root));
  }

  const SearchTree& Tree() const { return search_.Tree(); }
  const Decision& Result() const { return search_.Result(); }
  const ActionStatistics& Of(envs::Action action) const {
    return *std::ranges::find(Result().actions, action, &ActionStatistics::action);
  }
  int Visits() const { return Tree().Node(0).visits - 1; }
  // The minimum of n - sqrt(2 * prior * N) over the root actions with n > 0 visits.
  double LeastLead() const {
    double least = 1e9;
    for (int edge = 0; edge < Tree().Node(0).opened; ++edge) {
      const double prior = Tree().Prior(0, edge);
      least = std::min(least, Tree().Child(0, edge).visits - std::sqrt(2 * prior * Visits()));
    }
    return least;
  }

 private:
  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  envs::PositionBuffer position_{1, game_->Spec().position_bytes};
  TreeSearch search_;
};

constexpr char kStart[] = ".../.../...";

// X wins at once with 2; other actions need only one visit.
constexpr char kWon[] = "XX./OO./...";

TEST(PuctTest, NoiseTakesItsShareOfThePriorsAndLeavesTheirSum) {
  SearchSettings settings = Settings(60);
  Select<PuctSettings>(&settings).dirichlet_fraction = 0.25;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Searched plain(settings, kStart, seed, /*explore=*/false);
    const Searched noisy(settings, kStart, seed);
    double sum = 0;
    double least = 1;
    double least_plain = 1;
    for (int edge = 0; edge < noisy.Tree().Node(0).num_edges; ++edge) {
      sum += static_cast<double>(noisy.Tree().Prior(0, edge));
      least = std::min(least, static_cast<double>(noisy.Tree().Prior(0, edge)));
      least_plain = std::min(least_plain, static_cast<double>(plain.Tree().Prior(0, edge)));
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_GE(least, 0.75 * least_plain - 1e-6);
  }
}

TEST(PuctTest, BehaviourIsTheProbabilityOfTheDraw) {
  SearchSettings settings = Settings(60);
  Select<PuctSettings>(&settings).temperature_plies = 10;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Select<PuctSettings>(&settings).temperature = 0;
    EXPECT_EQ(Searched(settings, kStart, seed).Result().behaviour, 1);
    Select<PuctSettings>(&settings).temperature = 2;
    const Searched drawn(settings, kStart, seed);
    double sum = 0;
    for (const ActionStatistics& action : drawn.Result().actions) {
      sum += std::sqrt(action.visits);
    }
    const int chosen = drawn.Of(drawn.Result().action).visits;
    EXPECT_NEAR(drawn.Result().behaviour, std::sqrt(chosen) / sum, 1e-9);
  }
}

// The reduction grows with the priors of the actions that have been tried.
TEST(PuctTest, AReductionOfUntriedValuesKeepsActionsUntried) {
  SearchSettings settings = Settings(60);
  Select<PuctSettings>(&settings).fpu_reduction = 0;
  const Searched plain(settings, kStart, 1, /*explore=*/false);
  Select<PuctSettings>(&settings).fpu_reduction = 4;
  const Searched reduced(settings, kStart, 1, /*explore=*/false);
  EXPECT_GT(plain.Tree().Node(0).opened, 7);
  EXPECT_LT(reduced.Tree().Node(0).opened, 4);
}

TEST(ForcedPlayoutsTest, EveryActionTriedGetsItsVisits) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SearchSettings settings = Settings(400);
    Select<PuctSettings>(&settings).forced_playouts = 2;
    EXPECT_GE(Searched(settings, kWon, seed).LeastLead(), -1) << seed;
    Select<PuctSettings>(&settings).forced_playouts = 0;
    EXPECT_LT(Searched(settings, kWon, seed).LeastLead(), -3) << seed;
  }
}

TEST(ForcedPlayoutsTest, OnlyWhereTheRootExplores) {
  SearchSettings settings = Settings(300);
  const Searched plain(settings, kStart, 1, /*explore=*/false);
  Select<PuctSettings>(&settings).forced_playouts = 2;
  const Searched forced(settings, kStart, 1, /*explore=*/false);
  for (size_t i = 0; i < plain.Result().actions.size(); ++i) {
    EXPECT_EQ(forced.Result().actions[i].visits, plain.Result().actions[i].visits);
    EXPECT_EQ(forced.Result().actions[i].policy, plain.Result().actions[i].policy);
  }
}

TEST(ForcedPlayoutsTest, WhatOnlyForceExplainsIsPruned) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SearchSettings settings = Settings(400);
    Select<PuctSettings>(&settings).forced_playouts = 2;
    const Searched search(settings, kWon, seed);
    int others = 0;
    for (const ActionStatistics& action : search.Result().actions) {
      others += action.action == 2 ? 0 : action.visits;
    }
    EXPECT_GT(others, 20);
    const double raw_share = search.Of(2).visits / 400.0;
    EXPECT_GT(search.Of(2).policy, raw_share + 0.02) << seed;
    EXPECT_GT(search.Of(2).policy, 0.97) << seed;
    EXPECT_EQ(search.Result().action, 2);
  }
}

TEST(ForcedPlayoutsTest, FewerThanOneForceAndPruneToo) {
  SearchSettings settings = Settings(400);
  Select<PuctSettings>(&settings).forced_playouts = 0.5;
  const Searched search(settings, kWon, 1);
  EXPECT_LT(search.Of(2).visits, 400);
  EXPECT_GT(search.Of(2).policy, static_cast<float>(search.Of(2).visits) / 400);
}

// The remaining visits of an action are those that PUCT alone explains: with one fewer it would be
// preferred to the most visited action.
TEST(ForcedPlayoutsTest, WhatIsLeftExplainsItself) {
  SearchSettings settings = Settings(300);
  Select<PuctSettings>(&settings).forced_playouts = 2;
  int pruned = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Searched search(settings, "X../.O./...", seed);
    const SearchTree& tree = search.Tree();
    const double spread = OwnSettings<PuctSettings>(settings).c_puct * std::sqrt(search.Visits());
    double best_policy = 0;
    int best_visits = 0;
    double best_score = 0;
    for (int edge = 0; edge < tree.Node(0).opened; ++edge) {
      const int visits = tree.Child(0, edge).visits;
      if (visits > best_visits) {
        best_visits = visits;
        best_policy = static_cast<double>(search.Of(tree.EdgeAction(0, edge)).policy);
        best_score =
            tree.Value(0, edge) + spread * static_cast<double>(tree.Prior(0, edge)) / (1 + visits);
      }
    }
    for (int edge = 0; edge < tree.Node(0).opened; ++edge) {
      const double policy = static_cast<double>(search.Of(tree.EdgeAction(0, edge)).policy);
      const double left = policy / best_policy * best_visits;
      const double prior = static_cast<double>(tree.Prior(0, edge));
      EXPECT_LE(left, tree.Child(0, edge).visits + 1e-3);
      if (left < tree.Child(0, edge).visits - 0.5) {
        ++pruned;
        EXPECT_LE(tree.Value(0, edge) + spread * prior / (1 + left),
                  best_score + 0.02 + (left < 1));
        EXPECT_GE(left + std::sqrt(2 * prior * search.Visits()) + 1,
                  tree.Child(0, edge).visits - 1e-3);
      }
    }
  }
  EXPECT_GT(pruned, 20);
}

TEST(KldGainTest, EndsWhenVisitsNoLongerMove) {
  SearchSettings settings = Settings(2000);
  Select<PuctSettings>(&settings).kld_interval = 20;
  const Searched all(settings, kWon, 1);
  EXPECT_EQ(all.Visits(), 2000);
  Select<PuctSettings>(&settings).min_kld_gain = 1e-5;
  const Searched few(settings, kWon, 1);
  EXPECT_LT(few.Visits(), 1000);
  EXPECT_EQ(few.Visits() % 20, 0);
  EXPECT_GE(few.Visits(), 40);
  Select<PuctSettings>(&settings).min_kld_gain = 1e-2;
  EXPECT_LT(Searched(settings, kWon, 1).Visits(), few.Visits());
  EXPECT_EQ(few.Result().action, 2);
}

// Each search counts from its own root.
TEST(KldGainTest, ASecondSearchEndsWhenTheFirstDid) {
  const auto game = testing::Game("tic_tac_toe");
  SearchSettings settings = Settings(2000);
  Select<PuctSettings>(&settings).kld_interval = 20;
  Select<PuctSettings>(&settings).min_kld_gain = 1e-3;
  UniformEvaluator evaluator(*game, 21);
  const envs::ViewBuffer view = testing::ViewToMove(*game, envs::InitialPosition(*game).Span());
  TreeSearch search(*game, settings,
                    std::make_unique<PuctRule>(OwnSettings<PuctSettings>(settings)));
  ASSERT_OK(Decide(&search, &evaluator, {.view = view.Span(), .explore = false}));
  const int visits = search.Tree().Node(0).visits;
  ASSERT_GT(visits, 41);
  ASSERT_OK(Decide(&search, &evaluator, {.view = view.Span(), .explore = false}));
  EXPECT_EQ(search.Tree().Node(0).visits, visits);
}

// The divergence of the visit shares between two checks, per simulation, where checks are 20
// simulations apart and `look` is the number of the second.
double Gain(SearchSettings settings, int look) {
  settings.simulations = 20 * (look - 1);
  const Searched before(settings, kStart, 3);
  settings.simulations = 20 * look;
  const Searched after(settings, kStart, 3);
  double gain = 0;
  for (size_t i = 0; i < before.Result().actions.size(); ++i) {
    const double share = before.Result().actions[i].visits / (20.0 * (look - 1));
    const double share_after = after.Result().actions[i].visits / (20.0 * look);
    gain += share > 0 ? share * std::log(share / share_after) / 20 : 0;
  }
  return gain;
}

TEST(KldGainTest, ComparesTheSharesOfTwoLooks) {
  SearchSettings settings = Settings(60);
  Select<PuctSettings>(&settings).kld_interval = 20;
  const double gain = Gain(settings, 2);
  ASSERT_GT(gain, 0);
  Select<PuctSettings>(&settings).min_kld_gain = gain * 1.01;
  EXPECT_EQ(Searched(settings, kStart, 3).Visits(), 40);
  Select<PuctSettings>(&settings).min_kld_gain = gain * 0.99;
  EXPECT_EQ(Searched(settings, kStart, 3).Visits(), 60);
}

// The check at which the shares have moved least ends the search.
TEST(KldGainTest, ComparesEachLookWithTheOneBefore) {
  constexpr int kLooks = 12;
  SearchSettings settings = Settings(20 * kLooks);
  Select<PuctSettings>(&settings).kld_interval = 20;
  std::vector<double> gains;
  for (int look = 2; look <= kLooks; ++look) {
    gains.push_back(Gain(settings, look));
  }
  const auto least = std::ranges::min_element(gains);
  const auto last = static_cast<int>(least - gains.begin()) + 2;
  ASSERT_GT(last, 3);
  Select<PuctSettings>(&settings).min_kld_gain = *least * 1.01;
  EXPECT_EQ(Searched(settings, kStart, 3).Visits(), 20 * last);
}

}  // namespace
}  // namespace kvintet::selfplay
