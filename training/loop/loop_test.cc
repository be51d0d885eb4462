// Tests of the training loop on tiny runs: resuming, thread counts, and refusals.
#include "training/loop/loop.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/run_folder.h"
#include "tests/support/status_matchers.h"
#include "training/network/files/model_file.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;

constexpr int kRound = 16;

// Rounds of 16 games and a small window. Shards are sealed by size only, not by time.
Config Tiny() {
  Config config;
  const absl::Status merged = MergeTextProto(
      R"pb(
        seed: 5
        search {
          simulations: 4
          gumbel { max_considered: 4 }
        }
        self_play { slots_per_thread: 8 games_per_round: 16 threads: 1 batch_size: 8 }
        network { blocks: 1 channels: 8 value_hidden: 8 device: "CPU" precision: FP32 }
        learner {
          batch_size: 16
          warmup_steps: 2
          window { min_rows: 16 }
        }
        storage { shard_bytes: 2048 shard_seconds: 86400 }
      )pb",
      "tiny", config);
  EXPECT_THAT(merged, IsOk());
  return config;
}

class LoopTest : public ::testing::Test, protected testing::RunFolder {
 protected:
  absl::StatusOr<Progress> Run(const std::string& name, int64_t games, const Config& config) {
    return Train({.game = game_.get(), .config = config, .directory = Path(name), .games = games});
  }
  std::vector<std::string> Shards(const std::string& name) const {
    std::vector<std::string> names;
    for (const selfplay::Shard& shard : State(name).shards) {
      names.push_back(shard.name);
    }
    return names;
  }
  // Flips one bit in the middle of a file.
  static void Flip(const std::string& path) {
    ASSERT_OK_AND_ASSIGN(std::string bytes, ReadFile(path));
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    ASSERT_THAT(WriteFileAtomically(path, bytes), IsOk());
  }

  const std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
};

TEST_F(LoopTest, PlaysLearnsAndCommits) {
  ASSERT_OK_AND_ASSIGN(const Progress done, Run("run", 2 * kRound, Tiny()));
  EXPECT_EQ(done.games, 2 * kRound);
  EXPECT_GT(done.steps, 10);
  const RunState state = State("run");
  EXPECT_EQ(state.commit->next_game, 2 * kRound);
  EXPECT_EQ(state.commit->steps, done.steps);
  int64_t rows = 0;
  for (const selfplay::Shard& shard : state.shards) {
    rows += shard.rows;
  }
  EXPECT_EQ(rows, done.rows);
  ASSERT_OK_AND_ASSIGN(const network::NamedModel model,
                       network::LoadModel(Path("run") + "/latest.model"));
  EXPECT_EQ(model.name, state.commit->model);
  EXPECT_EQ(model.model.head.game, "tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const std::string metrics, ReadFile(Path("run") + "/metrics.jsonl"));
  EXPECT_EQ(std::ranges::count(metrics, '\n'), 2);
}

TEST_F(LoopTest, GoesOnToTheSameBytes) {
  ASSERT_THAT(Run("whole", 5 * kRound, Tiny()), IsOk());
  for (int rounds = 1; rounds <= 5; ++rounds) {
    ASSERT_THAT(Run("parts", rounds * kRound, Tiny()), IsOk());
  }
  EXPECT_EQ(State("parts").commit->model, State("whole").commit->model);
  EXPECT_EQ(State("parts").commit->learner, State("whole").commit->learner);
  EXPECT_EQ(Shards("parts"), Shards("whole"));
}

// A session may be stopped in the middle of a round, while it plays or learns.
TEST_F(LoopTest, GoesOnToTheSameModelsFromTheMiddleOfARound) {
  Config config = Tiny();
  config.mutable_self_play()->set_games_per_round(4 * kRound);
  constexpr int kGames = 8 * kRound;
  ASSERT_THAT(Run("whole", kGames, config), IsOk());
  int left_rounds = 0;
  for (int sessions = 1; sessions == 1 || State("parts").commit->next_game < kGames; ++sessions) {
    std::stop_source stop;
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20 * sessions));
      stop.request_stop();
    });
    ASSERT_THAT(Train({.game = game_.get(),
                       .config = config,
                       .directory = Path("parts"),
                       .games = kGames,
                       .stop = stop.get_token()}),
                IsOk());
    left_rounds += State("parts").uncommitted.empty() ? 0 : 1;
  }
  EXPECT_GT(left_rounds, 0);
  EXPECT_EQ(State("parts").commit->model, State("whole").commit->model);
  EXPECT_EQ(State("parts").commit->learner, State("whole").commit->learner);
}

