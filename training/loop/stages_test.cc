// Tests of runs of several stages: their order, resuming at any moment, and refusals.
#include "training/loop/stages.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <absl/strings/str_cat.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/run_folder.h"
#include "tests/support/status_matchers.h"
#include "training/loop/run_check.h"
#include "training/loop/stage_plan.h"
#include "training/network/files/model_file.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

namespace fs = std::filesystem;

constexpr int kRound = 16;
constexpr const char* kFolders[] = {"01_policies", "02_search", "03_larger"};

// A stage with policy gradients, a search stage that begins with its weights, and a larger network
// that begins with the games of the search.
constexpr const char* kSettings = R"pb(
  seed: 5
  self_play { slots_per_thread: 8 games_per_round: 16 threads: 1 batch_size: 8 }
  network { blocks: 1 channels: 8 value_hidden: 8 device: "CPU" precision: FP32 }
  learner {
    batch_size: 16
    warmup_steps: 2
    window { min_rows: 16 }
  }
  storage { shard_bytes: 2048 }
)pb";
constexpr const char* kThree = R"pb(
  stage {
    name: "policies"
    games: 32
    changes {
      search { policy {} }
      learner { objective: POLICY_GRADIENT }
    }
  }
  stage {
    name: "search"
    games: 16
    changes {
      search {
        simulations: 4
        gumbel { max_considered: 4 }
      }
    }
  }
  stage {
    name: "larger"
    changes {
      search {
        simulations: 4
        gumbel { max_considered: 4 }
      }
      network { channels: 16 }
    }
  }
)pb";

Config Settings(const std::string& more) {
  Config config;
  EXPECT_THAT(MergeTextProto(kSettings, "settings", config), IsOk());
  EXPECT_THAT(MergeTextProto(more, "more", config), IsOk());
  return config;
}

