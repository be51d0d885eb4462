// Tests of runs that begin by learning from another run's games, as learner.games_from names them.
#include "training/learning/given_games.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "proto/textproto.h"
#include "tests/support/evaluations.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/loop/loop.h"
#include "training/loop/run_check.h"
#include "training/network/files/model_file.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::StatusIs;
using testing::TempDir;

constexpr int kRound = 16;
constexpr const char* kGame = "tic_tac_toe";

// Rounds of 16 games in small shards, all in the window.
constexpr const char* kSettings = R"pb(
  search {
    simulations: 4
    gumbel { max_considered: 4 stretch_values: true c_scale: 0.1 }
  }
  self_play { slots_per_thread: 8 games_per_round: 16 threads: 1 batch_size: 8 }
  network { blocks: 2 channels: 16 value_hidden: 8 device: "CPU" precision: FP32 }
  learner {
    batch_size: 16
    warmup_steps: 2
    window { min_rows: 16 exponent: 1 slope: 1 }
  }
  storage { shard_bytes: 1024 }
)pb";

Config Settings(const std::string& more = "") {
  Config config;
  EXPECT_THAT(MergeTextProto(kSettings, "settings", config), IsOk());
  EXPECT_THAT(MergeTextProto(more, "more", config), IsOk());
  return config;
}

class GivenGamesTest : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_THAT(Run("first", 3 * kRound, Settings("seed: 7")), IsOk()); }
  absl::Status Run(const std::string& name, int64_t games, const Config& config,
                   const std::string& game = kGame) {
    const auto played = testing::Game(game);
    return Train({.game = played.get(), .config = config, .directory = Path(name), .games = games})
        .status();
  }
  // A larger network that learns from the games of `run`.
  Config From(const std::string& run, const std::string& more = "") const {
    Config config = Settings("seed: 8 network { blocks: 3 channels: 32 }");
    EXPECT_THAT(MergeTextProto(more, "more", config), IsOk());
    config.mutable_learner()->set_games_from(Path(run));
    return config;
  }
  std::string Path(const std::string& name) const { return folder_.Path() + "/" + name; }
  RunState State(const std::string& name) const {
    const absl::StatusOr<RunState> state = ReadRunState(Path(name));
    EXPECT_THAT(state, IsOk());
    return *state;
  }
  static int64_t Rows(const RunState& state) {
    int64_t rows = 0;
    for (const selfplay::Shard& shard : state.shards) {
      rows += shard.rows;
    }
    return rows;
  }
  void ExpectSameRuns(const std::string& a, const std::string& b) const {
    const RunState one = State(a);
    const RunState other = State(b);
    EXPECT_EQ(one.commit->model, other.commit->model);
    EXPECT_EQ(one.commit->learner, other.commit->learner);
    EXPECT_EQ(one.given, other.given);
    ASSERT_EQ(one.shards.size(), other.shards.size());
    for (size_t i = 0; i < one.shards.size(); ++i) {
      EXPECT_EQ(one.shards[i].name, other.shards[i].name);
    }
  }

  const TempDir folder_;
};

// Each row is used as often as one of the run's own games: reuse is 2, batches have 16 rows.
TEST_F(GivenGamesTest, ALargerNetworkLearnsFromThemBeforeItPlays) {
  ASSERT_THAT(Run("untaught", 0, Settings("seed: 8 network { blocks: 3 channels: 32 }")), IsOk());
  ASSERT_THAT(Run("grown", 0, From("first")), IsOk());
  const RunState first = State("first");
  const RunState grown = State("grown");
  EXPECT_EQ(grown.given, first.shards.size());
  EXPECT_EQ(grown.shards.size(), first.shards.size());
  EXPECT_EQ(grown.commit->steps, Rows(first) * 2 / 16);
  EXPECT_EQ(grown.commit->next_game, 3 * kRound);
  ASSERT_OK_AND_ASSIGN(const auto model, network::LoadModel(Path("grown") + "/latest.model"));
  EXPECT_EQ(model.model.head.size.blocks, 3);
  ASSERT_OK_AND_ASSIGN(const auto untaught, network::LoadModel(Path("untaught") + "/latest.model"));
  EXPECT_NE(model.model.weights, untaught.model.weights);
  ASSERT_OK_AND_ASSIGN(const Config own, ReadRunConfig(Path("grown")));
  EXPECT_EQ(own.learner().games_from_sha256().size(), 64u);
  EXPECT_EQ(model.model.head.provenance.at("games_from"), own.learner().games_from_sha256());
}

