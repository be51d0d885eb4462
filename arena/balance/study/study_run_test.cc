// Tests of StudyRun: the same bytes for any number of threads and interruptions.
#include "arena/balance/study/study_run.h"

#include <gtest/gtest.h>

#include "arena/agents/agent_spec.h"
#include "arena/agents/random_agent.h"
#include "base/files/file.h"
#include "envs/registry.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "tests/support/duel.h"
#include "tests/support/status_matchers.h"
#include "tests/support/temp_dir.h"

namespace kvintet::arena {
namespace {

StudyMakers Makers() {
  return {.player = [](const envs::Game& game, const std::string& spec,
                       uint64_t seed) { return MakeAgent(game, spec, {.rollout_seed = seed}); },
          .judge = [](const envs::Game& game, uint64_t seed) -> absl::StatusOr<ValueOf> {
            const auto evaluator = std::make_shared<selfplay::RolloutEvaluator>(game, 4, seed);
            return [evaluator, value = ValueFrom(evaluator.get())](envs::ConstPositions one) {
              return value(one);
            };
          }};
}

// Two variants of a small game whose question is never answered early, and two levels.
StudySettings TwoVariants() {
  return {.games = {"tiny_punct{max_plies=8}", "tiny_punct{max_plies=10}"},
          .levels = {{.name = "random", .specs = {"random", "random"}},
                     {.name = "random again", .specs = {"random", "random"}}},
          .seed = 3,
          .margin = 0.01,
          .max_games = 70,
          .judged_games = 3,
          .playouts = 4,
          .duel_pairs = 2};
}

class StudyRunTest : public ::testing::Test {
 protected:
  // Plays the study at `name` to its end, or requests a stop after a number of progress calls.
  absl::Status Play(const StudySettings& settings, const std::string& name, int threads,
                    int stop_after = INT32_MAX) {
    std::vector<std::unique_ptr<envs::Game>> games;
    std::vector<const envs::Game*> borrowed;
    for (const std::string& text : settings.games) {
      games.push_back(*envs::MakeGame(text));
      borrowed.push_back(games.back().get());
    }
    return Play(settings, borrowed, name, threads, stop_after);
  }

  absl::Status Play(const StudySettings& settings, const std::vector<const envs::Game*>& games,
                    const std::string& name, int threads, int stop_after = INT32_MAX) {
    auto file = StudyFile::Open(folder_.Path(name), settings);
    if (!file.ok()) {
      return file.status();
    }
    std::stop_source stop;
    StudyRun run(settings, games, Makers(), threads, &*file);
    int calls = 0;
    return run.Run(stop.get_token(), [&](const StudyProgress& progress) {
      phases_.insert(std::string(progress.phase));
      EXPECT_LE(progress.done, progress.most);
      if (++calls == stop_after) {
        stop.request_stop();
      }
    });
  }

  std::string Bytes(const std::string& name) const { return *ReadFile(folder_.Path(name)); }