// Heads and sampling by surprise are part of the resumed state; models have no heads.
TEST_F(LoopTest, GoesOnToTheSameBytesWithEveryOption) {
  Config config = Tiny();
  ASSERT_THAT(MergeTextProto(R"pb(learner {
                                    cosine_steps: 20
                                    surprise_weight: 0.5
                                    soft_policy_weight: 2
                                    reply_policy_weight: 0.3
                                    ownership_weight: 0.5
                                    precision: BF16
                                  })pb",
                             "options", config),
              IsOk());
  ASSERT_THAT(Run("plain", 3 * kRound, Tiny()), IsOk());
  ASSERT_THAT(Run("whole", 3 * kRound, config), IsOk());
  for (int rounds = 1; rounds <= 3; ++rounds) {
    ASSERT_THAT(Run("parts", rounds * kRound, config), IsOk());
  }
  EXPECT_EQ(State("parts").commit->model, State("whole").commit->model);
  EXPECT_EQ(State("parts").commit->learner, State("whole").commit->learner);
  EXPECT_EQ(Shards("parts"), Shards("whole"));
  EXPECT_NE(State("whole").commit->model, State("plain").commit->model);
  ASSERT_OK_AND_ASSIGN(const network::NamedModel plain,
                       network::LoadModel(Path("plain") + "/latest.model"));
  ASSERT_OK_AND_ASSIGN(const network::NamedModel whole,
                       network::LoadModel(Path("whole") + "/latest.model"));
  ASSERT_EQ(whole.model.weights.size(), plain.model.weights.size());
  for (size_t i = 0; i < plain.model.weights.size(); ++i) {
    EXPECT_EQ(whole.model.weights[i].name, plain.model.weights[i].name);
  }
  ASSERT_OK_AND_ASSIGN(const std::string metrics, ReadFile(Path("whole") + "/metrics.jsonl"));
  EXPECT_NE(metrics.find("loss/ownership"), std::string::npos);
}

// The magnet is part of the resumed state, and of no model.
TEST_F(LoopTest, GoesOnToTheSameBytesWithAMagnet) {
  Config config = Tiny();
  ASSERT_THAT(MergeTextProto(R"pb(search { policy {} }
                                  learner {
                                    objective: POLICY_GRADIENT
                                    policy_gradient { kl_to_magnet: 0.5 magnet_steps: 7 }
                                  })pb",
                             "options", config),
              IsOk());
  ASSERT_THAT(Run("whole", 3 * kRound, config), IsOk());
  for (int rounds = 1; rounds <= 3; ++rounds) {
    ASSERT_THAT(Run("parts", rounds * kRound, config), IsOk());
  }
  EXPECT_EQ(State("parts").commit->model, State("whole").commit->model);
  EXPECT_EQ(State("parts").commit->learner, State("whole").commit->learner);
  config.mutable_learner()->mutable_policy_gradient()->set_magnet_steps(8);
  ASSERT_THAT(Run("other", 3 * kRound, config), IsOk());
  EXPECT_NE(State("other").commit->model, State("whole").commit->model);
}

// The critic is part of the resumed state, and of no model.
TEST_F(LoopTest, GoesOnToTheSameBytesWithAPrivilegedCritic) {
  const auto kuhn = testing::Game("kuhn");
  const auto train = [&](const std::string& name, int rounds, const Config& config) {
    ASSERT_THAT(Train({.game = kuhn.get(),
                       .config = config,
                       .directory = Path(name),
                       .games = rounds * kRound}),
                IsOk());
  };
  Config plain = Tiny();
  plain.mutable_search()->mutable_policy();
  plain.mutable_learner()->set_objective(LearnerConfig::POLICY_GRADIENT);
  Config config = plain;
  ASSERT_THAT(
      MergeTextProto(
          R"pb(learner {
                 policy_gradient {
                   privileged_critic { blocks: 1 channels: 8 value_hidden: 8 remove_luck: true }
                 }
               })pb",
          "options", config),
      IsOk());
  train("plain", 4, plain);
  train("whole", 4, config);
  for (int rounds = 1; rounds <= 4; ++rounds) {
    train("parts", rounds, config);
  }
  EXPECT_EQ(State("parts").commit->model, State("whole").commit->model);
  EXPECT_EQ(State("parts").commit->learner, State("whole").commit->learner);
  EXPECT_NE(State("whole").commit->model, State("plain").commit->model);
  ASSERT_OK_AND_ASSIGN(const network::NamedModel model,
                       network::LoadModel(Path("whole") + "/latest.model"));
  ASSERT_OK_AND_ASSIGN(const network::NamedModel other,
                       network::LoadModel(Path("plain") + "/latest.model"));
  ASSERT_EQ(model.model.weights.size(), other.model.weights.size());
  for (size_t i = 0; i < other.model.weights.size(); ++i) {
    EXPECT_EQ(model.model.weights[i].name, other.model.weights[i].name);
    EXPECT_EQ(model.model.weights[i].shape, other.model.weights[i].shape);
  }
}

