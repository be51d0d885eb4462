// Tests of games against a fixed model: who plays which seat, what becomes a row, and that games
// depend only on the models.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/action_mask.h"
#include "envs/text/playthrough.h"
#include "selfplay/evaluators/rollout_evaluator.h"
#include "selfplay/evaluators/uniform_evaluator.h"
#include "selfplay/games/selfplay.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/changing_evaluator.h"
#include "tests/support/evaluations.h"
#include "tests/support/fake_evaluator.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::FakeEvaluator;
using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StatusIs;

// A model whose policy gives the first legal action probability `first`, and the others equal
// shares.
std::unique_ptr<Evaluator> FirstWithProbability(const envs::Game& game, double first) {
  return std::make_unique<FakeEvaluator>(game, [first](envs::ConstViews,
                                                       std::span<const envs::Action> legal,
                                                       std::span<float> logits) {
    const double others = (1 - first) / static_cast<double>(std::max<size_t>(legal.size(), 2) - 1);
    std::ranges::fill(logits, static_cast<float>(std::log(others)));
    logits[0] = static_cast<float>(std::log(first));
    return Wdl{.win = 0, .draw = 1, .loss = 0};
  });
}

// All games are played against such a model.
SelfPlayTask SparringTask(const envs::Game& game, uint32_t games, double first) {
  SelfPlayTask task = SmallTask(game, games);
  task.self_play.sparring_share = 1;
  task.self_play.sparring_model = "a model";
  task.make_opponent = [&game, first](int) -> absl::StatusOr<std::unique_ptr<Evaluator>> {
    return FirstWithProbability(game, first);
  };
  return task;
}

std::set<envs::Actor> DecidersOf(const GameRecord& record) {
  std::set<envs::Actor> deciders;
  for (const RecordRow& row : record.rows) {
    deciders.insert(record.events[static_cast<size_t>(row.event)].actor);
  }
  return deciders;
}

// How often `actor` had a choice, and how often it then took the first action.
std::pair<int, int> FirstActions(const envs::Game& game, const GameRecord& record,
                                 envs::Actor actor) {
  std::pair<int, int> counts;
  envs::Playthrough play(game);
  for (const RecordedEvent& event : record.events) {
    if (event.actor == actor) {
      std::vector<uint64_t> mask(static_cast<size_t>(game.Spec().MaskWords()));
      game.LegalActions(play.View(envs::SeatOf(actor)).Span(), mask);
      const envs::ActionMask legal(mask);
      counts.first += legal.Count() > 1 ? 1 : 0;
      counts.second += legal.Count() > 1 && legal.Nth(0) == event.action ? 1 : 0;
    }
    EXPECT_OK(play.Apply(event.actor, event.action));
  }
  return counts;
}

class SparringTest : public ::testing::TestWithParam<std::string> {};

TEST_P(SparringTest, RowsAreTheLearnersAlone) {
  const auto game = testing::Game(GetParam());
  std::map<envs::Actor, int> learners;
  for (const GameRecord& record : PlayRecords(SparringTask(*game, 60, 1))) {
    EXPECT_OK(CheckRecord(*game, record));
    const std::set<envs::Actor> deciders = DecidersOf(record);
    ASSERT_LE(deciders.size(), 1u);
    EXPECT_THAT(record.models,
                ::testing::AnyOf(::testing::IsEmpty(), ::testing::ElementsAre("hash:3")));
    if (deciders.empty()) {
      continue;
    }
    const envs::Actor learner = *deciders.begin();
    ++learners[learner];
    const auto [choices, first] = FirstActions(
        *game, record, learner == envs::Actor::kSeat0 ? envs::Actor::kSeat1 : envs::Actor::kSeat0);
    EXPECT_EQ(first, choices);
  }
  EXPECT_GT(learners[envs::Actor::kSeat0], 15);
  EXPECT_GT(learners[envs::Actor::kSeat1], 15);
}

TEST_P(SparringTest, ThreadsBatchesSlotsAndTheCacheDoNotChangeTheGames) {
  const auto game = testing::Game(GetParam());
  const SelfPlayTask first = SparringTask(*game, 40, 0.5);
  const std::vector<GameRecord> reference = PlayRecords(first);
  for (const auto& [threads, batch, slots, cache] :
       {std::tuple(2, 1, 3, 0), std::tuple(3, 64, 64, 0), std::tuple(1, 5, 100, 0),
        std::tuple(2, 4, 9, 1000)}) {
    SelfPlayTask task = first;
    task.self_play.threads = threads;
    task.self_play.batch_size = batch;
    task.self_play.slots_per_thread = slots;
    task.self_play.cache_positions = cache;
    EXPECT_EQ(PlayRecords(task), reference);
  }
}

