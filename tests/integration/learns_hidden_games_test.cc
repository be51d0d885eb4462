// Learning without search, by policy gradients, where something is hidden: how much a best answer
// still gains against what was learnt.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "proto/load_config.h"
#include "selfplay/softmax.h"
#include "selfplay/solvers/game_tree.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop.h"
#include "training/network/network_evaluator.h"

namespace kvintet::training {
namespace {

using selfplay::solvers::GameTree;
using selfplay::solvers::InformationSet;
using selfplay::solvers::Payoff;
using selfplay::solvers::Strategy;
using testing::IsOk;
using testing::TempDir;

// What the evaluator's policy says at one information set.
std::vector<double> PolicyAt(const InformationSet& set, selfplay::Evaluator* evaluator) {
  const std::vector<int32_t> offsets = {0, static_cast<int32_t>(set.actions.size())};
  std::vector<float> logits(set.actions.size());
  std::vector<selfplay::Wdl> wdl(1);
  const selfplay::EvaluationResult result = {.policy_logits = logits, .wdl = wdl};
  EXPECT_THAT(evaluator->Evaluate({set.view.Span(), set.actions, offsets}, result), IsOk());
  std::vector<float> policy(logits.size());
  std::vector<double> powers(logits.size());
  selfplay::Softmax(logits, powers, policy);
  return {policy.begin(), policy.end()};
}

Strategy StrategyOf(const GameTree& tree, selfplay::Evaluator* evaluator) {
  Strategy strategy;
  for (const InformationSet& set : tree.sets) {
    strategy.push_back(PolicyAt(set, evaluator));
  }
  return strategy;
}

double Exploitability(const GameTree& tree, const Strategy& strategy) {
  return NashConv(tree, strategy) / 2;
}

// Trains until so many games have been played; the exploitability of the newest model.
double ExploitabilityAfter(const envs::Game& game, const GameTree& tree,
                           const std::string& config_path, const std::string& directory,
                           int64_t games) {
  const std::vector<std::string> more = {"seed: 1 self_play { threads: 2 }",
                                         "network { device: 'CPU' precision: FP32 }"};
  const auto config = LoadConfig(config_path, more);
  EXPECT_THAT(config, IsOk());
  EXPECT_THAT(Train({.game = &game, .config = *config, .directory = directory, .games = games}),
              IsOk());
  const auto model = network::LoadModel(directory + "/latest.model");
  EXPECT_THAT(model, IsOk());
  auto playing = network::MakePlayingNetwork(game, *model, {});
  EXPECT_THAT(playing, IsOk());
  network::NetworkEvaluator evaluator(game, *std::move(playing));
  return Exploitability(tree, StrategyOf(tree, &evaluator));
}

// Of 0.46 chips that uniform play gives away.
TEST(PolicyGradientLearningTest, KuhnPokerComesNearAnEquilibrium) {
  const auto game = testing::Game("kuhn");
  const GameTree tree = *WriteOut(*game, Payoff::kMargin, 1000000);
  const TempDir folder;
  EXPECT_GT(ExploitabilityAfter(*game, tree, "configs/kuhn.textproto", folder.Path(), 1), 0.3);
  EXPECT_LE(ExploitabilityAfter(*game, tree, "configs/kuhn.textproto", folder.Path(), 200000),
            0.05);
}

// Uniform play gives away more than three times as much.
TEST(PolicyGradientLearningTest, GoofspielWithFourCardsComesNearAnEquilibrium) {
  const auto game = testing::Game("goofspiel{cards=4}");
  const GameTree tree = *WriteOut(*game, Payoff::kReturn, 1000000);
  const double uniform = Exploitability(tree, UniformStrategy(tree));
  const TempDir folder;
  EXPECT_GT(ExploitabilityAfter(*game, tree, "configs/goofspiel.textproto", folder.Path(), 1),
            uniform / 2);
  EXPECT_LT(ExploitabilityAfter(*game, tree, "configs/goofspiel.textproto", folder.Path(), 100000),
            uniform / 3);
}

}  // namespace
}  // namespace kvintet::training
