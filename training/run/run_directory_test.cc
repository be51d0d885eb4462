// Tests of RunDirectory and the window: resuming, torn lines, refusals.
#include "training/run/run_directory.h"

#include <gtest/gtest.h>

#include "base/files/file.h"
#include "base/reports/json.h"
#include "envs/text/game_text.h"
#include "proto/textproto.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"
#include "training/data/window.h"
#include "training/run/kept_config.h"

namespace kvintet::training {
namespace {

using testing::IsOk;
using testing::IsOkAndHolds;
using testing::StatusIs;
using testing::TempDir;

Config Example() {
  Config config;
  config.set_game("tic_tac_toe");
  config.set_seed(7);
  return config;
}

TEST(RunDirectoryTest, WhatWasAddedIsThereAgain) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path() + "/run", Example()));
    ASSERT_THAT(run.AddShard({.name = "s", .games = 2, .rows = 9, .evaluations = 80}), IsOk());
    ASSERT_THAT(run.AddCommit({.model = "m", .learner = "l", .steps = 5, .next_game = 3}), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(const RunDirectory run,
                       RunDirectory::Open(folder.Path() + "/run", Example()));
  ASSERT_EQ(run.State().shards.size(), 1u);
  EXPECT_EQ(run.State().shards[0].rows, 9);
  ASSERT_TRUE(run.State().commit.has_value());
  EXPECT_EQ(run.State().commit->steps, 5);
  EXPECT_EQ(run.State().commit->next_game, 3);
}

// The configuration names the game as the first release did, which had fewer options.
TEST(RunDirectoryTest, ARunOfAnEarlierProgramGoesOn) {
  const TempDir folder;
  Config config = Example();
  config.set_game(
      "kontranto{black=cctt,board=7x5,colour_choice=true,moves=king,target=18,white=cctt,"
      "zones=standard}");
  { ASSERT_THAT(RunDirectory::Open(folder.Path(), config), IsOk()); }
  const std::string full = envs::FullGameText("kontranto");
  EXPECT_EQ(ReadRunConfig(folder.Path())->game(), full);
  config.set_game(full);
  EXPECT_THAT(RunDirectory::Open(folder.Path(), config), IsOk());
  config.set_game("kontranto{two_step_pieces=remaining}");
  EXPECT_THAT(RunDirectory::Open(folder.Path(), config),
              StatusIs(absl::StatusCode::kFailedPrecondition, "another configuration"));
}

TEST(RunDirectoryTest, TornLastLineNeverCounted) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
    ASSERT_THAT(run.AddShard({.name = "s"}), IsOk());
    ASSERT_THAT(run.AddCommit({.model = "m", .learner = "l"}), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile(folder.Path() + "/manifest.jsonl"));
  ASSERT_THAT(WriteFileAtomically(folder.Path() + "/manifest.jsonl", text + "{\"kind\": \"sh"),
              IsOk());
  ASSERT_OK_AND_ASSIGN(RunDirectory again, RunDirectory::Open(folder.Path(), Example()));
  EXPECT_EQ(again.State().shards.size(), 1u);
  ASSERT_THAT(again.AddShard({.name = "t"}), IsOk());
  ASSERT_THAT(again.AddCommit({.model = "m", .learner = "l"}), IsOk());
  ASSERT_OK_AND_ASSIGN(const RunState state, ReadRunState(folder.Path()));
  EXPECT_EQ(state.shards.size(), 2u);
}

// A full disk may tear a line of the figures, too.
TEST(RunDirectoryTest, ATornLineOfMetricsDoesNotSpoilTheNext) {
  const TempDir folder;
  const std::string path = folder.Path("metrics.jsonl");
  ASSERT_THAT(WriteFileAtomically(path, "{\"steps\": 1}\n{\"ste"), IsOk());
  ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
  ASSERT_THAT(run.AddMetrics({{"steps", 2}}), IsOk());
  EXPECT_THAT(ReadFile(path),
              IsOkAndHolds("{\"steps\": 1}\n" + ToJsonLine(Json{{"steps", 2}}) + "\n"));
}

TEST(RunDirectoryTest, ShardsCountWithTheNextCommit) {
  const TempDir folder;
  ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
  ASSERT_THAT(run.AddShard({.name = "a"}), IsOk());
  ASSERT_THAT(run.AddCommit({.model = "m", .learner = "l"}), IsOk());
  ASSERT_THAT(run.AddShard({.name = "b"}), IsOk());
  EXPECT_EQ(run.State().shards.size(), 1u);
  ASSERT_OK_AND_ASSIGN(const RunState state, ReadRunState(folder.Path()));
  ASSERT_EQ(state.shards.size(), 1u);
  EXPECT_EQ(state.shards[0].name, "a");
}

