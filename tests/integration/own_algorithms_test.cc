// Tests of the examples of docs/adding_an_algorithm.md by training: a custom rule, custom losses, a
// body and a head.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "selfplay/evaluators/softmax.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/network/network_evaluator.h"
#include "training/run/run_directory.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::TempDir;

constexpr std::array<std::array<size_t, 3>, 8> kLines = {
    {{0, 1, 2}, {4, 5, 6}, {8, 9, 10}, {0, 4, 8}, {1, 5, 9}, {2, 6, 10}, {0, 5, 10}, {2, 5, 8}}};

// Whether the side to move completes a line by a mark on the cell.
bool Wins(std::string text, envs::Action cell) {
  const char mark = std::ranges::count(text, 'X') > std::ranges::count(text, 'O') ? 'O' : 'X';
  const auto at = static_cast<size_t>(cell);
  text[at / 3 * 4 + at % 3] = mark;
  return std::ranges::any_of(kLines, [&](const auto& line) {
    return std::ranges::all_of(line, [&](size_t place) { return text[place] == mark; });
  });
}

// All non-final positions of tic-tac-toe in which the side to move can win at once.
std::vector<std::string> PositionsToWin(const envs::Game& game) {
  std::vector<std::string> texts;
  envs::PositionBuffer position(1, game.Spec().position_bytes);
  for (int number = 0; number < 19683; ++number) {
    std::string text = ".../.../...";
    for (int cell = 0, rest = number; cell < 9; ++cell, rest /= 3) {
      text[static_cast<size_t>(cell / 3 * 4 + cell % 3)] = ".XO"[rest % 3];
    }
    const bool ended = std::ranges::any_of(kLines, [&](const auto& line) {
      return text[line[0]] != '.' && text[line[0]] == text[line[1]] &&
             text[line[0]] == text[line[2]];
    });
    bool to_win = false;
    for (envs::Action cell = 0; cell < 9; ++cell) {
      to_win |= text[static_cast<size_t>(cell / 3 * 4 + cell % 3)] == '.' && Wins(text, cell);
    }
    if (!ended && to_win && game.ParsePosition(text, position.Span()).ok()) {
      texts.push_back(text);
    }
  }
  return texts;
}

constexpr char kTiny[] = R"pb(
  seed: 3
  self_play { slots_per_thread: 32 games_per_round: 64 threads: 1 batch_size: 32 }
  network { blocks: 1 channels: 16 value_hidden: 16 device: "CPU" precision: FP32 }
  learner {
    batch_size: 64
    learning_rate: 0.005
    warmup_steps: 5
    ema_decay: 0.9
    reuse: 4
    window { min_rows: 200 max_rows: 2000 }
  })pb";

class OwnAlgorithmsTest : public ::testing::Test {
 protected:
  void Train(const std::string& name, const std::string& settings, int64_t games) {
    Config config;
    ASSERT_THAT(MergeTextProto(kTiny, "tiny", config), IsOk());
    ASSERT_THAT(MergeTextProto(settings, "settings", config), IsOk());
    ASSERT_THAT(
        training::Train(
            {.game = game_.get(), .config = config, .directory = Path(name), .games = games}),
        IsOk());
  }
  std::string Path(const std::string& name) const { return folder_.Path() + "/" + name; }
  std::string Learner(const std::string& name) const {
    const absl::StatusOr<RunState> state = ReadRunState(Path(name));
    EXPECT_THAT(state, IsOk());
    return state->commit->learner;
  }
  // Trains the run "whole" for three rounds, and another in two parts, which must not differ.
  void ExpectSameBytesInParts(const std::string& settings) {
    Train("whole", settings, 3 * 64);
    Train("parts", settings, 1 * 64);
    Train("parts", settings, 3 * 64);
    EXPECT_EQ(Learner("parts"), Learner("whole"));
  }
  // The mean probability that the newest model's policy alone takes a win where there is one.
  double WinsTaken(const std::string& name) const;

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  const TempDir folder_;
};

double OwnAlgorithmsTest::WinsTaken(const std::string& name) const {
  auto model = network::LoadModel(Path(name) + "/latest.model");
  EXPECT_THAT(model, IsOk());
  auto playing = network::MakePlayingNetwork(*game_, *model, {});
  EXPECT_THAT(playing, IsOk());
  network::NetworkEvaluator evaluator(*game_, *std::move(playing));
  const std::vector<std::string> texts = PositionsToWin(*game_);
  EXPECT_GT(texts.size(), 1000u);
  const testing::Evaluations said(&evaluator, texts);
  double sum = 0;
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto first = static_cast<size_t>(said.offsets[i]);
    const auto size = static_cast<size_t>(said.offsets[i + 1]) - first;
    std::vector<float> policy(size);
    std::vector<double> powers(size);
    selfplay::Softmax(std::span(said.logits).subspan(first, size), powers, policy);
    for (size_t k = 0; k < size; ++k) {
      const bool wins = Wins(texts[i], said.actions[first + k]);
      sum += wins ? static_cast<double>(policy[k]) : 0;
    }
  }
  return sum / static_cast<double>(texts.size());
}

// With other seeds none ends below 0.78.
TEST_F(OwnAlgorithmsTest, BoltzmannRuleTrainsToTheSameBytes) {
  const std::string settings = "search { boltzmann {} simulations: 16 }";
  Train("first", settings, 64);
  EXPECT_LT(WinsTaken("first"), 0.55);
  ExpectSameBytesInParts(settings);
  Train("gumbel", "search { simulations: 16 }", 3 * 64);
  EXPECT_NE(Learner("gumbel"), Learner("whole"));
  Train("whole", settings, 8 * 64);
  EXPECT_GT(WinsTaken("whole"), 0.7);
}

TEST_F(OwnAlgorithmsTest, AdvantageWeightedLossLearnsWithoutSearch) {
  const std::string settings =
      "search { policy { temperature_plies: 1000 } } learner { advantage_weighted {} }";
  Train("first", settings, 64);
  EXPECT_LT(WinsTaken("first"), 0.55);
  ExpectSameBytesInParts(settings);
  Train("whole", settings, 24 * 64);
  EXPECT_GT(WinsTaken("whole"), 0.65);
}

// The custom loss does not depend on which algorithm acted.
TEST_F(OwnAlgorithmsTest, AdvantageWeightedLossLearnsFromTheOwnRule) {
  const std::string settings =
      "search { boltzmann {} simulations: 8 } learner { advantage_weighted { temperature: 0.2 } }";
  Train("run", settings, 64);
  EXPECT_LT(WinsTaken("run"), 0.55);
  Train("run", settings, 8 * 64);
  EXPECT_GT(WinsTaken("run"), 0.65);
}

// Every part is another than the default. With other seeds none ends below 0.69.
TEST_F(OwnAlgorithmsTest, PartsTrainToTheSameBytes) {
  const std::string search = "search { boltzmann {} simulations: 16 } ";
  const std::string settings = search + R"pb(
    network { body: "squeeze{ratio=2}" }
    learner {
      value_loss: "smoothed_cross_entropy{share=0.1}"
      head: "soft_policy{weight=0.5}"
      head: "reply_policy{weight=0.2}"
    })pb";
  Train("first", settings, 64);
  EXPECT_LT(WinsTaken("first"), 0.55);
  ExpectSameBytesInParts(settings);
  Train("whole", settings, 8 * 64);
  EXPECT_GT(WinsTaken("whole"), 0.65);
}

}  // namespace
}  // namespace kvintet::training