  const testing::TempDir folder_;
  std::set<std::string> phases_;
};

TEST_F(StudyRunTest, AnyNumberOfThreadsWritesTheSameBytes) {
  ASSERT_OK(Play(TwoVariants(), "one", 1));
  ASSERT_OK(Play(TwoVariants(), "three", 3));
  EXPECT_EQ(Bytes("one"), Bytes("three"));
  EXPECT_EQ(phases_, (std::set<std::string>{"games", "duels"}));
  // Settings, games, duels.
  EXPECT_EQ(WholeLines(Bytes("one")).size(), 1u + 2 * 2 * 70 + 2);
}

TEST_F(StudyRunTest, StoppedAgainAndAgainItEndsWithTheSameBytes) {
  ASSERT_OK(Play(TwoVariants(), "whole", 2));
  for (int runs = 0; runs < 25; ++runs) {
    ASSERT_OK(Play(TwoVariants(), "stopped", 1 + runs % 3, 1 + 5 * runs % 37));
  }
  ASSERT_OK(Play(TwoVariants(), "stopped", 2));
  EXPECT_EQ(Bytes("whole"), Bytes("stopped"));
}

// A killed process can leave any prefix of the file.
TEST_F(StudyRunTest, KilledAnywhereItEndsWithTheSameBytes) {
  ASSERT_OK(Play(TwoVariants(), "whole", 2));
  const std::string whole = Bytes("whole");
  for (size_t cut = 0; cut < whole.size(); cut += whole.size() / 7) {
    ASSERT_OK(WriteFileAtomically(folder_.Path("killed"), whole.substr(0, cut)));
    ASSERT_OK(Play(TwoVariants(), "killed", 2));
    EXPECT_EQ(Bytes("killed"), whole) << cut;
  }
}

TEST_F(StudyRunTest, AStudyThatIsDonePlaysNothing) {
  ASSERT_OK(Play(TwoVariants(), "done", 2));
  phases_.clear();
  ASSERT_OK(Play(TwoVariants(), "done", 2));
  EXPECT_TRUE(phases_.empty());
}

// After a few minutes a study must have more than the games of the weakest player.
TEST_F(StudyRunTest, AStudyCutShortHasGamesOfEveryStrength) {
  const StudySettings settings = TwoVariants();
  ASSERT_OK(Play(settings, "short", 1, 80));
  ASSERT_OK_AND_ASSIGN(const StudyFile file, StudyFile::Open(folder_.Path("short"), settings));
  for (size_t level = 0; level < settings.levels.size(); ++level) {
    const size_t games = file.Games().At({.variant = 0, .level = level}).size();
    EXPECT_GT(games, 0u) << level;
    EXPECT_LE(games, 32u) << level;
  }
}

TEST_F(StudyRunTest, AnotherSeedPlaysOtherGames) {
  StudySettings settings = TwoVariants();
  ASSERT_OK(Play(settings, "a", 2));
  settings.seed = 4;
  ASSERT_OK(Play(settings, "b", 2));
  EXPECT_NE(WholeLines(Bytes("a"))[1], WholeLines(Bytes("b"))[1]);
}

TEST_F(StudyRunTest, RolloutsRepeatToo) {
  StudySettings settings = {
      .games = {"tic_tac_toe"},
      .levels = {{.name = "r", .specs = {"rollouts:4"}}, {.name = "m", .specs = {"mcts:6"}}},
      .margin = 0.01,
      .max_games = 20,
      .judged_games = 5,
      .duel_pairs = 3};
  ASSERT_OK(Play(settings, "one", 1));
  ASSERT_OK(Play(settings, "two", 2, 9));
  ASSERT_OK(Play(settings, "two", 3));
  EXPECT_EQ(Bytes("one"), Bytes("two"));
}

TEST_F(StudyRunTest, WhereChanceActsGamesArePlayedAgainWithTheirDraws) {
  const auto game = testing::MakeDuel();
  const StudySettings settings = {.games = {"duel"},
                                  .levels = {{.name = "random", .specs = {"random"}}},
                                  .margin = 0.01,
                                  .max_games = 30,
                                  .judged_games = 0,
                                  .duel_pairs = 0};
  ASSERT_OK(Play(settings, {game.get()}, "duel", 2));
  EXPECT_EQ(phases_, (std::set<std::string>{"games", "the same draws again"}));
  ASSERT_OK_AND_ASSIGN(const StudyFile file, StudyFile::Open(folder_.Path("duel"), settings));
  EXPECT_EQ(file.Games().At({.variant = 0, .level = 0}, 1).size(), 30u);
}

TEST_F(StudyRunTest, APlayerThatCannotBeMadeEndsIt) {
  StudySettings settings = TwoVariants();
  settings.levels[1].specs[1] = "model:/nowhere";
  settings.duel_pairs = 0;
  EXPECT_FALSE(Play(settings, "failed", 2).ok());
  // Games played before the failure are kept.
  EXPECT_EQ(WholeLines(Bytes("failed")).size(), 1u + 2 * 32 + 32);
}

}  // namespace
}  // namespace kvintet::arena
