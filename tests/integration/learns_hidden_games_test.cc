// Learning without search, by policy gradients, where something is hidden: how much a best answer
// still gains against what was learnt.
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "proto/load_config.h"
#include "selfplay/softmax.h"
#include "selfplay/solvers/game_tree.h"
#include "tests/support/biased_rock_paper_scissors.h"
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

constexpr const char* kSettings =
    "seed: 1 self_play { threads: 2 } network { device: 'CPU' precision: FP32 }";

// Trains until so many games have been played; the exploitability of the newest model.
double ExploitabilityAfter(const envs::Game& game, const GameTree& tree, const Config& config,
                           const std::string& directory, int64_t games) {
  EXPECT_THAT(Train({.game = &game, .config = config, .directory = directory, .games = games}),
              IsOk());
  const auto model = network::LoadModel(directory + "/latest.model");
  EXPECT_THAT(model, IsOk());
  auto playing = network::MakePlayingNetwork(game, *model, {});
  EXPECT_THAT(playing, IsOk());
  network::NetworkEvaluator evaluator(game, *std::move(playing));
  return Exploitability(tree, StrategyOf(tree, &evaluator));
}

// The same by a configuration's file.
double ExploitabilityAfter(const envs::Game& game, const GameTree& tree,
                           const std::string& config_path, const std::string& directory,
                           int64_t games) {
  const std::vector<std::string> more = {kSettings};
  const auto config = LoadConfig(config_path, more);
  EXPECT_THAT(config, IsOk());
  return ExploitabilityAfter(game, tree, *config, directory, games);
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

// Of the divergences the pull to the uniform policy ends at 0.02 and the length of a step at 1/7.
constexpr const char* kBiasedSettings = R"(
  search { algorithm: POLICY temperature_plies: 1000 }
  self_play { slots_per_thread: 256 batch_size: 256 games_per_round: 256 }
  network { blocks: 1 channels: 16 value_hidden: 16 }
  learner {
    objective: POLICY_GRADIENT batch_size: 256 learning_rate: 0.02 weight_decay: 0 warmup_steps: 20
    ema_decay: 0.8 reuse: 4 window { min_rows: 500 max_rows: 512 }
    policy_gradient {
      kl_to_uniform: 0.3 kl_to_data: 0.5 advantage_lambda: 1 anneal_steps: 2400 anneal_to: 0.07
    }
  })";

// Payoffs, of which uniform play gives away 1/12.
TEST(PolicyGradientLearningTest, BiasedRockPaperScissorsStaysAtItsEquilibrium) {
  const auto game = testing::MakeBiasedRockPaperScissors();
  const GameTree tree = *WriteOut(*game, Payoff::kReturn, 1000000);
  constexpr double kScale = testing::BiasedRockPaperScissors::kReturnOfPayoff;
  EXPECT_NEAR(Exploitability(tree, UniformStrategy(tree)) / kScale, 1.0 / 12, 1e-6);
  const TempDir folder;
  const std::vector<std::string> settings = {kSettings, kBiasedSettings};
  const auto config = LoadConfig(std::nullopt, settings);
  ASSERT_THAT(config, IsOk());
  EXPECT_LE(ExploitabilityAfter(*game, tree, *config, folder.Path(), 100000) / kScale, 0.01);
}

}  // namespace
}  // namespace kvintet::training
