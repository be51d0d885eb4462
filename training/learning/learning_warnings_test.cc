// Tests of the learning warnings: a small run that triggers each of them, and a healthy run.
#include "training/learning/learning_warnings.h"

#include <string>
#include <vector>

#include <absl/strings/str_cat.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

using testing::IsOk;

constexpr char kSmall[] = R"pb(
  seed: 3
  search {
    simulations: 16
    gumbel { max_considered: 9 c_scale: 1 stretch_values: true }
  }
  self_play { slots_per_thread: 32 games_per_round: 32 threads: 1 batch_size: 32 }
  network { blocks: 1 channels: 16 value_hidden: 8 device: "CPU" precision: FP32 }
  learner {
    batch_size: 64
    learning_rate: 0.005
    warmup_steps: 5
    ema_decay: 0.9
    reuse: 4
    held_out_share: 0.2
    window { min_rows: 64 }
  }
)pb";

class LearningWarningsTest : public ::testing::Test {
 protected:
  // Trains with kSmall and additional settings.
  void Run(const std::string& game_text, const std::string& settings, int64_t games) {
    const std::unique_ptr<envs::Game> game = testing::Game(game_text);
    Config config;
    ASSERT_THAT(MergeTextProto(kSmall, "small", config), IsOk());
    ASSERT_THAT(MergeTextProto(settings, "settings", config), IsOk());
    ASSERT_OK_AND_ASSIGN(done_, Train({.game = game.get(),
                                       .config = config,
                                       .directory = folder_.Path() + "/run",
                                       .games = games}));
    ASSERT_OK_AND_ASSIGN(rounds_, ReadHistory(folder_.Path() + "/run"));
    for (const LearningWarning& warning : done_.warnings) {
      kinds_.push_back(warning.kind);
      texts_ += warning.text + "\n";
    }
  }

  const testing::TempDir folder_;
  Progress done_;
  std::vector<Progress> rounds_;
  std::vector<std::string> kinds_;
  std::string texts_;
};

TEST_F(LearningWarningsTest, AHealthyRunHasNone) {
  Run("tic_tac_toe",
      "self_play { opening_random_plies: 4 games_per_round: 128 } learner { reuse: 4 }", 2048);
  EXPECT_THAT(kinds_, ::testing::IsEmpty()) << texts_;
  // Long enough for its values to be judged.
  EXPECT_GT(done_.steps, 500);
  const LearningFigures& f = done_.learning;
  EXPECT_GT(f.held_out.rows.value_or(0), 30);
  EXPECT_LT(f.held_out.value_loss.value_or(9), *f.held_out.value_base);
  EXPECT_GT(f.learnt.explained_variance.value_or(0), 0.1);
  EXPECT_GT(f.age_rows.value_or(0), 0);
  EXPECT_GT(f.age_minutes.value_or(0), 0);
  EXPECT_GT(f.learning_rate.value_or(0), 0);
  EXPECT_NEAR(*f.seat0_wins + *f.seat1_wins + *f.draws + *f.cut, 1, 1e-9);
  // Without a policy gradient its figures are empty.
  EXPECT_FALSE(f.clip_share.has_value());
}

TEST_F(LearningWarningsTest, GamesLearntByHeartAreOverfitting) {
  Run("tic_tac_toe",
      "self_play { opening_random_plies: 6 } network { channels: 32 } learner { reuse: 40 "
      "learning_rate: 0.01 weight_decay: 0 held_out_share: 0.5 window { max_rows: 800 } }",
      256);
  EXPECT_THAT(kinds_, ::testing::Contains("overfitting")) << ToJsonLine(ToJson(done_));
  EXPECT_THAT(texts_, ::testing::HasSubstr("learner.reuse"));
}

// Eight rounds in which the held-out loss rises by 0.2, with `games` held-out games each.
std::vector<Progress> RisingRounds(double games) {
  std::vector<Progress> rounds(8);
  for (size_t i = 0; i < rounds.size(); ++i) {
    const double done = static_cast<double>(i) / 8;
    rounds[i].learning.held_out.games = games;
    rounds[i].learning.held_out.value_loss = 0.5 + 0.4 * done;
    rounds[i].learning.learnt.value_loss = 0.5 - 0.4 * done;
  }
  return rounds;
}

TEST_F(LearningWarningsTest, ALossThatRisesByNoMoreThanItsNoiseIsNoOverfitting) {
  const envs::GameSpec spec = testing::Game("tic_tac_toe")->Spec();
  EXPECT_THAT(JudgeLearning(RisingRounds(20), Config(), spec), ::testing::IsEmpty());
  const std::vector<LearningWarning> warnings = JudgeLearning(RisingRounds(200), Config(), spec);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, "overfitting");
  EXPECT_THAT(warnings[0].text, ::testing::HasSubstr("rises (0.625 to 0.825)"));
}