TEST_F(GivenGamesTest, LimitsAreOfTheGamesThatTheRunPlays) {
  const auto game = testing::Game(kGame);
  ASSERT_OK_AND_ASSIGN(const Progress done, Train({.game = game.get(),
                                                   .config = From("first"),
                                                   .directory = Path("grown"),
                                                   .games = 2 * kRound}));
  EXPECT_EQ(done.games, 5 * kRound);
  EXPECT_EQ(done.given_games, 3 * kRound);
  EXPECT_EQ(State("grown").commit->next_game, 5 * kRound);
  ASSERT_OK_AND_ASSIGN(const RunCheck check, CheckRun(Path("grown")));
  EXPECT_EQ(check.games, 5 * kRound);
  EXPECT_TRUE(check.broken.empty()) << check.broken.front();
}

// It stops after 500 of about 650 steps, and then the other run is deleted. The network is small
// because that many steps are slow with sanitizers.
TEST_F(GivenGamesTest, AStopWhileItLearnsFromThemChangesNothing) {
  const Config config = From("first", "learner { reuse: 32 } network { blocks: 1 channels: 8 }");
  ASSERT_THAT(Run("whole", 2 * kRound, config), IsOk());
  std::stop_source stop;
  int64_t steps = 0;
  const auto stop_after_steps = [&](const Progress& progress) {
    steps = progress.steps;
    if (steps >= 500) {
      stop.request_stop();
    }
  };
  const auto game = testing::Game(kGame);
  ASSERT_THAT(Train({.game = game.get(),
                     .config = config,
                     .directory = Path("parts"),
                     .games = 2 * kRound,
                     .stop = stop.get_token(),
                     .progress = stop_after_steps}),
              IsOk());
  ASSERT_LT(State("parts").commit->steps, Rows(State("first")) * 32 / 16);
  ASSERT_EQ(State("parts").shards.size(), State("parts").given);
  std::filesystem::remove_all(Path("first"));
  ASSERT_THAT(Run("parts", kRound, config), IsOk());
  ASSERT_THAT(Run("parts", 2 * kRound, config), IsOk());
  ExpectSameRuns("parts", "whole");
}

// A crash before the first commit.
TEST_F(GivenGamesTest, ACrashOnceTheyAreTakenChangesNothing) {
  const auto game = testing::Game(kGame);
  Config config = From("first");
  ASSERT_THAT(Run("whole", kRound, config), IsOk());
  {
    Config begun = config;
    begun.set_game(game->Spec().text);
    ASSERT_OK_AND_ASSIGN(const auto games, FindGivenGames(*game, Path("parts"), &begun));
    ASSERT_TRUE(games.has_value());
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(Path("parts"), begun));
    ASSERT_THAT(TakeGivenGames(*games, &run), IsOk());
  }
  std::filesystem::remove_all(Path("first"));
  ASSERT_THAT(Run("parts", kRound, config), IsOk());
  ExpectSameRuns("parts", "whole");
}

TEST_F(GivenGamesTest, ThreadsDoNotChangeIt) {
  ASSERT_THAT(Run("one", kRound, From("first")), IsOk());
  ASSERT_THAT(Run("two", kRound, From("first", "self_play { threads: 2 }")), IsOk());
  ExpectSameRuns("two", "one");
}

TEST_F(GivenGamesTest, PlayingAndLearningAtOnceBeginsWithThemToo) {
  const Config config = From("first", "self_play { schedule: CONTINUOUS }");
  ASSERT_THAT(Run("grown", 0, config), IsOk());
  const int64_t taught = State("grown").commit->steps;
  EXPECT_EQ(taught, Rows(State("first")) * 2 / 16);
  ASSERT_THAT(Run("grown", kRound, config), IsOk());
  EXPECT_EQ(Rows(State("grown")) * 2 / 16, State("grown").commit->steps);
}

// Older shards are counted, but not present.
TEST_F(GivenGamesTest, OnlyTheWindowIsLearntFrom) {
  ASSERT_THAT(Run("grown", 0, From("first", "learner { window { max_rows: 40 } }")), IsOk());
  const RunState grown = State("grown");
  EXPECT_EQ(Rows(grown), Rows(State("first")));
  EXPECT_EQ(grown.commit->steps, 40 * 2 / 16);
  EXPECT_GT(grown.removed, 0);
  ASSERT_OK_AND_ASSIGN(const auto files, ListDirectory(Path("grown") + "/shards"));
  EXPECT_EQ(std::ssize(files), std::ssize(grown.shards) - grown.removed);
}

