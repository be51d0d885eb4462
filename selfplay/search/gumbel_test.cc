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
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/status_matchers.h"
#include "tests/support/view_to_move.h"

namespace kvintet::selfplay {
namespace {

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
  SlowSearch(const envs::Game& game, UniformEvaluator* evaluator, const SearchConfig& config)
      : game_(game), evaluator_(evaluator), config_(config) {}

  struct Node {
    envs::PositionBuffer position;
    Numbers logits = Numbers(9, -kInfinity);
    double raw = 0;
    double sum = 0;
    int visits = 0;
    double sign = 1;
    bool ended = false;
    std::array<std::unique_ptr<Node>, 9> children = {};
  };

  void Run(const std::string& text, const SearchRoot& root) {
    envs::PositionBuffer position(1, game_.Spec().position_bytes);
    ASSERT_OK(game_.ParsePosition(text, position.Span()));
    root_ = Make(position);
    Visit(root_.get());
    RandomStream random = root.Stream(Purpose::kNoise);
    for (size_t a = 0; a < 9; ++a) {
      noise_[a] = std::isinf(root_->logits[a]) ? 0 : config_.gumbel().scale() * random.Gumbel();
      valid_ += std::isinf(root_->logits[a]) ? 0 : 1;
    }
    const int considered = std::min(valid_, config_.gumbel().max_considered());
    const std::vector<int> schedule = Schedule(considered, config_.simulations());
    for (const int visits : schedule) {
      Simulate(ArgMax(RootScores(visits)));
    }
  }

  int Chosen() const {
    int most = 0;
    for (size_t a = 0; a < 9; ++a) {
      most = std::max(most, Visits(*root_, a));
    }
    return ArgMax(RootScores(most));
  }
  Numbers ImprovedPolicy() const { return ImprovedPolicy(*root_); }
  int RootVisits(size_t action) const { return Visits(*root_, action); }
  double RootValue() const { return root_->sign * root_->sum / root_->visits; }

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

