// Tests of runs whose games are played by actors: learner and actors as threads, over each link.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/reports/log.h"
#include "proto/textproto.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/record_words.h"
#include "tests/support/evaluations.h"
#include "tests/support/link/redis_server.h"
#include "tests/support/run_folder.h"
#include "tests/support/status_matchers.h"
#include "training/fleet/actor.h"
#include "training/fleet/backpressure.h"
#include "training/fleet/fleet_view.h"
#include "training/fleet/model_ages.h"
#include "training/fleet/model_mirror.h"
#include "training/fleet/number_stock.h"
#include "training/fleet/ratings_copy.h"
#include "training/fleet/shard_check.h"
#include "training/link/open_link.h"
#include "training/loop/loop.h"
#include "training/network/tower/processor.h"
#include "training/run/run_directory.h"

namespace kvintet::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;

Config Tiny(const std::string& more) {
  Config config;
  EXPECT_THAT(MergeTextProto(
                  R"pb(
                    seed: 5
                    search {
                      simulations: 4
                      gumbel { max_considered: 4 }
                    }
                    self_play { slots_per_thread: 4 games_per_round: 16 threads: 1 batch_size: 8 }
                    network { blocks: 1 channels: 8 value_hidden: 8 device: "CPU" precision: FP32 }
                    learner {
                      batch_size: 16
                      warmup_steps: 2
                      window { min_rows: 16 }
                    }
                    storage { shard_bytes: 512 shard_seconds: 0.2 }
                  )pb",
                  "tiny", config),
              IsOk());
  EXPECT_THAT(MergeTextProto(more, "more", config), IsOk());
  return config;
}

// Actors on threads, until the object ends.
class Actors {
 public:
  Actors(const std::string& url, const std::string& spools, int count) {
    for (int i = 0; i < count; ++i) {
      threads_.emplace_back([=, token = stop_.get_token()] {
        const std::unique_ptr<RunLink> link = OpenLink(url).value();
        EXPECT_THAT(RunActor({.link = link.get(),
                              .spool = spools + "/" + std::to_string(i),
                              .threads = 1,
                              .stop = token}),
                    IsOk());
      });
    }
  }
  ~Actors() { stop_.request_stop(); }

 private:
  std::stop_source stop_;
  std::vector<std::jthread> threads_;
};

// Whether it holds within a minute.
bool Soon(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!holds() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return holds();
}

class FleetTest : public ::testing::TestWithParam<std::string>, protected testing::RunFolder {
 protected:
  FleetTest() {
    if (GetParam() == "Redis") {
      server_.emplace();
    }
  }
  std::string Url(const std::string& run) const {
    return server_ ? "redis://127.0.0.1:" + std::to_string(server_->Address().port) + "/" + run
                   : "dir:" + Path("link-" + run);
  }
  absl::StatusOr<Progress> Learn(const std::string& run, int64_t games, const Config& config) {
    const std::unique_ptr<RunLink> link = OpenLink(Url(run)).value();
    return Train({.game = game_.get(),
                  .config = config,
                  .directory = Path(run),
                  .games = games,
                  .link = link.get()});
  }
  absl::StatusOr<Progress> Alone(const std::string& run, int64_t games, const Config& config) {
    return Train({.game = game_.get(), .config = config, .directory = Path(run), .games = games});
  }
  // The ledger: each number once, and each shard of the manifest on disk, whole, and as described.
  void Audit(const std::string& run) {
    const RunState state = State(run);
    std::set<uint32_t> numbers;
    for (const selfplay::Shard& shard : state.shards) {
      const auto file = selfplay::RecordFile::Read(Path(run) + "/shards/" + shard.name);
      ASSERT_THAT(file, IsOk());
      EXPECT_EQ(file->Games(), shard.games);
      ASSERT_OK_AND_ASSIGN(const auto records, file->ReadAll());
      for (const selfplay::GameRecord& record : records) {
        EXPECT_TRUE(numbers.insert(record.number).second) << record.number;
        EXPECT_TRUE(state.Numbers().Contains(record.number));
      }
    }
  }