TEST_F(GivenGamesTest, WhatTheOtherRunHasRemovedDoesNotCount) {
  const Config config = Settings(
      "seed: 7 storage { max_gib: 1e-6 } "
      "learner { window { max_rows: 40 } }");
  ASSERT_THAT(Run("forgetful", 3 * kRound, config), IsOk());
  const RunState source = State("forgetful");
  ASSERT_GT(source.removed, 0);
  ASSERT_THAT(Run("grown", kRound, From("forgetful")), IsOk());
  EXPECT_EQ(std::ssize(source.shards) - source.removed, static_cast<int64_t>(State("grown").given));
}

// With the SHA-256 that the first of two runs stored, the second gets the same games.
TEST_F(GivenGamesTest, GamesOfAnEarlierMomentAreFound) {
  ASSERT_THAT(Run("one", kRound, From("first")), IsOk());
  ASSERT_OK_AND_ASSIGN(const Config own, ReadRunConfig(Path("one")));
  ASSERT_THAT(Run("first", 4 * kRound, Settings("seed: 7")), IsOk());
  Config config = From("first");
  config.mutable_learner()->set_games_from_sha256(own.learner().games_from_sha256());
  ASSERT_THAT(Run("two", kRound, config), IsOk());
  ExpectSameRuns("two", "one");
}

TEST_F(GivenGamesTest, FirstWeightsMayBeGivenToo) {
  Config config = From("first", "network { blocks: 2 channels: 16 }");
  config.mutable_network()->set_initial_model(Path("first"));
  ASSERT_THAT(Run("both", 0, config), IsOk());
  EXPECT_EQ(State("both").commit->steps, Rows(State("first")) * 2 / 16);
}

// A refused run leaves nothing behind that would block the right configuration.
TEST_F(GivenGamesTest, WhatDoesNotFitIsRefusedBeforeItBegins) {
  EXPECT_THAT(Run("run", kRound, From("nowhere")),
              StatusIs(absl::StatusCode::kNotFound, "learner.games_from: wanted a run directory"));
  EXPECT_THAT(Run("run", kRound, From("first"), "connect_four"),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "wanted games of connect_four, found a run of tic_tac_toe"));
  ASSERT_THAT(Run("options", 1, Settings(), "tiny_punct{max_plies=12}"), IsOk());
  EXPECT_THAT(Run("run", kRound, From("options"), "tiny_punct{max_plies=14}"),
              StatusIs(absl::StatusCode::kFailedPrecondition, "found a run of tiny_punct{"));
  ASSERT_THAT(Run("empty", 0, Settings()), IsOk());
  EXPECT_THAT(Run("run", kRound, From("empty")),
              StatusIs(absl::StatusCode::kFailedPrecondition, "found none"));
  EXPECT_THAT(Run("run", kRound, From("first", "learner { games_from_sha256: '00' }")),
              StatusIs(absl::StatusCode::kDataLoss, "wanted games with the SHA-256 00"));
  EXPECT_THAT(Run("run", kRound,
                  From("first",
                       "search { policy { } } "
                       "learner { objective: POLICY_GRADIENT }")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "POLICY_GRADIENT requires search.policy, found search.gumbel"));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
}

TEST_F(GivenGamesTest, ATornOrMissingShardIsNamed) {
  const std::string shard = State("first").shards.back().name;
  const std::string path = Path("first") + "/shards/" + shard;
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(path));
  ASSERT_THAT(WriteFileAtomically(path, bytes.substr(0, bytes.size() / 2)), IsOk());
  EXPECT_THAT(Run("run", kRound, From("first")), StatusIs(absl::StatusCode::kDataLoss, shard));
  std::filesystem::remove(path);
  EXPECT_THAT(Run("run", kRound, From("first")), StatusIs(absl::StatusCode::kNotFound, shard));
  EXPECT_FALSE(std::filesystem::exists(Path("run")));
}

// A policy gradient's games hold the network's own policies, which another network may imitate.
TEST_F(GivenGamesTest, GamesOfPoliciesAloneTeachEitherKind) {
  const std::string gradient = "search { policy { } } learner { objective: POLICY_GRADIENT }";
  ASSERT_THAT(Run("policies", kRound, Settings(gradient)), IsOk());
  ASSERT_THAT(Run("gradient", 0, From("policies", gradient)), IsOk());
  ASSERT_THAT(Run("imitation", 0, From("policies")), IsOk());
  EXPECT_GT(State("gradient").commit->steps, 0);
  EXPECT_EQ(State("gradient").commit->steps, State("imitation").commit->steps);
}

}  // namespace
}  // namespace kvintet::training