// Settings for a policy gradient, with more of them in `learner`.
std::string Gradient(const std::string& learner) {
  return absl::StrCat(
      "search { policy { temperature_plies: 1000 } } self_play { games_per_round: 64 } "
      "learner { objective: POLICY_GRADIENT window { max_rows: 600 } ",
      learner, " }");
}

TEST_F(LearningWarningsTest, APolicyWithoutEntropyHasCollapsed) {
  Run("goofspiel{cards=3}",
      Gradient("learning_rate: 0.02 policy_gradient { kl_to_data: 0 kl_to_uniform: 0 clip: 10 }"),
      1024);
  EXPECT_THAT(kinds_, ::testing::Contains("policy_collapse")) << ToJsonLine(ToJson(done_));
  EXPECT_THAT(texts_, ::testing::HasSubstr("seats act at once"));
}

TEST_F(LearningWarningsTest, APolicyHeldNearTheUniformOneHasNotCollapsed) {
  Run("goofspiel{cards=3}", Gradient("policy_gradient { kl_to_data: 1 kl_to_uniform: 0.3 }"), 512);
  EXPECT_THAT(kinds_, ::testing::Not(::testing::Contains("policy_collapse"))) << texts_;
  const LearningFigures& f = done_.learning;
  EXPECT_GT(f.entropy.value_or(0), 0.2);
  EXPECT_GE(f.kl_to_data.value_or(-1), 0);
  EXPECT_GE(f.clip_share.value_or(-1), 0);
  EXPECT_GT(f.advantage_scale.value_or(0), 0);
  EXPECT_FALSE(f.surprise.has_value());
}

TEST_F(LearningWarningsTest, ASearchOfOneSimulationAddsNothing) {
  Run("tic_tac_toe", "search { simulations: 1 gumbel { max_considered: 1 c_scale: 0.001 } }", 128);
  EXPECT_THAT(kinds_, ::testing::Contains("search_adds_nothing")) << ToJsonLine(ToJson(done_));
  EXPECT_THAT(texts_, ::testing::HasSubstr("search.simulations (1)"));
}

// The player with more coins outbids the other.
TEST_F(LearningWarningsTest, AGameThatOneSeatWinsIsNamed) {
  Run("oshi_zumo{coins0=10,coins1=3,size=1}", Gradient(""), 256);
  EXPECT_THAT(kinds_, ::testing::Contains("one_seat_wins")) << ToJsonLine(ToJson(done_));
  EXPECT_THAT(texts_, ::testing::HasSubstr("Seat 0 wins "));
}

TEST_F(LearningWarningsTest, GamesThatAreCutAreUnfinished) {
  Run("tic_tac_toe", "self_play { max_plies: 5 }", 128);
  EXPECT_THAT(kinds_, ::testing::Contains("unfinished_games")) << ToJsonLine(ToJson(done_));
  EXPECT_GT(done_.learning.ends["max_plies"], 0.3);
}

TEST_F(LearningWarningsTest, ValuesThatAreNotLearntExplainNothing) {
  Run("tic_tac_toe",
      "self_play { opening_random_plies: 4 } learner { value_loss_weight: 0 reuse: 32 }", 384);
  EXPECT_THAT(kinds_, ::testing::Contains("values_explain_nothing")) << ToJsonLine(ToJson(done_));
}

// A game in which nearly all results are draws.
TEST_F(LearningWarningsTest, WhereResultsAreAlikeThereIsNothingToExplain) {
  std::vector<Progress> rounds(3);
  const auto judge = [&](double base) {
    for (Progress& round : rounds) {
      round.steps = 1000;
      round.learning.learnt.explained_variance = -0.1;
      round.learning.learnt.value_base = base;
    }
    return JudgeLearning(rounds, Config(), testing::Game("tic_tac_toe")->Spec());
  };
  EXPECT_THAT(judge(0.3), ::testing::IsEmpty());
  ASSERT_THAT(judge(0.6), ::testing::SizeIs(1));
  EXPECT_EQ(judge(0.6)[0].kind, "values_explain_nothing");
}

TEST_F(LearningWarningsTest, TooFewGamesSayNothing) {
  Run("tic_tac_toe", "self_play { max_plies: 5 games_per_round: 16 }", 32);
  EXPECT_THAT(kinds_, ::testing::IsEmpty()) << texts_;
}

TEST_F(LearningWarningsTest, RoundsAreReadWithTheirFiguresAndWarnings) {
  Run("tic_tac_toe", "self_play { max_plies: 5 }", 96);
  ASSERT_FALSE(rounds_.back().warnings.empty());
  EXPECT_EQ(rounds_.back().warnings, done_.warnings);
  EXPECT_EQ(rounds_.back().learning.held_out.value_loss, done_.learning.held_out.value_loss);
  EXPECT_EQ(rounds_.back().learning.ends, done_.learning.ends);
  EXPECT_EQ(JudgeLearning(rounds_, Config(), testing::Game("tic_tac_toe")->Spec()).front().kind,
            "unfinished_games");
}

}  // namespace
}  // namespace kvintet::training
