// Tests of GumbelRule against the published formulas, written out here densely and slowly.
#include "selfplay/search/gumbel.h"

#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/rng.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/slow_tree.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::SlowNode;
using ::kvintet::testing::SlowTree;
using ::testing::ElementsAre;
using Numbers = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ConsideredVisitsTest, HalvesAndDoubles) {
  EXPECT_THAT(ConsideredVisits(4, 8), ElementsAre(0, 0, 0, 0, 1, 1, 2, 2));
  EXPECT_THAT(ConsideredVisits(5, 12), ElementsAre(0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4));
  EXPECT_THAT(ConsideredVisits(16, 8), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(ConsideredVisitsTest, SixteenActionsWithThirtyTwoSimulations) {
  std::map<int, int> counts;
  for (const int visits : ConsideredVisits(16, 32)) {
    ++counts[visits];
  }
  EXPECT_EQ(counts, (std::map<int, int>{{0, 16}, {1, 8}, {2, 4}, {3, 4}}));
}

TEST(ConsideredVisitsTest, OneActionGetsAll) {
  EXPECT_THAT(ConsideredVisits(1, 4), ElementsAre(0, 1, 2, 3));
}

TEST(ConsideredVisitsTest, LastTwoShareTheRest) {
  EXPECT_THAT(ConsideredVisits(2, 7), ElementsAre(0, 0, 1, 1, 2, 2, 3));
}

// The search of mctx's gumbel_muzero_policy, over all actions of tic-tac-toe with the illegal ones
// masked: no edge ordering, and no shared state of unvisited edges.
class SlowSearch {
 public:
  SlowSearch(const envs::Game& game, UniformEvaluator* evaluator, const SearchSettings& settings)
      : tree_(game, evaluator),
        simulations_(settings.simulations),
        own_(OwnSettings<GumbelSettings>(settings)) {}

  void Run(const std::string& text, const SearchRoot& root) {
    tree_.Begin(text);
    RandomStream random = root.Stream(Purpose::kNoise);
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      const bool legal = !std::isinf(tree_.Root().logits[a]);
      noise_[a] = legal ? own_.scale * random.Gumbel() : 0;
      valid_ += legal ? 1 : 0;
    }
    const int considered = std::min(valid_, own_.max_considered);
    for (const int visits : Schedule(considered, simulations_)) {
      tree_.Simulate(ArgMax(RootScores(visits)),
                     [this](const SlowNode& node) { return Select(node); });
    }
  }

  int Chosen() const {
    int most = 0;
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      most = std::max(most, tree_.Root().Visits(a));
    }
    return ArgMax(RootScores(most));
  }
  Numbers ImprovedPolicy() const { return ImprovedPolicy(tree_.Root()); }
  const SlowNode& Root() const { return tree_.Root(); }

 private:
  static std::vector<int> Schedule(int considered, int simulations) {
    std::vector<int> sequence;
    std::vector<int> visits(static_cast<size_t>(considered));
    const int rounds = static_cast<int>(std::ceil(std::log2(considered)));
    int left = considered;
    while (static_cast<int>(sequence.size()) < simulations) {
      const int extra = considered <= 1 ? 1 : std::max(1, simulations / (rounds * left));
      for (int i = 0; i < extra; ++i) {
        for (int j = 0; j < left; ++j) {
          sequence.push_back(visits[static_cast<size_t>(j)]++);
        }
      }
      left = considered <= 1 ? 1 : std::max(2, left / 2);
    }
    sequence.resize(static_cast<size_t>(simulations));
    return sequence;
  }

  static int ArgMax(const Numbers& numbers) {
    return static_cast<int>(std::max_element(numbers.begin(), numbers.end()) - numbers.begin());
  }

  static Numbers SoftmaxOf(Numbers numbers) {
    const double most = *std::max_element(numbers.begin(), numbers.end());
    double sum = 0;
    for (double& x : numbers) {
      x = std::exp(x - most);
      sum += x;
    }
    for (double& x : numbers) {
      x /= sum;
    }
    return numbers;
  }

  // mctx's qtransform_completed_by_mix_value; NaN at illegal actions.
  Numbers Sigma(const SlowNode& node) const {
    const Numbers priors = SoftmaxOf(node.logits);
    double sum_visits = 0;
    double most_visits = 0;
    double sum_priors = 0;
    double weighted = 0;
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      if (node.Visits(a) > 0) {
        sum_visits += node.Visits(a);
        most_visits = std::max<double>(most_visits, node.Visits(a));
        sum_priors += priors[a];
        weighted += priors[a] * node.Value(a);
      }
    }
    const double raw = node.sign * node.raw;
    const double mix =
        (raw + (sum_visits > 0 ? sum_visits * weighted / sum_priors : 0)) / (sum_visits + 1);
    Numbers q(SlowNode::kActions);
    double least = kInfinity;
    double largest = -kInfinity;
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      if (!std::isinf(node.logits[a])) {
        q[a] = node.Visits(a) > 0 ? node.Value(a) : mix;
        least = std::min(least, q[a]);
        largest = std::max(largest, q[a]);
      }
    }
    for (double& x : q) {
      const double value = own_.stretch_values ? (x - least) / std::max(largest - least, 1e-8) : x;
      x = (own_.c_visit + most_visits) * own_.c_scale * value;
    }
    return q;
  }

  Numbers RootScores(int considered_visit) const {
    const SlowNode& root = tree_.Root();
    const Numbers sigma = Sigma(root);
    const double most = *std::max_element(root.logits.begin(), root.logits.end());
    Numbers scores(SlowNode::kActions, -kInfinity);
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      if (!std::isinf(root.logits[a]) && root.Visits(a) == considered_visit) {
        scores[a] = std::max(-1e9, noise_[a] + root.logits[a] - most + sigma[a]);
      }
    }
    return scores;
  }

  Numbers ImprovedPolicy(const SlowNode& node) const {
    Numbers sum = Sigma(node);
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      sum[a] += node.logits[a];
    }
    return SoftmaxOf(sum);
  }

  int Select(const SlowNode& node) const {
    Numbers scores = ImprovedPolicy(node);
    for (size_t a = 0; a < SlowNode::kActions; ++a) {
      scores[a] -= static_cast<double>(node.Visits(a)) / node.visits;
      scores[a] = std::isinf(node.logits[a]) ? -kInfinity : scores[a];
    }
    return ArgMax(scores);
  }

  SlowTree tree_;
  int simulations_;
  GumbelSettings own_;
  std::array<double, SlowNode::kActions> noise_ = {};
  int valid_ = 0;
};