// A crash or a stop between a shard and its commit.
TEST(RunDirectoryTest, ShardsOfABrokenSessionCountInTheNext) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
    ASSERT_THAT(run.AddShard({.name = "a"}), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
  EXPECT_EQ(run.State().shards.size(), 1u);
  ASSERT_THAT(run.AddShard({.name = "b"}), IsOk());
  ASSERT_THAT(run.AddCommit({.model = "m", .learner = "l"}), IsOk());
  ASSERT_OK_AND_ASSIGN(const RunState state, ReadRunState(folder.Path()));
  EXPECT_EQ(state.shards.size(), 2u);
  EXPECT_EQ(state.committed, 2u);
}

// A crash after the line of a commit and before the link.
TEST(RunDirectoryTest, TheLinkToTheNewestModelIsPutRight) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
    ASSERT_THAT(run.AddCommit({.model = "m", .learner = "l"}), IsOk());
  }
  const std::string link = folder.Path("latest.model");
  std::filesystem::remove(link);
  std::filesystem::create_symlink("models/older", link);
  ASSERT_OK_AND_ASSIGN(const RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
  EXPECT_EQ(std::filesystem::read_symlink(link), "models/m");
}

// Adds shards of 10 rows and 100 bytes each in one commit, with their files.
void AddShards(const std::vector<std::string>& names, RunDirectory* run) {
  for (const std::string& name : names) {
    ASSERT_THAT(WriteFileAtomically(run->ShardPath(name), "games"), IsOk());
    ASSERT_THAT(run->AddShard({.name = name, .rows = 10, .bytes = 100}), IsOk());
  }
  ASSERT_THAT(run->AddCommit({.model = "m", .learner = "l"}), IsOk());
}

TEST(RunDirectoryTest, OldestShardsGoAndStillCount) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
    AddShards({"a", "b", "c", "d"}, &run);
    ASSERT_THAT(run.RemoveOldShards(400, 1), IsOk());
    EXPECT_EQ(run.State().removed, 0);
    ASSERT_THAT(run.RemoveOldShards(399, 1), IsOk());
    EXPECT_EQ(run.State().removed, 1);
    ASSERT_THAT(run.RemoveOldShards(200, 21), IsOk());
    EXPECT_EQ(run.State().removed, 1) << "the window needs a row of the second";
    ASSERT_THAT(run.RemoveOldShards(200, 20), IsOk());
    EXPECT_EQ(run.State().removed, 2);
  }
  ASSERT_OK_AND_ASSIGN(const RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
  EXPECT_EQ(run.State().removed, 2);
  EXPECT_EQ(run.State().shards.size(), 4u);
  EXPECT_THAT(ListDirectory(folder.Path() + "/shards"),
              testing::IsOkAndHolds(std::vector<std::string>{"c", "d"}));
}

TEST(RunDirectoryTest, WhatACrashLeftOfRemovedShardsGoes) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
    AddShards({"a", "b"}, &run);
    ASSERT_THAT(AppendLine(folder.Path() + "/manifest.jsonl", R"({"kind":"removal","shards":1})"),
                IsOk());
  }
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  EXPECT_THAT(ListDirectory(folder.Path() + "/shards"),
              testing::IsOkAndHolds(std::vector<std::string>{"b"}));
}

TEST(RunDirectoryTest, RemovalOfMoreShardsThanThereAreIsBroken) {
  const TempDir folder;
  ASSERT_THAT(WriteFileAtomically(folder.Path() + "/manifest.jsonl",
                                  "{\"kind\":\"removal\",\"shards\":1}\n"),
              IsOk());
  EXPECT_THAT(RunDirectory::Open(folder.Path(), Example()),
              StatusIs(absl::StatusCode::kDataLoss, "manifest.jsonl:1: shards must be 0..0, is 1"));
}