// Four fifths of the run are over when the last of five rounds learns, at half the rate.
TEST_F(LoopTest, TheLastPartOfARunCoolsDown) {
  Config config = Tiny();
  config.mutable_learner()->set_cooldown_share(0.4);
  ASSERT_THAT(Run("warm", 5 * kRound, Tiny()), IsOk());
  ASSERT_THAT(Run("cool", 5 * kRound, config), IsOk());
  EXPECT_EQ(Shards("cool"), Shards("warm"));
  EXPECT_EQ(State("cool").commit->steps, State("warm").commit->steps);
  EXPECT_NE(State("cool").commit->model, State("warm").commit->model);
  config.mutable_learner()->set_cooldown_share(0.15);
  ASSERT_THAT(Run("late", 5 * kRound, config), IsOk());
  EXPECT_EQ(State("late").commit->model, State("warm").commit->model);
}

TEST_F(LoopTest, RefusesWhatTheGameDoesNotHave) {
  Config config = Tiny();
  config.mutable_learner()->set_margin_weight(1);
  EXPECT_THAT(Run("run", kRound, config),
              StatusIs(absl::StatusCode::kInvalidArgument, "learner.margin_weight must be 0"));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
}

// The configuration sets the number of threads, so this needs two runs.
TEST_F(LoopTest, ThreadsDoNotChangeTheGamesNorTheWeights) {
  Config two = Tiny();
  two.mutable_self_play()->set_threads(2);
  ASSERT_THAT(Run("one", 2 * kRound, Tiny()), IsOk());
  ASSERT_THAT(Run("two", 2 * kRound, two), IsOk());
  EXPECT_EQ(State("one").commit->model, State("two").commit->model);
  EXPECT_EQ(Shards("one"), Shards("two"));
}

TEST_F(LoopTest, SeedsDiffer) {
  Config other = Tiny();
  other.set_seed(6);
  ASSERT_THAT(Run("one", kRound, Tiny()), IsOk());
  ASSERT_THAT(Run("other", kRound, other), IsOk());
  EXPECT_NE(State("one").commit->model, State("other").commit->model);
}

TEST_F(LoopTest, StopLeavesARunThatGoesOn) {
  std::stop_source stop;
  const auto stop_at_once = [&](const Progress&) { stop.request_stop(); };
  ASSERT_THAT(Train({.game = game_.get(),
                     .config = Tiny(),
                     .directory = Path("run"),
                     .stop = stop.get_token(),
                     .progress = stop_at_once}),
              IsOk());
  const int64_t first = State("run").commit->next_game;
  ASSERT_OK_AND_ASSIGN(const Progress done, Run("run", first + kRound, Tiny()));
  EXPECT_EQ(done.games, first + kRound);
}

// As if the run were stopped between its last game and the first step that follows.
TEST_F(LoopTest, StepsAreTakenAfterAStopThatFollowsTheLastGame) {
  ASSERT_THAT(Run("whole", kRound, Tiny()), IsOk());
  testing::PlayOneRound({.game = game_.get(), .config = Tiny(), .directory = Path("left")});
  ASSERT_EQ(State("left").commit->next_game, kRound);
  ASSERT_EQ(State("left").commit->steps, 0);
  ASSERT_THAT(Run("left", kRound, Tiny()), IsOk());
  EXPECT_GT(State("left").commit->steps, 0);
  EXPECT_EQ(State("left").commit->learner, State("whole").commit->learner);
}

// The first game of this run takes minutes.
TEST_F(LoopTest, ARunIsToldOfWhileItsFirstGamesArePlayed) {
  const auto renju = testing::Game("renju");
  for (const auto schedule : {SelfPlayConfig::ROUNDS, SelfPlayConfig::CONTINUOUS}) {
    Config config = Tiny();
    config.mutable_search()->set_simulations(20000);
    config.mutable_self_play()->set_schedule(schedule);
    const std::string path = Path(SelfPlayConfig::Schedule_Name(schedule));
    std::stop_source stop;
    const auto stop_once_alive = [&](const Progress& progress) {
      if (progress.evaluations > 0) {
        stop.request_stop();
      }
    };
    ASSERT_OK_AND_ASSIGN(const Progress done, Train({.game = renju.get(),
                                                     .config = config,
                                                     .directory = path,
                                                     .stop = stop.get_token(),
                                                     .progress = stop_once_alive}));
    EXPECT_EQ(done.games, 0);
    EXPECT_EQ(done.steps, 0);
    EXPECT_GT(done.evaluations, 0);
    EXPECT_GT(done.evaluations_per_second, 0);
    EXPECT_EQ(done.games_in_play, 8);
    EXPECT_GE(done.ply_in_play, 1);
    ASSERT_OK_AND_ASSIGN(const std::optional<Progress> read, ReadProgress(path));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->evaluations, done.evaluations);
    EXPECT_EQ(read->games_in_play, 8);
  }
}