  std::unique_ptr<envs::Game> game_ = testing::Game("tic_tac_toe");
  std::optional<testing::RedisServer> server_;
  // Whether the learner of a test has ended.
  std::atomic<bool> ended_ = false;
};

TEST(StockSizeTest, FastActorsTakeMoreNumbersAtATime) {
  EXPECT_EQ(StockSize(/*threads=*/1, /*games_per_second=*/0), 8);
  EXPECT_EQ(StockSize(64, 1), 64);
  EXPECT_EQ(StockSize(4, 100), 2000);
}

TEST_P(FleetTest, RoundsHaveTheBytesOfARunThatPlaysAlone) {
  const Config config = Tiny("");
  ASSERT_THAT(Alone("alone", 48, config), IsOk());
  {
    const Actors actors(Url("run"), Path("spools"), 3);
    ASSERT_OK_AND_ASSIGN(const Progress done, Learn("run", 48, config));
    EXPECT_EQ(done.games, 48);
  }
  const RunState alone = State("alone");
  const RunState together = State("run");
  ASSERT_EQ(together.shards.size(), alone.shards.size());
  for (size_t i = 0; i < alone.shards.size(); ++i) {
    EXPECT_EQ(together.shards[i].name, alone.shards[i].name);
  }
  EXPECT_EQ(together.commit->model, alone.commit->model);
  EXPECT_EQ(together.commit->learner, alone.commit->learner);
  Audit("run");
}

// Rows of such wins name the rules in place of a model.
TEST_P(FleetTest, GamesThatTheRulesDecideAreTaken) {
  game_ = testing::Game("renju{opening=free}");
  const Config config = Tiny("");
  ASSERT_THAT(Alone("alone", 16, config), IsOk());
  {
    const Actors actors(Url("run"), Path("spools"), 2);
    ASSERT_THAT(Learn("run", 16, config), IsOk());
  }
  bool by_rules = false;
  for (const selfplay::Shard& shard : State("run").shards) {
    const auto file = selfplay::RecordFile::Read(Path("run") + "/shards/" + shard.name);
    ASSERT_THAT(file, IsOk());
    ASSERT_OK_AND_ASSIGN(const auto records, file->ReadAll());
    for (const selfplay::GameRecord& record : records) {
      by_rules |= std::ranges::count(record.models, selfplay::kRulesName) > 0;
    }
  }
  EXPECT_TRUE(by_rules);
  EXPECT_EQ(State("run").commit->learner, State("alone").commit->learner);
}

// The first model of a stage may have the generation that the last one of the stage before had.
TEST_P(FleetTest, StagesHaveTheBytesOfARunThatPlaysAlone) {
  const Config config = Tiny(R"pb(
    stage {
      name: "small"
      games: 32
      changes { learner { reuse: 1 } }
    }
    stage {
      name: "large"
      changes { network { channels: 16 } }
    }
  )pb");
  ASSERT_THAT(Alone("alone", 64, config), IsOk());
  {
    const Actors actors(Url("run"), Path("spools"), 2);
    ASSERT_THAT(Learn("run", 64, config), IsOk());
  }
  for (const std::string stage : {"01_small", "02_large"}) {
    const RunState alone = State("alone/" + stage);
    const RunState together = State("run/" + stage);
    EXPECT_EQ(together.commit->next_game, alone.commit->next_game);
    EXPECT_EQ(together.commit->learner, alone.commit->learner);
    ASSERT_EQ(together.shards.size(), alone.shards.size());
    EXPECT_EQ(together.shards.back().name, alone.shards.back().name);
  }
}