TEST_P(SparringTest, GamesInPlayGoOnAsIfThereHadBeenNoBreak) {
  const auto game = testing::Game(GetParam());
  SelfPlayTask task = SparringTask(*game, 12, 0.5);
  task.self_play.symmetry = false;
  task.self_play.sparring_share = 0.7;
  task.self_play.opening_random_plies = 2;
  std::vector<GameRecord> whole = PlayRecords(task);
  task.games = 0;
  task.in_order = false;
  for (const GameRecord& record : whole) {
    task.resumed_games.push_back(
        testing::StartOf(record, record.events.size() * record.number / whole.size()));
  }
  std::vector<GameRecord> again = PlayRecords(task);
  std::ranges::sort(again, {}, &GameRecord::number);
  ASSERT_EQ(again.size(), whole.size());
  for (size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(again[i].events, whole[i].events);
    EXPECT_EQ(again[i].rows, whole[i].rows);
    EXPECT_EQ(again[i].result, whole[i].result);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, SparringTest,
                         ::testing::Values("tic_tac_toe", "kuhn", "goofspiel", "tiny_tantrix"));

// Games without an opponent do not depend on the opponent of the other games.
TEST(SparringShareTest, OtherGamesAreAsWithoutAModel) {
  const auto game = testing::Game("connect_four");
  const std::vector<GameRecord> plain = PlayRecords(SmallTask(*game, 40));
  SelfPlayTask task = SparringTask(*game, 40, 0.5);
  task.self_play.sparring_share = 0.5;
  const std::vector<GameRecord> records = PlayRecords(task);
  int against = 0;
  for (size_t i = 0; i < records.size(); ++i) {
    if (DecidersOf(records[i]).size() == 1) {
      ++against;
    } else {
      EXPECT_EQ(records[i], plain[i]);
    }
  }
  EXPECT_GT(against, 8);
  EXPECT_LT(against, 32);
}

// At temperature 1 to the end of the game, whatever the learner's search does.
TEST(SparringPolicyTest, TheModelsActionsAreDrawnFromItsPolicy) {
  const auto game = testing::Game("goofspiel{cards=6}");
  SelfPlayTask task = SparringTask(*game, 600, 0.4);
  Select<PolicySettings>(&task.search).temperature_plies = 0;
  int choices = 0;
  int first = 0;
  for (const GameRecord& record : PlayRecords(task)) {
    const bool learns_first = DecidersOf(record).contains(envs::Actor::kSeat0);
    const auto [more, taken] =
        FirstActions(*game, record, learns_first ? envs::Actor::kSeat1 : envs::Actor::kSeat0);
    choices += more;
    first += taken;
  }
  ASSERT_EQ(choices, 600 * 5);
  // Five standard deviations.
  EXPECT_NEAR(static_cast<double>(first) / choices, 0.4, 5 * std::sqrt(0.24 / choices));
}

TEST(SparringPolicyTest, TheModelIsAskedAboutManyGamesAtOnce) {
  const auto game = testing::Game("goofspiel");
  SelfPlayTask task = SparringTask(*game, 400, 0.5);
  task.self_play.slots_per_thread = 64;
  task.self_play.batch_size = 32;
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_GT(stats.BatchFill(), 0.5);
}

// A random learner against a model with uniform policies whose values come from random games.
SelfPlayTask AgainstSearch(const envs::Game& game, uint32_t games, int simulations) {
  SelfPlayTask task = SparringTask(game, games, 0.5);
  Select<PolicySettings>(&task.search).temperature_plies = 1000;
  task.self_play.sparring_simulations = simulations;
  task.make_evaluator = [&game](int) { return std::make_unique<UniformEvaluator>(game); };
  task.make_opponent = [&game](int) -> absl::StatusOr<std::unique_ptr<Evaluator>> {
    return std::make_unique<RolloutEvaluator>(game, 2, /*seed=*/1);
  };
  return task;
}

// Mean score of the learner's opponent.
double ScoreOfOpponent(const envs::Game& game, int simulations) {
  double score = 0;
  int games = 0;
  for (const GameRecord& record : PlayRecords(AgainstSearch(game, 80, simulations))) {
    const std::set<envs::Actor> deciders = DecidersOf(record);
    EXPECT_EQ(deciders.size(), 1u);
    const double result = static_cast<double>(record.result);
    score += (1 + (deciders.contains(envs::Actor::kSeat0) ? -result : result)) / 2;
    ++games;
  }
  return score / games;
}

class SparringSearchTest : public ::testing::TestWithParam<std::string> {};

TEST_P(SparringSearchTest, AModelThatSearchesWinsMore) {
  const auto game = testing::Game(GetParam());
  // For two random players, the mean of 80 games has a standard deviation of 0.056.
  EXPECT_NEAR(ScoreOfOpponent(*game, 0), 0.5, 0.2);
  EXPECT_GT(ScoreOfOpponent(*game, 16), 0.75);
}

TEST_P(SparringSearchTest, ThreadsBatchesAndSlotsDoNotChangeTheGames) {
  const auto game = testing::Game(GetParam());
  const SelfPlayTask first = AgainstSearch(*game, 20, 8);
  const std::vector<GameRecord> reference = PlayRecords(first);
  SelfPlayTask task = first;
  task.self_play.threads = 3;
  task.self_play.batch_size = 7;
  task.self_play.slots_per_thread = 9;
  EXPECT_EQ(PlayRecords(task), reference);
}

INSTANTIATE_TEST_SUITE_P(Games, SparringSearchTest,
                         ::testing::Values("connect_four", "tiny_tantrix",
                                           "kontranto{board=4x3,white=ct,black=ct}"));

TEST(SparringModelsTest, RowsKnowTheLearnersModelsThatChangedInMidGame) {
  const auto game = testing::Game("goofspiel");
  SelfPlayTask task = SparringTask(*game, 40, 0.5);
  task.make_evaluator = [&](int) {
    return std::make_unique<testing::ChangingEvaluator>(*game, 10);
  };
  int changed = 0;
  for (const GameRecord& record : PlayRecords(task)) {
    EXPECT_OK(CheckRecord(*game, record));
    EXPECT_EQ(DecidersOf(record).size(), 1u);
    if (record.models.size() == 2) {
      ++changed;
      EXPECT_EQ(record.models, (std::vector<std::string>{"old", "new"}));
      EXPECT_EQ(record.rows.front().model, 0);
      EXPECT_EQ(record.rows.back().model, 1);
    }
  }
  EXPECT_GT(changed, 0);
}

TEST(SparringErrorTest, AModelGoesWithItsEvaluator) {
  const auto game = testing::Game("kuhn");
  SelfPlayTask task = SparringTask(*game, 1, 0.5);
  task.make_opponent = {};
  EXPECT_THAT(RunSelfPlay(task),
              StatusIs(absl::StatusCode::kInvalidArgument, "is 'a model', and here there is none"));
  task = SparringTask(*game, 1, 0.5);
  task.self_play.sparring_model = "";
  task.self_play.sparring_share = 0;
  EXPECT_THAT(RunSelfPlay(task),
              StatusIs(absl::StatusCode::kInvalidArgument, "is '', and here there is one"));
}

TEST(SparringErrorTest, ErrorsOfTheModelStopTheRun) {
  const auto game = testing::Game("kuhn");
  SelfPlayTask task = SparringTask(*game, 1000, 0.5);
  task.make_opponent = [&](int) -> absl::StatusOr<std::unique_ptr<Evaluator>> {
    return absl::NotFoundError("no such model");
  };
  EXPECT_THAT(RunSelfPlay(task), StatusIs(absl::StatusCode::kNotFound, "no such model"));
  task.make_opponent = [&](int) -> absl::StatusOr<std::unique_ptr<Evaluator>> {
    auto fake = std::make_unique<FakeEvaluator>(
        *game, [](auto&&...) { return Wdl{.win = 0, .draw = 1, .loss = 0}; });
    fake->SetStatus(absl::UnavailableError("out of memory"));
    return fake;
  };
  EXPECT_THAT(RunSelfPlay(task), StatusIs(absl::StatusCode::kUnavailable, "out of memory"));
}

}  // namespace
}  // namespace kvintet::selfplay