class StagesTest : public ::testing::Test, protected testing::RunFolder {
 protected:
  absl::StatusOr<Progress> Run(const std::string& name, int64_t games, const Config& config) {
    return Train({.game = game_.get(), .config = config, .directory = Path(name), .games = games});
  }
  void ExpectSameRuns(const std::string& a, const std::string& b) const {
    for (const std::string folder : kFolders) {
      const RunState one = State(a + "/" + folder);
      const RunState other = State(b + "/" + folder);
      EXPECT_EQ(one.commit->model, other.commit->model) << folder;
      EXPECT_EQ(one.commit->learner, other.commit->learner) << folder;
      ASSERT_EQ(one.shards.size(), other.shards.size()) << folder;
      for (size_t i = 0; i < one.shards.size(); ++i) {
        EXPECT_EQ(one.shards[i].name, other.shards[i].name) << folder;
      }
    }
    EXPECT_EQ(fs::read_symlink(Path(a) + "/newest"), fs::read_symlink(Path(b) + "/newest"));
  }
  // Copies `run` as it was when only the stages in the first `folders` folders had begun.
  void CopyBeginning(const std::string& run, size_t folders, const std::string& copy) const {
    fs::copy(Path(run), Path(copy), fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    for (size_t i = folders; i < std::size(kFolders); ++i) {
      fs::remove_all(Path(copy) + "/" + kFolders[i]);
    }
    fs::remove(Path(copy) + "/newest");
    fs::create_symlink(kFolders[folders - 1], Path(copy) + "/newest");
  }
  void ExpectRefused(const Config& config, const std::string& why) {
    EXPECT_THAT(Run("run", kRound, config).status().message(), ::testing::HasSubstr(why));
    EXPECT_FALSE(fs::exists(Path("run")));
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
};

TEST_F(StagesTest, FollowEachOther) {
  ASSERT_OK_AND_ASSIGN(const Progress done, Run("run", 4 * kRound, Settings(kThree)));
  EXPECT_EQ(done.stage, "3/3 larger");
  EXPECT_EQ(done.games, 2 * kRound);
  EXPECT_EQ(done.given_games, kRound);
  EXPECT_EQ(State("run/01_policies").commit->next_game, 2 * kRound);
  EXPECT_EQ(State("run/02_search").commit->next_game, kRound);
  // A network of the same size continues with the weights; a larger one learns from the games.
  ASSERT_OK_AND_ASSIGN(const Config second, ReadRunConfig(Path("run/02_search")));
  EXPECT_EQ(second.network().initial_model_sha256(), State("run/01_policies").commit->model);
  EXPECT_EQ(second.learner().games_from(), "");
  EXPECT_EQ(second.learner().objective(), LearnerConfig::IMITATION);
  ASSERT_OK_AND_ASSIGN(const Config third, ReadRunConfig(Path("run/03_larger")));
  EXPECT_EQ(third.network().initial_model(), "");
  EXPECT_EQ(third.learner().games_from(), Path("run/02_search"));
  EXPECT_EQ(State("run/03_larger").given, State("run/02_search").shards.size());
}

// Games that the earlier stage held out stay held out. All learning figures are those of the stage
// itself.
TEST_F(StagesTest, EachTellsOfItsOwnLearning) {
  const Config config =
      Settings(absl::StrCat(kThree, "learner { held_out_share: 0.4 batch_size: 8 }"));
  std::vector<double> done;
  const auto look = [&](const Progress& progress) { done.push_back(progress.done_share); };
  ASSERT_OK_AND_ASSIGN(const Progress last, Train({.game = game_.get(),
                                                   .config = config,
                                                   .directory = Path("run"),
                                                   .games = 4 * kRound,
                                                   .progress = look}));
  for (const std::string folder : kFolders) {
    ASSERT_OK_AND_ASSIGN(const std::vector<Progress> rounds, ReadHistory(Path("run/" + folder)));
    ASSERT_FALSE(rounds.empty()) << folder;
    const LearningFigures& figures = rounds.back().learning;
    EXPECT_GT(figures.held_out.rows.value_or(0), 0) << folder;
    EXPECT_GT(figures.learnt.rows.value_or(0), 0) << folder;
    // Only a policy gradient clips rows, and only a search has surprise.
    EXPECT_EQ(figures.clip_share.has_value(), folder == kFolders[0]);
    EXPECT_EQ(figures.surprise.has_value(), folder != kFolders[0]);
  }
  EXPECT_EQ(done.front(), 0);
  EXPECT_TRUE(std::ranges::is_sorted(done));
  EXPECT_EQ(last.done_share, 1);
}

// Readers of the run see its newest stage.
TEST_F(StagesTest, TheRunIsItsNewestStage) {
  ASSERT_THAT(Run("run", 2 * kRound, Settings(kThree)), IsOk());
  EXPECT_EQ(State("run").commit->model, State("run/01_policies").commit->model);
  ASSERT_OK_AND_ASSIGN(const std::vector<StageRun> begun, StageRuns(Path("run")));
  EXPECT_EQ(begun.size(), 1);
  ASSERT_THAT(Run("run", 4 * kRound, Settings(kThree)), IsOk());
  EXPECT_EQ(State("run").commit->model, State("run/03_larger").commit->model);
  ASSERT_OK_AND_ASSIGN(const auto model, network::LoadModel(Path("run") + "/latest.model"));
  EXPECT_EQ(model.name, State("run/03_larger").commit->model);
  EXPECT_EQ(ReadRunConfig(Path("run"))->network().channels(), 16);
  EXPECT_EQ(ReadWholeConfig(Path("run"))->stage_size(), 3);
  ASSERT_OK_AND_ASSIGN(const std::vector<StageRun> stages, StageRuns(Path("run")));
  ASSERT_EQ(stages.size(), 3);
  EXPECT_EQ(stages.back().directory, Path("run/03_larger"));
  EXPECT_EQ(stages.back().stage, "3/3 larger");
  EXPECT_EQ(StageRuns(Path("run/03_larger"))->front().directory, Path("run/03_larger"));
  EXPECT_THAT(ReadHistory(Path("run")), IsOk());
  ASSERT_OK_AND_ASSIGN(const RunCheck check, CheckRun(Path("run")));
  EXPECT_EQ(check.games, 2 * kRound);
  EXPECT_TRUE(check.broken.empty()) << check.broken.front();
}

TEST_F(StagesTest, GoOnToTheSameBytes) {
  const Config config = Settings(kThree);
  ASSERT_THAT(Run("whole", 5 * kRound, config), IsOk());
  for (int rounds = 1; rounds <= 5; ++rounds) {
    ASSERT_THAT(Run("parts", rounds * kRound, config), IsOk());
  }
  ExpectSameRuns("parts", "whole");
  // A finished run does nothing more.
  ASSERT_OK_AND_ASSIGN(const Progress done, Run("parts", 5 * kRound, config));
  EXPECT_EQ(done.stage, "3/3 larger");
  ExpectSameRuns("parts", "whole");
}

// A crash after a stage ended, when the next one has nothing yet, or only its configuration.
TEST_F(StagesTest, ACrashBetweenStagesChangesNothing) {
  const Config config = Settings(kThree);
  ASSERT_THAT(Run("whole", 5 * kRound, config), IsOk());
  for (size_t begun = 1; begun < std::size(kFolders); ++begun) {
    const std::string copy = "after_" + std::to_string(begun);
    CopyBeginning("whole", begun, copy);
    ASSERT_THAT(Run(copy, 5 * kRound, config), IsOk());
    ExpectSameRuns(copy, "whole");

    const std::string other = "within_" + std::to_string(begun);
    CopyBeginning("whole", begun, other);
    const std::string next = std::string("/") + kFolders[begun];
    fs::create_directories(Path(other) + next);
    fs::copy(Path("whole") + next + "/config.textproto", Path(other) + next + "/config.textproto");
    // The configuration names the path of the original run. The SHA-256 shows that it is the same.
    ASSERT_THAT(Run(other, 5 * kRound, config), IsOk());
    ExpectSameRuns(other, "whole");
  }
}

TEST_F(StagesTest, AStageThatIsStoppedWhileItLearnsIsNotTheNewest) {
  const Config config = Settings(kThree);
  ASSERT_THAT(Run("whole", 5 * kRound, config), IsOk());
  std::stop_source stop;
  // The stage reports progress before its first step.
  const auto stop_while_learning = [&](const Progress& progress) {
    if (progress.stage.starts_with("3/3")) {
      stop.request_stop();
    }
  };
  ASSERT_THAT(Train({.game = game_.get(),
                     .config = config,
                     .directory = Path("parts"),
                     .games = 5 * kRound,
                     .stop = stop.get_token(),
                     .progress = stop_while_learning}),
              IsOk());
  EXPECT_EQ(fs::read_symlink(Path("parts/newest")), "02_search");
  ASSERT_THAT(Run("parts", 5 * kRound, config), IsOk());
  ExpectSameRuns("parts", "whole");
}

TEST_F(StagesTest, AStageTakesItsStepsAfterAStopThatFollowsItsLastGame) {
  Config config = Settings(kThree);
  config.mutable_stage(0)->set_games(kRound);
  ASSERT_THAT(Run("whole", 2 * kRound, config), IsOk());
  config.set_game(game_->Spec().text);
  ASSERT_OK_AND_ASSIGN(const std::vector<Stage> plan, PlanStages(*game_, config, Path("left")));
  testing::PlayOneRound(
      {.game = game_.get(), .config = plan[0].config, .directory = plan[0].directory});
  ASSERT_EQ(State("left/01_policies").commit->steps, 0);
  ASSERT_THAT(Run("left", 2 * kRound, config), IsOk());
  for (const std::string stage : {"/01_policies", "/02_search"}) {
    EXPECT_EQ(State("left" + stage).commit->learner, State("whole" + stage).commit->learner);
  }
}

TEST_F(StagesTest, ARunThatWasMovedGoesOn) {
  const Config config = Settings(kThree);
  ASSERT_THAT(Run("whole", 5 * kRound, config), IsOk());
  ASSERT_THAT(Run("old", 4 * kRound, config), IsOk());
  fs::rename(Path("old"), Path("new"));
  ASSERT_THAT(Run("new", 5 * kRound, config), IsOk());
  ExpectSameRuns("new", "whole");
}

// Half of 64 games, then a quarter, then the rest.
TEST_F(StagesTest, ARunThatHasReachedItsLimitTellsOfItsNewestStage) {
  const Config config = Settings(kThree);
  for (const int64_t games : {2 * kRound, 3 * kRound}) {
    ASSERT_OK_AND_ASSIGN(const Progress worked, Run("run", games, config));
    ASSERT_OK_AND_ASSIGN(const Progress again, Run("run", games, config));
    EXPECT_EQ(worked.stage, games == 2 * kRound ? "1/3 policies" : "2/3 search");
    EXPECT_EQ(again.stage, worked.stage);
    EXPECT_EQ(again.games, worked.games);
    EXPECT_EQ(again.done_share, 1);
    EXPECT_NEAR(again.seconds, worked.seconds, 0.1);
  }
}

TEST_F(StagesTest, SharesAreOfTheLimit) {
  Config config = Settings(kThree);
  config.mutable_stage(0)->set_games(0);
  config.mutable_stage(0)->set_share(0.5);
  config.mutable_stage(1)->set_games(0);
  config.mutable_stage(1)->set_share(0.25);
  ASSERT_THAT(Run("run", 4 * kRound, config), IsOk());
  EXPECT_EQ(State("run/01_policies").commit->next_game, 2 * kRound);
  EXPECT_EQ(State("run/02_search").commit->next_game, kRound);
  EXPECT_EQ(State("run/03_larger").commit->next_game, 2 * kRound);
  EXPECT_THAT(Train({.game = game_.get(), .config = config, .directory = Path("other")}),
              StatusIs(absl::StatusCode::kInvalidArgument, "stage[0].share: wanted a limit"));
}

// Only the limit of minutes or a stop can end the last stage.
TEST_F(StagesTest, MinutesAreOverAllStages) {
  Config config = Settings(kThree);
  config.mutable_stage(0)->set_games(0);
  config.mutable_stage(0)->set_share(0.4);
  config.mutable_stage(1)->set_games(0);
  config.mutable_stage(1)->set_share(0.3);
  ASSERT_OK_AND_ASSIGN(
      const Progress done,
      Train({.game = game_.get(), .config = config, .directory = Path("run"), .minutes = 0.05}));
  EXPECT_EQ(done.stage, "3/3 larger");
  EXPECT_GE(done.seconds, 3);
  EXPECT_GE(State("run/01_policies").commit->seconds, 0.4 * 3 - 0.1);
}

TEST_F(StagesTest, WhatIsNoPlanIsRefusedBeforeItBegins) {
  const auto with = [](int stage, const std::string& text) {
    Config config = Settings(kThree);
    EXPECT_THAT(MergeTextProto(text, "stage", *config.mutable_stage(stage)), IsOk());
    return config;
  };
  ExpectRefused(with(1, "name: 'a/b'"), "stage[1]: name must be");
  ExpectRefused(with(0, "share: 0.5"), "stage[0]: games and share exclude each other");
  ExpectRefused(with(1, "games: 0"), "stage[1]: games or share must be set");
  ExpectRefused(with(2, "changes { game: 'renju' }"), "stage[2]: changes.game must not be set");
  ExpectRefused(with(2, "changes { stage { name: 'a' } }"), "stage[2]: changes must not have");
  ExpectRefused(with(1, "changes { network { initial_model: 'x' } }"), "must not be set");
  ExpectRefused(with(2, "begins: WEIGHTS"), "WEIGHTS requires the network size");
  ExpectRefused(with(2, "changes { learner { margin_weight: 1 } }"), "learner.margin_weight");
  ExpectRefused(with(2,
                     "changes { search { policy { } } "
                     "learner { objective: POLICY_GRADIENT } }"),
                "stage[2]: this learner cannot learn from games played in this way");
  ExpectRefused(with(0, "changes { network { initial_model: 'nowhere' } }"),
                "network.initial_model: ");
  Config shares = Settings(kThree);
  for (StageConfig& stage : *shares.mutable_stage()) {
    stage.set_games(0);
    stage.set_share(0.5);
  }
  ExpectRefused(shares, "shares must sum to at most 1, sum to 1.5");
}

// A second stage with another network setting begins with games, and is refused with weights.
void ExpectBeginsWithGames(const std::string& game_text, const std::string& setting,
                           const std::string& refusal, const std::string& run,
                           const std::string& other) {
  Config config = Settings("");
  ASSERT_THAT(MergeTextProto(absl::StrCat("search { simulations: 2 } "
                                          "self_play { games_per_round: 8 } "
                                          "stage { name: 'plain' games: 8 } "
                                          "stage { name: 'changed' games: 8 changes { network { ",
                                          setting, ": true } } }"),
                             "stages", config),
              IsOk());
  const auto game = testing::Game(game_text);
  const TrainOptions options = {.game = game.get(), .config = config, .directory = run};
  ASSERT_OK_AND_ASSIGN(const Progress done, Train(options));
  EXPECT_EQ(done.stage, "2/2 changed");
  EXPECT_EQ(done.given_games, 8);
  EXPECT_EQ(done.games, 16);
  config.mutable_stage(1)->set_begins(StageConfig::WEIGHTS);
  EXPECT_THAT(Train({.game = game.get(), .config = config, .directory = other}),
              StatusIs(absl::StatusCode::kInvalidArgument, refusal));
  EXPECT_FALSE(fs::exists(other));
}

// Weights for other planes have another shape, also where the size is the same.
TEST_F(StagesTest, AStageWithOtherPlanesBeginsWithGames) {
  ExpectBeginsWithGames("connect_four", "derived_planes",
                        "stage[1]: begins: WEIGHTS requires the planes of the stage before",
                        Path("run"), Path("other"));
}

// The same for features of slots.
TEST_F(StagesTest, AStageWithOtherSlotsBeginsWithGames) {
  ExpectBeginsWithGames("tiny_tantrix{racks=open}", "slot_features",
                        "network.slot_features must not change, is true", Path("run"),
                        Path("other"));
}

TEST_F(StagesTest, RunsOfOneStageAndOfSeveralAreNotMixed) {
  const Config config = Settings(kThree);
  ASSERT_THAT(Run("several", kRound, config), IsOk());
  EXPECT_THAT(Run("several", kRound, Settings("")),
              StatusIs(absl::StatusCode::kFailedPrecondition, "is a run of several stages"));
  ASSERT_THAT(Run("one", kRound, Settings("")), IsOk());
  EXPECT_THAT(Run("one", kRound, config),
              StatusIs(absl::StatusCode::kFailedPrecondition, "is a run without stages"));
  Config other = config;
  other.mutable_stage(1)->set_games(3 * kRound);
  EXPECT_THAT(Run("several", kRound, other),
              StatusIs(absl::StatusCode::kFailedPrecondition, "stage[1].games"));
}

}  // namespace
}  // namespace kvintet::training