  static int Visits(const Node& node, size_t action) {
    return node.children[action] == nullptr ? 0 : node.children[action]->visits;
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
  Numbers Sigma(const Node& node) const {
    const Numbers priors = SoftmaxOf(node.logits);
    double sum_visits = 0;
    double most_visits = 0;
    double sum_priors = 0;
    double weighted = 0;
    for (size_t a = 0; a < 9; ++a) {
      if (Visits(node, a) > 0) {
        const Node& child = *node.children[a];
        sum_visits += child.visits;
        most_visits = std::max<double>(most_visits, child.visits);
        sum_priors += priors[a];
        weighted += priors[a] * node.sign * child.sum / child.visits;
      }
    }
    const double raw = node.sign * node.raw;
    const double mix =
        (raw + (sum_visits > 0 ? sum_visits * weighted / sum_priors : 0)) / (sum_visits + 1);
    Numbers q(9);
    double least = kInfinity;
    double largest = -kInfinity;
    for (size_t a = 0; a < 9; ++a) {
      if (!std::isinf(node.logits[a])) {
        const Node* child = node.children[a].get();
        q[a] = Visits(node, a) > 0 ? node.sign * child->sum / child->visits : mix;
        least = std::min(least, q[a]);
        largest = std::max(largest, q[a]);
      }
    }
    for (double& x : q) {
      const double value =
          config_.gumbel().stretch_values() ? (x - least) / std::max(largest - least, 1e-8) : x;
      x = (config_.gumbel().c_visit() + most_visits) * config_.gumbel().c_scale() * value;
    }
    return q;
  }

  Numbers RootScores(int considered_visit) const {
    const Numbers sigma = Sigma(*root_);
    const double most = *std::max_element(root_->logits.begin(), root_->logits.end());
    Numbers scores(9, -kInfinity);
    for (size_t a = 0; a < 9; ++a) {
      if (!std::isinf(root_->logits[a]) && Visits(*root_, a) == considered_visit) {
        scores[a] = std::max(-1e9, noise_[a] + root_->logits[a] - most + sigma[a]);
      }
    }
    return scores;
  }

  Numbers ImprovedPolicy(const Node& node) const {
    Numbers sum = Sigma(node);
    for (size_t a = 0; a < 9; ++a) {
      sum[a] += node.logits[a];
    }
    return SoftmaxOf(sum);
  }

  void Simulate(int first) {
    std::vector<Node*> path = {root_.get()};
    int action = first;
    while (path.back()->children[static_cast<size_t>(action)] != nullptr) {
      path.push_back(path.back()->children[static_cast<size_t>(action)].get());
      if (path.back()->ended) {
        break;
      }
      Numbers scores = ImprovedPolicy(*path.back());
      for (size_t a = 0; a < 9; ++a) {
        scores[a] -= static_cast<double>(Visits(*path.back(), a)) / path.back()->visits;
        scores[a] = std::isinf(path.back()->logits[a]) ? -kInfinity : scores[a];
      }
      action = ArgMax(scores);
    }
    if (!path.back()->ended) {
      Node* parent = path.back();
      envs::PositionBuffer next = parent->position;
      const auto actor = parent->sign > 0 ? envs::Actor::kSeat0 : envs::Actor::kSeat1;
      envs::RepetitionHistory history;
      game_.Step(next.Span(), {&history, 1}, {&actor, 1}, {&action, 1});
      parent->children[static_cast<size_t>(action)] = Make(next);
      path.push_back(parent->children[static_cast<size_t>(action)].get());
    }
    const double value = path.back()->raw;
    for (Node* node : path) {
      node->sum += value;
      ++node->visits;
    }
  }

  static void Visit(Node* node) {
    node->sum += node->raw;
    ++node->visits;
  }

  std::unique_ptr<Node> Make(const envs::PositionBuffer& position) {
    auto node = std::make_unique<Node>();
    node->position = position;
    envs::ActorSet actors;
    game_.Actors(position.Span(), {&actors, 1});
    node->ended = actors.Empty();
    if (node->ended) {
      node->raw = static_cast<double>(game_.Result(position.Span()).returns[0]);
      return node;
    }
    node->sign = actors.Has(envs::Seat::k0) ? 1 : -1;
    const testing::Evaluations got(evaluator_, {game_.PositionText(position.Span())});
    for (size_t i = 0; i < got.actions.size(); ++i) {
      node->logits[static_cast<size_t>(got.actions[i])] = static_cast<double>(got.logits[i]);
    }
    node->raw = node->sign * static_cast<double>(got.wdl[0].Value());
    return node;
  }

  const envs::Game& game_;
  UniformEvaluator* evaluator_;
  SearchConfig config_;
  std::unique_ptr<Node> root_;
  std::array<double, 9> noise_ = {};
  int valid_ = 0;
};

// Decides with the search under test.
Decision Fast(Evaluator* evaluator, const SearchConfig& config, const std::string& text,
              SearchRoot root) {
  const envs::Game& game = evaluator->game();
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  EXPECT_OK(game.ParsePosition(text, position.Span()));
  const envs::ViewBuffer view = testing::ViewToMove(game, position.Span());
  root.view = view.Span();
  auto search = MakeSearch(game, config);
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
  SearchConfig config;
  config.set_simulations(simulations);
  config.mutable_gumbel()->set_max_considered(considered);
  config.mutable_gumbel()->set_scale(scale);
  config.mutable_gumbel()->set_stretch_values(stretched);
  for (uint64_t seed = 0; seed < 5; ++seed) {
    SCOPED_TRACE(seed);
    UniformEvaluator evaluator(*game, seed);
    const SearchRoot root = {.seed = seed, .game = 3, .ply = 5};
    SlowSearch slow(*game, &evaluator, config);
    slow.Run(text, root);
    const Decision fast = Fast(&evaluator, config, text, root);
    EXPECT_EQ(fast.action, slow.Chosen());
    EXPECT_NEAR(fast.value, slow.RootValue(), 1e-9);
    const Numbers policy = slow.ImprovedPolicy();
    for (const ActionStatistics& action : fast.actions) {
      const auto a = static_cast<size_t>(action.action);
      EXPECT_EQ(action.visits, slow.RootVisits(a));
      EXPECT_NEAR(static_cast<double>(action.policy), policy[a], 1e-6);
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
    SearchConfig config;
    config.set_simulations(8);
    config.mutable_gumbel()->set_scale(scale);
    std::map<envs::Action, int> chosen;
    for (uint32_t ply = 0; ply < 50; ++ply) {
      ++chosen[Fast(&evaluator, config, ".../.../...", {.ply = ply}).action];
    }
    EXPECT_EQ(chosen.size() > 1, scale > 0);
  }
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
    SearchConfig config;
    config.set_simulations(2);
    config.mutable_gumbel()->set_max_considered(2);
    config.mutable_gumbel()->set_uniform(uniform);
    std::set<envs::Action> tried;
    for (uint32_t ply = 0; ply < 50; ++ply) {
      const Decision decision = Fast(&evaluator, config, ".../.../...", {.ply = ply});
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

}  // namespace
}  // namespace kvintet::selfplay