// Decides with the search under test.
Decision Fast(Evaluator* evaluator, const SearchSettings& settings, const std::string& text,
              SearchRoot root) {
  const envs::Game& game = evaluator->game();
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  EXPECT_OK(game.ParsePosition(text, position.Span()));
  const envs::ViewBuffer view = testing::ViewToMove(game, position.Span());
  root.view = view.Span();
  auto search = MakeSearch(game, settings);
  EXPECT_OK(search.status());
  auto decision = Decide(search->get(), evaluator, root);
  EXPECT_OK(decision.status());
  return *decision;
}

class GumbelTest
    : public ::testing::TestWithParam<std::tuple<int, int, double, bool, std::string>> {};

TEST_P(GumbelTest, VisitsChoiceAndTargetAreThePublishedOnes) {
  const auto game = testing::Game("tic_tac_toe");
  const auto& [simulations, considered, scale, stretched, text] = GetParam();
  SearchSettings settings;
  settings.simulations = simulations;
  Select<GumbelSettings>(&settings).max_considered = considered;
  Select<GumbelSettings>(&settings).scale = scale;
  Select<GumbelSettings>(&settings).stretch_values = stretched;
  for (uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    UniformEvaluator evaluator(*game, seed);
    const SearchRoot root = {.seed = seed, .game = 3, .ply = 5};
    SlowSearch slow(*game, &evaluator, settings);
    slow.Run(text, root);
    const Decision fast = Fast(&evaluator, settings, text, root);
    EXPECT_EQ(fast.action, slow.Chosen());
    EXPECT_NEAR(fast.value, slow.Root().Mean(), 1e-9);
    const Numbers policy = slow.ImprovedPolicy();
    for (const ActionStatistics& action : fast.actions) {
      const auto a = static_cast<size_t>(action.action);
      EXPECT_EQ(action.visits, slow.Root().Visits(a));
      EXPECT_NEAR(static_cast<double>(action.policy), policy[a], 1e-6);
      if (action.action == fast.action) {
        EXPECT_EQ(static_cast<float>(fast.behaviour), action.policy);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Settings, GumbelTest,
    ::testing::Combine(::testing::Values(1, 2, 7, 32, 100), ::testing::Values(1, 4, 16),
                       ::testing::Values(0.0, 1.0), ::testing::Bool(),
                       ::testing::Values(".../.../...", "X../.O./...", "XO./.X./...")));

TEST(GumbelRuleTest, NoiseExploresAndScaleZeroDoesNot) {
  const auto game = testing::Game("tic_tac_toe");
  UniformEvaluator evaluator(*game, 4);
  for (const double scale : {0.0, 1.0}) {
    SearchSettings settings;
    settings.simulations = 8;
    Select<GumbelSettings>(&settings).scale = scale;
    std::map<envs::Action, int> chosen;
    for (uint32_t ply = 0; ply < 50; ++ply) {
      ++chosen[Fast(&evaluator, settings, ".../.../...", {.ply = ply}).action];
    }
    EXPECT_EQ(chosen.size() > 1, scale > 0);
  }
}

// As from rollouts, which have no policy.
TEST(GumbelRuleTest, WithoutNoiseEqualActionsAreConsideredByLot) {
  const auto game = testing::Game("tic_tac_toe");
  testing::FakeEvaluator evaluator(*game, [](auto, auto, auto) { return Wdl{.draw = 1}; });
  SearchSettings settings;
  settings.simulations = 2;
  Select<GumbelSettings>(&settings).max_considered = 2;
  Select<GumbelSettings>(&settings).scale = 0;
  std::set<envs::Action> tried;
  for (uint32_t ply = 0; ply < 50; ++ply) {
    const Decision decision = Fast(&evaluator, settings, ".../.../...", {.ply = ply});
    EXPECT_EQ(decision.action, Fast(&evaluator, settings, ".../.../...", {.ply = ply}).action);
    for (const ActionStatistics& action : decision.actions) {
      if (action.visits > 0) {
        tried.insert(action.action);
      }
    }
  }
  EXPECT_EQ(tried.size(), 9);
}

// The network gives probability to only two of nine actions.
TEST(GumbelRuleTest, UniformPartTriesWhatTheNetworkThinksNothingOfAndLeavesTheTargetAlone) {
  const auto game = testing::Game("tic_tac_toe");
  testing::FakeEvaluator evaluator(*game, [](auto, auto, std::span<float> logits) {
    std::fill(logits.begin(), logits.end(), -30.0f);
    logits[0] = logits[1] = 0;
    return Wdl{};
  });
  for (const double uniform : {0.0, 0.5}) {
    SearchSettings settings;
    settings.simulations = 2;
    Select<GumbelSettings>(&settings).max_considered = 2;
    Select<GumbelSettings>(&settings).uniform = uniform;
    std::set<envs::Action> tried;
    for (uint32_t ply = 0; ply < 50; ++ply) {
      const Decision decision = Fast(&evaluator, settings, ".../.../...", {.ply = ply});
      for (const ActionStatistics& action : decision.actions) {
        if (action.visits > 0) {
          tried.insert(action.action);
        }
        EXPECT_NEAR(static_cast<double>(action.policy), action.action < 2 ? 0.5 : 0.0, 1e-6);
      }
    }
    EXPECT_EQ(tried.size(), uniform > 0 ? 9 : 2);
  }
}

// The action with the largest noise is one drawn from the mixture (the Gumbel-max trick).
TEST(GumbelRuleTest, UniformPartHasItsShare) {
  const auto game = testing::Game("tic_tac_toe");
  testing::FakeEvaluator evaluator(*game, [](auto, auto, std::span<float> logits) {
    std::fill(logits.begin(), logits.end(), -30.0f);
    logits[0] = logits[1] = 0;
    return Wdl{};
  });
  SearchSettings settings;
  settings.simulations = 1;
  Select<GumbelSettings>(&settings).max_considered = 1;
  Select<GumbelSettings>(&settings).uniform = 0.5;
  int liked = 0;
  for (uint32_t ply = 0; ply < 2000; ++ply) {
    liked += Fast(&evaluator, settings, ".../.../...", {.ply = ply}).action < 2 ? 1 : 0;
  }
  EXPECT_NEAR(liked / 2000.0, 0.5 + 0.5 * 2 / 9, 0.04);
}

// A root whose raw value is -1, with children of equal prior and these values, each visited once.
class RootTest : public ::testing::Test {
 protected:
  void Fill(int actions, const std::vector<float>& values) {
    tree_.Reset(envs::InitialPosition(*game_).Span(), nullptr);
    std::vector<envs::Action> all;
    for (int i = 0; i < actions; ++i) {
      all.push_back(i);
    }
    tree_.Expand(0, all, std::vector<float>(all.size(), 1.0f / static_cast<float>(actions)),
                 Wdl{.loss = 1}, EdgeOrder::kByPrior);
    tree_.BackUp(0);
    for (size_t i = 0; i < values.size(); ++i) {
      const int child = tree_.Follow(0, static_cast<int>(i));
      // For the other seat.
      const Wdl wdl = {.win = (1 - values[i]) / 2, .loss = (1 + values[i]) / 2};
      tree_.Expand(child, std::vector<envs::Action>{8}, std::vector<float>{1}, wdl,
                   EdgeOrder::kByPrior);
      tree_.BackUp(child);
    }
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  SearchTree tree_{*game_, false};
  CompletedValues values_{.c_visit = 50, .c_scale = 1, .stretch = true};
};

TEST_F(RootTest, TheMixCountsOnlyWhereAnActionIsUnvisited) {
  Fill(2, {0.5f, 0.75f});
  values_.Fill(tree_, 0);
  EXPECT_THAT(values_.opened, ElementsAre(0, 51));
  Fill(3, {0.5f, 0.75f});
  values_.Fill(tree_, 0);
  // (-1 + 2 * 0.625) / 3
  const double mix = 0.25 / 3;
  EXPECT_EQ(values_.unopened, 0);
  EXPECT_NEAR(values_.opened[0], 51 * (0.5 - mix) / (0.75 - mix), 1e-4);
  EXPECT_NEAR(values_.opened[1], 51, 1e-9);
}

TEST_F(RootTest, OfEqualActionsTheFirstIsTaken) {
  Fill(2, {0.5f, 0.5f});
  SearchSettings settings;
  Select<GumbelSettings>(&settings);
  GumbelRule rule(settings);
  EXPECT_EQ(rule.Select(tree_, 0), 0);
  Fill(2, {});
  EXPECT_EQ(rule.Select(tree_, 0), 0);
}

// With many visits, or large weights, values this low are beyond what an exponential can hold.
TEST_F(RootTest, OfLowValuesTheHigherIsTaken) {
  Fill(2, {-1.0f, -0.9f});
  SearchSettings settings;
  Select<GumbelSettings>(&settings).c_scale = 20;
  GumbelRule rule(settings);
  EXPECT_EQ(rule.Select(tree_, 0), 1);
}

}  // namespace
}  // namespace kvintet::selfplay