// Games of the stage before are refused, which is not the actors' fault, and numbers begin anew.
TEST_P(FleetTest, ActorsPlayOnInTheNextStageOfAContinuousRun) {
  const Config config = Tiny(R"pb(
    self_play { schedule: CONTINUOUS }
    learner { reuse: 8 }
    storage { shard_bytes: 256 }
    stage {
      name: "first"
      games: 40
      changes { learner { reuse: 16 } }
    }
    stage { name: "second" }
  )pb");
  {
    const Actors actors(Url("run"), Path("spools"), 2);
    ASSERT_THAT(Learn("run", 80, config), IsOk());
  }
  Audit("run/01_first");
  Audit("run/02_second");
  EXPECT_LT(State("run/02_second").shards.front().numbers.front().first, 16);
}

// An actor keeps its spool, but not the way in which it computed another stage's networks.
TEST_P(FleetTest, ActorsComputeAsTheLearnerDoesInEachStage) {
  const Config config = Tiny(R"pb(
    stage {
      name: "coarse"
      games: 16
      changes { network { precision: BF16 } }
    }
    stage {
      name: "fine"
      changes { network { precision: FP32 } }
    }
  )pb");
  ASSERT_THAT(Alone("alone", 48, config), IsOk());
  {
    const Actors actors(Url("run"), Path("spools"), 1);
    ASSERT_THAT(Learn("run", 48, config), IsOk());
  }
  EXPECT_EQ(State("run").shards.back().name, State("alone").shards.back().name);
  EXPECT_EQ(State("run").commit->learner, State("alone").commit->learner);
}