// Evaluations of games in play are counted as they are made, and the total matches the records.
TEST_F(LoopTest, EvaluationsAreThoseOfTheRecords) {
  for (const auto schedule : {SelfPlayConfig::ROUNDS, SelfPlayConfig::CONTINUOUS}) {
    Config config = Tiny();
    config.mutable_self_play()->set_schedule(schedule);
    const std::string name = SelfPlayConfig::Schedule_Name(schedule);
    for (int rounds = 1; rounds <= 2; ++rounds) {
      ASSERT_OK_AND_ASSIGN(const Progress done, Run(name, rounds * kRound, config));
      int64_t evaluations = 0;
      for (const selfplay::Shard& shard : State(name).shards) {
        evaluations += shard.evaluations;
      }
      EXPECT_EQ(done.evaluations, evaluations);
      EXPECT_EQ(done.games_in_play, 0);
    }
  }
}

TEST_F(LoopTest, NothingIsPlayedBeyondTheLimit) {
  ASSERT_THAT(Run("run", kRound, Tiny()), IsOk());
  ASSERT_OK_AND_ASSIGN(const Progress done, Run("run", kRound, Tiny()));
  EXPECT_EQ(done.games, kRound);
}

// The window has a hundred rows; 1e-6 GiB is about a thousand bytes.
TEST_F(LoopTest, OldShardsGoAndTheRunGoesOnToTheSameBytes) {
  Config limited = Tiny();
  limited.mutable_learner()->mutable_window()->set_max_rows(100);
  Config whole = limited;
  limited.mutable_storage()->set_max_gib(1e-6);
  ASSERT_THAT(Run("whole", 4 * kRound, whole), IsOk());
  for (int rounds = 1; rounds <= 4; ++rounds) {
    ASSERT_THAT(Run("limited", rounds * kRound, limited), IsOk());
  }
  EXPECT_EQ(State("limited").commit->model, State("whole").commit->model);
  EXPECT_EQ(Shards("limited"), Shards("whole"));
  EXPECT_GT(State("limited").removed, 0);
  ASSERT_OK_AND_ASSIGN(const auto files, ListDirectory(Path("limited") + "/shards"));
  EXPECT_EQ(std::ssize(files), std::ssize(Shards("whole")) - State("limited").removed);
}

TEST_F(LoopTest, ChangedShardIsNamed) {
  ASSERT_THAT(Run("run", kRound, Tiny()), IsOk());
  const std::string shard = Shards("run").back();
  Flip(Path("run") + "/shards/" + shard);
  EXPECT_THAT(Run("run", 2 * kRound, Tiny()), StatusIs(absl::StatusCode::kDataLoss, shard));
}

TEST_F(LoopTest, ChangedOrTornLearnerIsNamed) {
  ASSERT_THAT(Run("run", kRound, Tiny()), IsOk());
  const std::string learner = State("run").commit->learner;
  const std::string path = Path("run") + "/learner/" + learner;
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(path));
  Flip(path);
  EXPECT_THAT(Run("run", 2 * kRound, Tiny()), StatusIs(absl::StatusCode::kDataLoss, learner));
  ASSERT_THAT(WriteFileAtomically(path, bytes.substr(0, bytes.size() / 2)), IsOk());
  EXPECT_THAT(Run("run", 2 * kRound, Tiny()), StatusIs(absl::StatusCode::kDataLoss, learner));
  ASSERT_THAT(WriteFileAtomically(path, bytes), IsOk());
  EXPECT_THAT(Run("run", 2 * kRound, Tiny()), IsOk());
}

TEST_F(LoopTest, OtherGamesRunIsRefused) {
  ASSERT_THAT(Run("run", kRound, Tiny()), IsOk());
  const auto other = testing::Game("connect_four");
  EXPECT_THAT(Train({.game = other.get(), .config = Tiny(), .directory = Path("run"), .games = 1}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "connect_four"));
}

// A refused run leaves nothing behind that would block the right configuration.
TEST_F(LoopTest, SearchThatTheGameDoesNotAllowIsRefusedBeforeItBegins) {
  const auto kuhn = testing::Game("kuhn");
  EXPECT_THAT(Train({.game = kuhn.get(), .config = Tiny(), .directory = Path("run"), .games = 1}),
              StatusIs(absl::StatusCode::kUnimplemented, "policy plays every game"));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
}

}  // namespace
}  // namespace kvintet::training