// Tools that derive files from a finished run may compare their age with the manifest's.
TEST(RunDirectoryTest, OpeningAWholeRunWritesNothing) {
  const TempDir folder;
  {
    ASSERT_OK_AND_ASSIGN(RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
    ASSERT_THAT(run.AddShard({.name = "a"}), IsOk());
    ASSERT_THAT(run.AddCommit({.model = "m", .learner = "l"}), IsOk());
  }
  ASSERT_OK_AND_ASSIGN(const std::string before, ReadFile(folder.Path() + "/manifest.jsonl"));
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  EXPECT_THAT(ReadFile(folder.Path() + "/manifest.jsonl"), testing::IsOkAndHolds(before));
}

TEST(RunDirectoryTest, OneWorkerAtATime) {
  const TempDir folder;
  ASSERT_OK_AND_ASSIGN(const RunDirectory run, RunDirectory::Open(folder.Path(), Example()));
  EXPECT_THAT(RunDirectory::Open(folder.Path(), Example()),
              StatusIs(absl::StatusCode::kFailedPrecondition, "in use by process"));
}

TEST(RunDirectoryTest, BrokenLineIsNamed) {
  const TempDir folder;
  ASSERT_THAT(WriteFileAtomically(folder.Path() + "/manifest.jsonl", "{}\n"), IsOk());
  EXPECT_THAT(RunDirectory::Open(folder.Path(), Example()),
              StatusIs(absl::StatusCode::kDataLoss, "manifest.jsonl:1: kind"));
}

TEST(RunDirectoryTest, SafeFieldsMayChangeAndAreKept) {
  const TempDir folder;
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  Config other = Example();
  other.mutable_learner()->set_ranks(2);
  other.mutable_learner()->set_rank_timeout_seconds(7);
  other.mutable_storage()->set_max_gib(3);
  other.mutable_strength()->set_share(0.1);
  ASSERT_THAT(RunDirectory::Open(folder.Path(), other), IsOk());
  ASSERT_OK_AND_ASSIGN(const Config kept, ReadRunConfig(folder.Path()));
  EXPECT_EQ(kept.learner().ranks(), 2);
  EXPECT_EQ(kept.storage().max_gib(), 3);
  EXPECT_EQ(kept.strength().share(), 0.1);
  EXPECT_EQ(kept.search().simulations(), Example().search().simulations());
}

TEST(RunDirectoryTest, OtherConfigurationIsRefused) {
  const TempDir folder;
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  Config other = Example();
  other.mutable_search()->set_simulations(99);
  EXPECT_THAT(RunDirectory::Open(folder.Path(), other),
              StatusIs(absl::StatusCode::kFailedPrecondition, "simulations"));
}

TEST(RunDirectoryTest, ASettingThatIsNewSinceTheRunBeganHasItsDefault) {
  const TempDir folder;
  const std::string path = folder.Path() + "/config.textproto";
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile(path));
  const std::string setting = "known_returns: true\n";
  const size_t at = text.find(setting);
  ASSERT_NE(at, std::string::npos);
  const std::string older = std::string(text).erase(at, setting.size());

  ASSERT_OK(WriteFileAtomically(path, older));
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  EXPECT_THAT(ReadFile(path), IsOkAndHolds(text));

  ASSERT_OK(WriteFileAtomically(path, older));
  Config other = Example();
  other.mutable_search()->set_known_returns(false);
  EXPECT_THAT(RunDirectory::Open(folder.Path(), other),
              StatusIs(absl::StatusCode::kFailedPrecondition, "known_returns"));
}

TEST(RunDirectoryTest, ARunThatKeptAnEarlierNameOfASettingGoesOn) {
  const TempDir folder;
  const std::string path = folder.Path() + "/config.textproto";
  Config config = Example();
  config.mutable_self_play()->set_baseline_noise(0.25);
  ASSERT_THAT(RunDirectory::Open(folder.Path(), config), IsOk());
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile(path));
  const std::string name = "baseline_noise";
  const size_t at = text.find(name);
  ASSERT_NE(at, std::string::npos);

  ASSERT_OK(
      WriteFileAtomically(path, std::string(text).replace(at, name.size(), "yardstick_noise")));
  EXPECT_EQ(ReadRunConfig(folder.Path())->self_play().baseline_noise(), 0.25);
  ASSERT_THAT(RunDirectory::Open(folder.Path(), config), IsOk());
  EXPECT_THAT(ReadFile(path), IsOkAndHolds(text));
}