// So that actors do not choose by trials of their own.
TEST_P(FleetTest, TheHeadOfARoundSaysHowToCompute) {
  {
    const Actors actors(Url("run"), Path("spools"), 1);
    ASSERT_THAT(Learn("run", 16, Tiny("network { precision: AUTO convolution: FASTEST }")), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(const RunHead head, OpenLink(Url("run")).value()->Head());
  Config asked;
  ASSERT_THAT(MergeTextProto(head.config, "head", asked), IsOk());
  EXPECT_NE(asked.network().precision(), NetworkConfig::AUTO);
  EXPECT_NE(asked.network().convolution(), NetworkConfig::FASTEST);
}

TEST_P(FleetTest, ContinuousRunsTakeEachGameOnce) {
  const Config config = Tiny("self_play { schedule: CONTINUOUS }");
  for (const int64_t games : {60, 120}) {
    const Actors actors(Url("run"), Path("spools"), 3);
    ASSERT_OK_AND_ASSIGN(const Progress done, Learn("run", games, config));
    EXPECT_GE(done.games, games);
    EXPECT_GT(done.steps, 0);
    Audit("run");
  }
  EXPECT_FALSE(State("run").shards.front().numbers.empty());
}

TEST_P(FleetTest, ARunGoesOnWithAndWithoutActors) {
  const Config config = Tiny("self_play { schedule: CONTINUOUS }");
  ASSERT_OK_AND_ASSIGN(const Progress first, Alone("run", 40, config));
  {
    const Actors actors(Url("run"), Path("spools"), 2);
    ASSERT_OK_AND_ASSIGN(const Progress second, Learn("run", 80, config));
    EXPECT_GE(second.games, 80);
  }
  ASSERT_OK_AND_ASSIGN(const Progress third, Alone("run", 140, config));
  EXPECT_GE(third.games, 140);
  Audit("run");
}

TEST_P(FleetTest, ActorsPauseWhileTheHeadSaysSo) {
  {
    const Actors actors(Url("run"), Path("spools"), 1);
    ASSERT_THAT(Learn("run", 16, Tiny("self_play { schedule: CONTINUOUS }")), IsOk());
  }
  const std::unique_ptr<RunLink> link = OpenLink(Url("run")).value();
  ASSERT_OK_AND_ASSIGN(RunHead head, link->Head());
  ASSERT_OK_AND_ASSIGN(head.epoch, link->TakeOver(head.epoch));
  head.pause = true;
  ASSERT_THAT(link->SetHead(head), IsOk());
  const Actors actors(Url("run"), Path("others"), 1);
  EXPECT_TRUE(Soon([&] {
    const std::vector<ActorNote> notes = link->Actors().value();
    return std::ranges::count(notes, ActorState::kPaused, &ActorNote::state) == 1;
  }));
  const size_t waiting = link->Waiting(1000)->size();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_EQ(link->Waiting(1000)->size(), waiting);
  head.pause = false;
  ASSERT_THAT(link->SetHead(head), IsOk());
  EXPECT_TRUE(Soon([&] { return link->Waiting(1000)->size() > waiting; }));
}

TEST_P(FleetTest, ActorsPauseWhileManyGamesWait) {
  const std::unique_ptr<RunLink> link = OpenLink(Url("run")).value();
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link->TakeOver(0));
  Backpressure backpressure(/*most_games=*/10);
  auto now = Backpressure::Clock::now();
  const auto pauses = [&] {
    now += std::chrono::seconds(1);
    EXPECT_THAT(backpressure.Look(link.get(), now), IsOk());
    return backpressure.Pauses();
  };
  const auto offer = [&](const std::string& bytes, int64_t games) {
    const ShardNote note = {.sha = Sha256Hex(bytes), .games = games, .actor = "a"};
    ASSERT_THAT(link->Publish(note, bytes), IsOk());
  };
  const auto settle = [&](const std::string& bytes) {
    const ShardFate committed = {ShardFate::Kind::kCommitted};
    ASSERT_THAT(link->Settle(epoch, Sha256Hex(bytes), committed), IsOk());
  };
  EXPECT_FALSE(pauses());
  offer("first", 4);
  offer("second", 6);
  EXPECT_FALSE(pauses());
  offer("third", 1);
  EXPECT_TRUE(pauses());
  settle("first");
  EXPECT_TRUE(pauses());
  settle("second");
  EXPECT_FALSE(pauses());
  offer("a false note", std::numeric_limits<int64_t>::max());
  offer("another", std::numeric_limits<int64_t>::max());
  EXPECT_TRUE(pauses());
}

TEST_P(FleetTest, ASlowLearnerHoldsItsActorsBack) {
  std::jthread learner([this] {
    const std::string slow = "self_play { schedule: CONTINUOUS } learner { reuse: 40 }";
    EXPECT_THAT(Learn("run", 60, Tiny(slow)), IsOk());
    ended_ = true;
  });
  const Actors actors(Url("run"), Path("spools"), 2);
  const std::unique_ptr<RunLink> link = OpenLink(Url("run")).value();
  bool paused = false;
  while (!paused && !ended_) {
    const absl::StatusOr<RunHead> head = link->Head();
    paused = head.ok() && head->pause;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(paused);
  learner.join();
  Audit("run");
}

TEST_P(FleetTest, ShardsThatBreakRulesAreRefused) {
  const Config config = Tiny("self_play { schedule: CONTINUOUS }");
  ASSERT_THAT(Alone("other", 16, Tiny("seed: 6")), IsOk());
  const std::string name = State("other").shards.front().name;
  ASSERT_OK_AND_ASSIGN(std::string foreign, ReadFile(Path("other") + "/shards/" + name));
  const std::unique_ptr<RunLink> link = OpenLink(Url("run")).value();
  const std::string torn = foreign.substr(0, foreign.size() - 3);
  const std::string claimed = Sha256Hex("something else");
  ASSERT_THAT(link->Publish({.sha = Sha256Hex(foreign), .actor = "a"}, foreign), IsOk());
  ASSERT_THAT(link->Publish({.sha = Sha256Hex(torn), .actor = "b"}, torn), IsOk());
  ASSERT_THAT(link->Publish({.sha = claimed, .actor = "c"}, foreign), IsOk());
  // The greatest number would leave none for the games that follow.
  ASSERT_THAT(Alone("same", 16, Tiny("")), IsOk());
  const auto file =
      selfplay::RecordFile::Read(Path("same") + "/shards/" + State("same").shards.front().name);
  ASSERT_THAT(file, IsOk());
  ASSERT_OK_AND_ASSIGN(std::vector<selfplay::GameRecord> records, file->ReadAll());
  records[0].number = std::numeric_limits<uint32_t>::max();
  selfplay::RecordFileBuilder builder(game_->Spec().text);
  builder.Add(records[0]);
  const std::string not_given = builder.Finish();
  ASSERT_THAT(link->Publish({.sha = Sha256Hex(not_given), .actor = "d"}, not_given), IsOk());
  {
    const Actors actors(Url("run"), Path("spools"), 1);
    ASSERT_THAT(Learn("run", 20, config), IsOk());
  }
  const auto reason = [&](const std::string& sha) {
    const ShardFate fate = link->FateOf(sha).value();
    EXPECT_EQ(fate.kind, ShardFate::Kind::kRefused);
    return fate.reason;
  };
  EXPECT_THAT(reason(Sha256Hex(foreign)), HasSubstr("wanted seed 5, found 6"));
  EXPECT_THAT(reason(Sha256Hex(torn)), HasSubstr("the shard"));
  EXPECT_THAT(reason(claimed), HasSubstr("another SHA-256"));
  EXPECT_THAT(reason(Sha256Hex(not_given)),
              HasSubstr("game 4294967295: wanted a number that was given"));
  Audit("run");
}

TEST_P(FleetTest, AnActorOfOtherRulesIsTurnedAway) {
  const std::unique_ptr<RunLink> link = OpenLink(Url("run")).value();
  ASSERT_THAT(Alone("run", 16, Tiny("")), IsOk());
  const RunState state = State("run");
  ASSERT_OK_AND_ASSIGN(const std::string model,
                       ReadFile(Path("run") + "/models/" + state.commit->model));
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, link->TakeOver(0));
  ASSERT_THAT(link->PutBlob(epoch, state.commit->model, model), IsOk());
  ASSERT_THAT(link->SetHead({.epoch = epoch,
                             .model = state.commit->model,
                             .config = "game: \"tic_tac_toe\"",
                             .fingerprint = "0000000000000000"}),
              IsOk());
  EXPECT_THAT(RunActor({.link = link.get(), .spool = Path("spool"), .threads = 1}),
              StatusIs(absl::StatusCode::kFailedPrecondition, "differ in the rules or records"));
}

TEST_P(FleetTest, AMirrorHasTheModelsOfOneConfiguration) {
  const std::unique_ptr<RunLink> learner = OpenLink(Url("run")).value();
  const auto open = [&] { return ModelMirror::Open(OpenLink(Url("run")).value(), Path("mirror")); };
  EXPECT_THAT(open().status(), StatusIs(absl::StatusCode::kNotFound));
  ASSERT_OK_AND_ASSIGN(const int64_t epoch, learner->TakeOver(0));
  const auto publish = [&](const std::string& model, const std::string& config, int64_t steps) {
    EXPECT_THAT(learner->PutBlob(epoch, Sha256Hex(model), model), IsOk());
    EXPECT_THAT(learner->SetHead({.epoch = epoch,
                                  .generation = steps,
                                  .model = Sha256Hex(model),
                                  .steps = steps,
                                  .seconds = 1.5,
                                  .config = config}),
                IsOk());
  };
  publish("one", "seed: 1", 10);
  std::string folder;
  {
    ASSERT_OK_AND_ASSIGN(const auto mirror, open());
    folder = mirror->Folder();
    publish("two", "seed: 1", 20);
    while (mirror->Models().value().size() < 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_EQ(mirror->Models()->back().name, Sha256Hex("two"));
    EXPECT_EQ(mirror->Models()->back().steps, 20);
    EXPECT_EQ(mirror->Models()->back().seconds, 1.5);
    EXPECT_THAT(ReadFile(folder + "/models/" + Sha256Hex("one")), IsOkAndHolds("one"));
    publish("three", "seed: 2", 30);
    while (mirror->Models().ok()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_THAT(mirror->Models(), StatusIs(absl::StatusCode::kAborted));
  }
  ASSERT_OK_AND_ASSIGN(const auto next, open());
  EXPECT_NE(next->Folder(), folder);
  EXPECT_EQ(next->Models()->size(), 1u);
  // What was fetched before is there, after a line that a crash tore.
  ASSERT_THAT(WriteFileAtomically(folder + "/models.jsonl",
                                  ReadFile(folder + "/models.jsonl").value() + "{\"mod"),
              IsOk());
  publish("two", "seed: 1", 40);
  ASSERT_OK_AND_ASSIGN(const auto again, open());
  EXPECT_EQ(again->Folder(), folder);
  EXPECT_EQ(again->Models()->size(), 2u);
}

TEST_P(FleetTest, ALearnerSeesItsActorsAndTheirProcessors) {
  const std::unique_ptr<RunLink> link = OpenLink(Url("run")).value();
  std::vector<std::string> warnings;
  const ScopedLogSink log([&](LogLevel level, absl::string_view line) {
    if (level == LogLevel::kWarning) {
      warnings.emplace_back(line);
    }
  });
  const ActorNote same = {.name = "a",
                          .state = ActorState::kSpoolFull,
                          .processor = network::ThisProcessor().instructions};
  ASSERT_THAT(link->Show(same), IsOk());
  ASSERT_THAT(link->Show({.name = "b", .state = ActorState::kRating, .processor = "Z80"}), IsOk());
  const auto now = FleetView::Clock::now();
  FleetView rounds(/*same_bytes=*/true);
  ASSERT_THAT(rounds.Look(link.get(), now), IsOk());
  EXPECT_EQ(rounds.Actors(), 1);
  EXPECT_EQ(rounds.FullSpools(), 1);
  EXPECT_TRUE(warnings.empty());
  ASSERT_THAT(link->Show({.name = "c", .state = ActorState::kPlaying, .processor = "Z80"}), IsOk());
  FleetView continuous(/*same_bytes=*/false);
  ASSERT_THAT(continuous.Look(link.get(), now), IsOk());
  EXPECT_EQ(continuous.Actors(), 2);
  EXPECT_TRUE(warnings.empty());
  ASSERT_THAT(rounds.Look(link.get(), now + FleetView::kPause), IsOk());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0], ::testing::HasSubstr("c has Z80"));
}

TEST(ModelAgesTest, CountsRowsByModelsThatManyHaveFollowed) {
  ModelAges ages;
  for (int i = 0; i <= ModelAges::kOld; ++i) {
    ages.Add(std::to_string(i));
    ages.Add(std::to_string(i));
  }
  selfplay::GameRecord game = {.models = {"0", "1", "greedy"}};
  game.rows = {{.model = 0}, {.model = 0}, {.model = 1}, {.model = 2}};
  ages.Count("actor", {game});
  EXPECT_EQ(ages.OldRows(), 2);
  ages.Add("next");
  ages.Count("actor", {game});
  EXPECT_EQ(ages.OldRows(), 5);
}

TEST(CheckRatingsTest, TakesTablesAlone) {
  const std::string head = R"({"kind":"ladder","confidence":0.95,"pairs":2})"
                           "\n";
  const std::string player =
      R"({"kind":"player","player":"random","elo":0,"low":-1,"high":1,"games":4,"score":0.5})"
      "\n";
  EXPECT_THAT(CheckRatings(head + player), IsOk());
  EXPECT_THAT(CheckRatings(player), StatusIs(absl::StatusCode::kInvalidArgument, "line 1: kind"));
  EXPECT_THAT(CheckRatings(head + head), StatusIs(absl::StatusCode::kInvalidArgument, "line 2"));
  EXPECT_THAT(CheckRatings(head + "{\"kind\":\"player\"}\n"),
              StatusIs(absl::StatusCode::kInvalidArgument, "line 2: player"));
  EXPECT_THAT(CheckRatings(head + "{"), StatusIs(absl::StatusCode::kInvalidArgument, "part of"));
  EXPECT_THAT(CheckRatings(""), StatusIs(absl::StatusCode::kInvalidArgument, "part of"));
}

INSTANTIATE_TEST_SUITE_P(Links, FleetTest, ::testing::Values("Folder", "Redis"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace kvintet::training