// As programs wrote it whose algorithms had their settings side by side.
TEST(RunDirectoryTest, ARunThatKeptAnEarlierSearchGoesOn) {
  const TempDir folder;
  const std::string path = folder.Path() + "/config.textproto";
  Config config = Example();
  config.mutable_search()->mutable_puct()->set_c_puct(2);
  ASSERT_THAT(RunDirectory::Open(folder.Path(), config), IsOk());
  ASSERT_OK_AND_ASSIGN(const std::string text, ReadFile(path));
  const size_t begin = text.find("  puct {");
  const size_t end = text.find("  }\n", begin) + 4;
  ASSERT_LT(begin, end);
  const std::string earlier = std::string(text).replace(
      begin, end - begin,
      "  algorithm: PUCT\n  c_puct: 2\n  gumbel_scale: 1\n  temperature: 1\n  kl_to_policy: 0.1\n");

  ASSERT_OK(WriteFileAtomically(path, earlier));
  EXPECT_EQ(ReadRunConfig(folder.Path())->search().puct().c_puct(), 2);
  ASSERT_THAT(RunDirectory::Open(folder.Path(), config), IsOk());
  EXPECT_THAT(ReadFile(path), IsOkAndHolds(text));

  ASSERT_OK(WriteFileAtomically(path, earlier));
  config.mutable_search()->mutable_puct()->clear_c_puct();
  EXPECT_THAT(RunDirectory::Open(folder.Path(), config),
              StatusIs(absl::StatusCode::kFailedPrecondition, "search.puct.c_puct"));
}

TEST(RunDirectoryTest, ARunOfStagesThatKeptAnEarlierSearchGoesOn) {
  const TempDir folder;
  const std::string path = folder.Path("stages.textproto");
  const std::string stages = "game: 'tic_tac_toe' seed: 7 stage { name: 'a' games: 5 changes { ";
  ASSERT_OK(WriteFileAtomically(
      path, "search { algorithm: GUMBEL temperature: 1 c_scale: 0.5 kl_to_policy: 0.1 } " + stages +
                "search { algorithm: POLICY temperature_plies: 10000 } } } stage { name: 'b' "
                "changes { search { algorithm: EQUILIBRIUM kl_to_policy: 0.03 } } }"));
  Config config;
  ASSERT_OK(MergeTextProto(
      stages + "search { policy { temperature_plies: 10000 } } } } stage { "
               "name: 'b' changes { search { equilibrium { kl_to_policy: 0.03 } } } }",
      "test", config));
  EXPECT_THAT(KeepConfig(path, config), IsOk());
  config.mutable_stage(1)
      ->mutable_changes()
      ->mutable_search()
      ->mutable_equilibrium()
      ->set_kl_to_policy(0.04);
  EXPECT_THAT(KeepConfig(path, config),
              StatusIs(absl::StatusCode::kFailedPrecondition, "kl_to_policy: 0.03 -> 0.04"));
}

TEST(RunDirectoryTest, AnotherAlgorithmIsAnotherConfiguration) {
  const TempDir folder;
  ASSERT_THAT(RunDirectory::Open(folder.Path(), Example()), IsOk());
  Config other = Example();
  other.mutable_search()->mutable_gumbel();
  EXPECT_THAT(RunDirectory::Open(folder.Path(), other), IsOk());
  other.mutable_search()->mutable_puct();
  EXPECT_THAT(RunDirectory::Open(folder.Path(), other),
              StatusIs(absl::StatusCode::kFailedPrecondition, "search: gumbel -> puct"));
}

TEST(RunDirectoryTest, FolderThatCannotBeMadeIsNamed) {
  EXPECT_THAT(RunDirectory::Open("/proc/kvintet_run", Example()).status().message(),
              ::testing::HasSubstr("/proc/kvintet_run"));
}

TEST(WindowTest, GrowsByThePowerLaw) {
  WindowConfig config;
  config.set_min_rows(1000);
  config.set_exponent(0.5);
  config.set_slope(0.4);
  EXPECT_EQ(WindowRows(config, 500), 500);
  EXPECT_EQ(WindowRows(config, 1000), 1000);
  EXPECT_EQ(WindowRows(config, 4000), 1800);
  config.set_max_rows(1500);
  EXPECT_EQ(WindowRows(config, 4000), 1500);
}

TEST(WindowTest, RoundingErrorsDoNotShrinkIt) {
  WindowConfig config;
  config.set_min_rows(20000);
  config.set_exponent(1);
  config.set_slope(1);
  for (int64_t total = 1; total < 400000; ++total) {
    ASSERT_EQ(WindowRows(config, total), total);
  }
}

}  // namespace
}  // namespace kvintet::training
