// Tests of RunSelfPlay, SelfPlayActor and GameSlot: records of a run, independent of threads and
// batches.
#include "selfplay/games/selfplay.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <latch>
#include <map>
#include <set>
#include <stop_token>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "envs/action_mask.h"
#include "envs/text/playthrough.h"
#include "selfplay/games/bench_selfplay.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/changing_evaluator.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/script_game.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StatusIs;

TEST(SelfPlayTest, ThreadsBatchesAndSlotsDoNotChangeTheGames) {
  const auto game = testing::Game("tic_tac_toe");
  const std::vector<GameRecord> reference = PlayRecords(SmallTask(*game, 40));
  ASSERT_EQ(reference.size(), 40);
  for (const auto& [threads, batch, slots] :
       {std::tuple(2, 1, 3), std::tuple(4, 64, 64), std::tuple(1, 5, 100)}) {
    SelfPlayTask task = SmallTask(*game, 40);
    task.self_play.threads = threads;
    task.self_play.batch_size = batch;
    task.self_play.slots_per_thread = slots;
    EXPECT_EQ(PlayRecords(task), reference);
  }
}

TEST(SelfPlayTest, SeedsAndGamesDiffer) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 40);
  const std::vector<GameRecord> first = PlayRecords(task);
  task.seed = 12;
  const std::vector<GameRecord> second = PlayRecords(task);
  int equal = 0;
  std::set<std::string> distinct;
  for (size_t i = 0; i < first.size(); ++i) {
    equal += first[i].events == second[i].events ? 1 : 0;
    std::string text;
    for (const RecordedEvent& event : first[i].events) {
      text += std::to_string(event.action);
    }
    distinct.insert(text);
  }
  EXPECT_LT(equal, 20);
  EXPECT_GT(distinct.size(), 20);
}

TEST(SelfPlayTest, GamesCanBeContinuedFromANumber) {
  const auto game = testing::Game("tic_tac_toe");
  const std::vector<GameRecord> all = PlayRecords(SmallTask(*game, 10));
  SelfPlayTask task = SmallTask(*game, 4);
  task.first_game = 6;
  EXPECT_EQ(PlayRecords(task), (std::vector<GameRecord>(all.begin() + 6, all.end())));
}

class SelfPlayGamesTest : public ::testing::TestWithParam<std::string> {};

int NumLegal(const envs::Playthrough& play, envs::Seat seat) {
  std::vector<uint64_t> mask(static_cast<size_t>(play.game().Spec().MaskWords()));
  play.game().LegalActions(play.View(seat).Span(), mask);
  return envs::ActionMask(mask).Count();
}

TEST_P(SelfPlayGamesTest, EveryDecisionThatLeavesAChoiceIsARow) {
  const auto game = testing::Game(GetParam());
  int forced = 0;
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 30))) {
    envs::Playthrough play(*game);
    std::vector<int32_t> decisions;
    for (int32_t i = 0; const RecordedEvent& event : record.events) {
      if (event.actor != envs::Actor::kChance) {
        const bool choice = NumLegal(play, envs::SeatOf(event.actor)) > 1;
        forced += choice ? 0 : 1;
        if (choice) {
          decisions.push_back(i);
        }
      }
      ASSERT_OK(play.Apply(event.actor, event.action));
      ++i;
    }
    std::vector<int32_t> rows;
    for (const RecordRow& row : record.rows) {
      rows.push_back(row.event);
    }
    EXPECT_EQ(rows, decisions);
    EXPECT_FALSE(record.reason.empty());
    EXPECT_EQ(record.models, std::vector<std::string>{"hash:3"});
  }
  EXPECT_EQ(forced > 0, GetParam() != "kuhn" && GetParam() != "leduc");
}

INSTANTIATE_TEST_SUITE_P(Games, SelfPlayGamesTest,
                         ::testing::Values("tic_tac_toe", "kuhn", "leduc", "goofspiel",
                                           "oshi_zumo"),
                         [](const auto& test) { return test.param; });

TEST(SelfPlayTest, TreeSearchRefusesWhatItCannotPlay) {
  for (const char* name : {"kuhn", "goofspiel"}) {
    const auto game = testing::Game(name);
    SelfPlayTask task = SmallTask(*game, 1);
    Select<GumbelSettings>(&task.search);
    EXPECT_THAT(RunSelfPlay(task),
                StatusIs(absl::StatusCode::kUnimplemented, "policy plays every game"));
  }
}

TEST(SelfPlayTest, LongGamesAreCutWithoutAResult) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 5);
  task.self_play.max_plies = 3;
  for (const GameRecord& record : PlayRecords(task)) {
    EXPECT_TRUE(record.truncated);
    EXPECT_EQ(record.reason, "max_plies");
    EXPECT_EQ(record.result, 0);
    EXPECT_EQ(record.events.size(), 3);
  }
}

TEST(SelfPlayTest, AGameThatIsCutHasTheMarginsWithWhichItStands) {
  const auto game = testing::Game("konkvest");
  SelfPlayTask task = SmallTask(*game, 6);
  task.self_play.opening_random_plies = 300;
  task.self_play.max_plies = 300;
  // Otherwise a seat would take an immediate win.
  task.search.forced_wins = false;
  int differ = 0;
  for (GameRecord& record : PlayRecords(task)) {
    EXPECT_TRUE(record.truncated);
    // Only queens leave the game.
    EXPECT_EQ(record.margin[0] + record.margin[1], 38);
    differ += record.margin[0] != record.margin[1] ? 1 : 0;
    EXPECT_OK(CheckRecord(*game, record));
    ++record.margin[0];
    EXPECT_FALSE(CheckRecord(*game, record).ok());
  }
  EXPECT_GT(differ, 0);
}

TEST(SelfPlayTest, RandomOpeningsAreNoRows) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 60);
  task.self_play.opening_random_plies = 3;
  std::set<size_t> lengths;
  for (const GameRecord& record : PlayRecords(task)) {
    lengths.insert(static_cast<size_t>(record.rows.at(0).event));
  }
  EXPECT_THAT(lengths, ::testing::ElementsAre(0, 1, 2, 3));
}

std::vector<envs::Action> ActionsOf(const GameRecord& record, const RecordRow& row) {
  std::vector<envs::Action> actions;
  for (const PolicyEntry& entry : record.PolicyOf(row)) {
    actions.push_back(entry.action);
  }
  return actions;
}

// The baseline's best actions before `event`, ascending.
std::vector<envs::Action> BaselineAt(const envs::Game& game, const GameRecord& record, int event) {
  envs::Playthrough play(game);
  for (const RecordedEvent& past : std::span(record.events).first(static_cast<size_t>(event))) {
    EXPECT_OK(play.Apply(past.actor, past.action));
  }
  const envs::Actor actor = record.events[static_cast<size_t>(event)].actor;
  std::vector<envs::Action> best;
  game.baseline()->GreedyActions(play.View(envs::SeatOf(actor)).Span(), &best);
  std::ranges::sort(best);
  return best;
}

// The baseline takes one of its best actions, without a row; every other decision is a row.
TEST(SelfPlayTest, TheBaselinePlaysOneSeatOfItsShare) {
  const auto game = testing::Game("tiny_punct");
  SelfPlayTask task = SmallTask(*game, 30);
  task.self_play.sparring_share = 0.5;
  std::map<size_t, int> games;
  for (const GameRecord& record : PlayRecords(task)) {
    std::set<envs::Actor> decide;
    for (const RecordRow& row : record.rows) {
      decide.insert(record.events[static_cast<size_t>(row.event)].actor);
    }
    ++games[decide.size()];
    envs::Playthrough play(*game);
    for (const RecordedEvent& event : record.events) {
      std::vector<envs::Action> best;
      game->baseline()->GreedyActions(play.View(envs::SeatOf(event.actor)).Span(), &best);
      EXPECT_TRUE(decide.contains(event.actor) || std::ranges::count(best, event.action) == 1);
      ASSERT_OK(play.Apply(event.actor, event.action));
    }
  }
  EXPECT_THAT(games, ::testing::ElementsAre(
                         ::testing::Pair(1, ::testing::AllOf(::testing::Gt(5), ::testing::Lt(25))),
                         ::testing::Pair(2, ::testing::Gt(5))));
}

// The policy of each row is uniform over the baseline's best actions, of which a row holds 24;
// later games are searched.
TEST(SelfPlayTest, TheBaselineDemonstratesTheFirstGames) {
  const auto game = testing::Game("tiny_punct");
  SelfPlayTask task = SmallTask(*game, 8);
  task.self_play.demonstration_games = 5;
  task.self_play.opening_random_plies = 2;
  for (const GameRecord& record : PlayRecords(task)) {
    ASSERT_GT(record.rows.size(), 0u);
    const bool demonstrated = record.number < 5;
    EXPECT_EQ(record.models == std::vector<std::string>{"greedy"}, demonstrated);
    EXPECT_EQ(record.evaluations == 0, demonstrated);
    for (const RecordRow& row : demonstrated ? record.rows : std::vector<RecordRow>()) {
      std::vector<envs::Action> best = BaselineAt(*game, record, row.event);
      EXPECT_NEAR(DecodeProbability(row.behaviour) * static_cast<float>(best.size()), 1, 0.03);
      best.resize(std::min(best.size(), size_t{24}));
      EXPECT_EQ(ActionsOf(record, row), best);
      EXPECT_EQ(row.Surprise(), 0);
    }
  }
}

// The target of rows is the baseline's best actions, whichever action it takes.
TEST(SelfPlayTest, TheBaselineErrsInAShareOfItsOwnForEachGameAndSeat) {
  const auto game = testing::Game("tiny_punct");
  SelfPlayTask task = SmallTask(*game, 60);
  task.self_play.demonstration_games = 60;
  task.self_play.baseline_noise = 1;
  int errors = 0;
  int decisions = 0;
  std::set<int> behaviours;
  for (const GameRecord& record : PlayRecords(task)) {
    for (const RecordRow& row : record.rows) {
      std::vector<envs::Action> best = BaselineAt(*game, record, row.event);
      const envs::Action action = record.events[static_cast<size_t>(row.event)].action;
      const bool errs = std::ranges::count(best, action) == 0;
      errors += errs ? 1 : 0;
      ++decisions;
      behaviours.insert(static_cast<int>(100 * DecodeProbability(row.behaviour)));
      best.resize(std::min(best.size(), size_t{24}));
      EXPECT_EQ(ActionsOf(record, row), best);
    }
  }
  EXPECT_GT(errors, decisions / 8);
  EXPECT_LT(errors, decisions * 5 / 8);
  EXPECT_GT(behaviours.size(), 10u);
}

// Demonstrations need no evaluation, so no batch ends between them.
TEST(SelfPlayTest, DemonstrationsHeedTheDeadlineAndTheStop) {
  const auto game = testing::Game("tiny_punct");
  SelfPlayTask task = SmallTask(*game, 100000);
  task.self_play.demonstration_games = 100000;
  task.self_play.threads = 1;
  task.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  EXPECT_LT(PlayRecords(task).size(), 100000u);

  std::stop_source stop;
  int games = 0;
  task.deadline.reset();
  task.stop = stop.get_token();
  task.sink = [&](const GameRecord&) {
    ++games;
    stop.request_stop();
    return absl::OkStatus();
  };
  EXPECT_OK(RunSelfPlay(task));
  EXPECT_EQ(games, 1);
}

// Evaluations are counted as they are made, also in games in play; records do not change.
TEST(SelfPlayTest, WhatIsInPlayIsToldAndChangesNothing) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = SmallTask(*game, 20);
  const std::vector<GameRecord> quiet = PlayRecords(task);
  task.self_play.threads = 2;
  task.told_period = {};
  std::vector<GameRecord> records;
  int64_t ended = 0;
  int64_t last = 0;
  bool told_before_the_first_end = false;
  task.on_progress = [&](const SelfPlayStats& stats) {
    const GamesInPlay& now = stats.in_play;
    EXPECT_GE(now.games, 0);
    EXPECT_LE(now.games, 20);
    EXPECT_LE(now.plies, 42 * now.games);
    EXPECT_GE(now.evaluations, now.plies);
    // A game that has just ended is reported next.
    EXPECT_GE(ended + now.evaluations + 42 * 13, last);
    last = ended + now.evaluations;
    told_before_the_first_end |= records.empty() && now.games > 0 && now.evaluations > 0;
  };
  task.sink = [&](GameRecord record) {
    ended += record.evaluations;
    records.push_back(std::move(record));
    return absl::OkStatus();
  };
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_EQ(records, quiet);
  EXPECT_TRUE(told_before_the_first_end);
  EXPECT_EQ(last, ended);
  EXPECT_EQ(stats.in_play.games + stats.in_play.plies + stats.in_play.evaluations, 0);
}

// Resumed games keep the evaluations that they had when interrupted.
TEST(SelfPlayTest, GamesThatGoOnAreInPlayWithWhatTheyHad) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = SmallTask(*game, 0);
  task.in_order = false;
  task.told_period = {};
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 3))) {
    task.resumed_games.push_back(testing::StartOf(record, 6));
  }
  std::optional<GamesInPlay> first;
  task.on_progress = [&](const SelfPlayStats& stats) { first = first.value_or(stats.in_play); };
  ASSERT_OK(RunSelfPlay(task).status());
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->games, 3);
  EXPECT_EQ(first->MeanPly(), 6);
  int64_t before = 0;
  for (const GameRecord& record : task.resumed_games) {
    before += record.evaluations;
  }
  EXPECT_EQ(first->evaluations, before + 3);
}

TEST(SelfPlayTest, GamesWithoutABaselineHaveNeitherSparringNorDemonstrations) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 1);
  const auto refused =
      StatusIs(absl::StatusCode::kInvalidArgument, "demonstration_games must be 0 for tic_tac_toe");
  task.self_play.sparring_share = 0.5;
  EXPECT_THAT(RunSelfPlay(task).status(), refused);
  task.self_play.sparring_share = 0;
  task.self_play.demonstration_games = 1;
  EXPECT_THAT(RunSelfPlay(task).status(), refused);
}

// Full searches take at most 13 evaluations, quick ones 4; which searches are full is random.
TEST(SelfPlayTest, QuickSearchesAreNoRows) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = SmallTask(*game, 40);
  task.self_play.full_search_share = 0.25;
  task.self_play.quick_simulations = 3;
  size_t rows = 0;
  size_t decisions = 0;
  for (const GameRecord& record : PlayRecords(task)) {
    rows += record.rows.size();
    decisions += record.events.size();
    const size_t most = 4 * record.events.size() + 9 * record.rows.size();
    EXPECT_LE(record.evaluations, most);
    EXPECT_GT(record.evaluations, most / 2);
  }
  EXPECT_NEAR(static_cast<double>(rows) / static_cast<double>(decisions), 0.25, 0.05);
}

absl::Status TryQuickSearches(const std::string& text, Algorithm algorithm) {
  const auto game = testing::Game(text);
  SelfPlayTask task = SmallTask(*game, 1);
  SelectAlgorithm(algorithm, &task.search);
  task.self_play.full_search_share = 0.5;
  return RunSelfPlay(task).status();
}

TEST(SelfPlayTest, PolicyPlayHasNoQuickSearches) {
  EXPECT_THAT(TryQuickSearches("kuhn", Algorithm::kPolicy),
              StatusIs(absl::StatusCode::kInvalidArgument, "full_search_share must be 1"));
}

TEST(SelfPlayTest, EquilibriaHaveNoQuickSearches) {
  EXPECT_THAT(TryQuickSearches("oshi_zumo", Algorithm::kEquilibrium),
              StatusIs(absl::StatusCode::kInvalidArgument, "full_search_share must be 1"));
}

TEST(SelfPlayTest, ThreadsAndSlotsDoNotChangeWhatIsPlayedAtOnce) {
  const auto game = testing::Game("mini_kontranto{start=2x3_c0t1_c4,steps=3}");
  SelfPlayTask task = SmallTask(*game, 20);
  Select<EquilibriumSettings>(&task.search);
  const std::vector<GameRecord> reference = PlayRecords(task);
  task.self_play.threads = 2;
  task.self_play.slots_per_thread = 3;
  EXPECT_EQ(PlayRecords(task), reference);
}

constexpr std::string_view kChanceScript = "c0c1c";

TEST(SelfPlayTest, ChanceOfTheGameIsDrawnAsDeclared) {
  const auto game = testing::MakeScriptGame<kChanceScript>();
  int first_outcomes = 0;
  for (const GameRecord& record : PlayRecords(SmallTask(*game, 2000))) {
    ASSERT_EQ(record.events.size(), 5);
    EXPECT_EQ(record.rows.size(), 2);
    first_outcomes += record.events[0].action == 0 ? 1 : 0;
  }
  EXPECT_NEAR(first_outcomes / 2000.0, 0.75, 0.04);
}

TEST(SelfPlayTest, RowsKnowTheModelThatChangedInMidGame) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 8);
  task.make_evaluator = [&](int) {
    return std::make_unique<testing::ChangingEvaluator>(*game, 40);
  };
  int changed = 0;
  for (const GameRecord& record : PlayRecords(task)) {
    EXPECT_LE(record.models.size(), 2);
    if (record.models.size() == 2) {
      ++changed;
      EXPECT_EQ(record.models, (std::vector<std::string>{"old", "new"}));
      EXPECT_EQ(record.rows.front().model, 0);
      EXPECT_EQ(record.rows.back().model, 1);
    }
  }
  EXPECT_GT(changed, 0);
}

TEST(SelfPlayTest, ErrorsOfEvaluatorsStopTheRun) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 1000);
  task.self_play.threads = 2;
  task.make_evaluator = [&](int thread) -> absl::StatusOr<std::unique_ptr<Evaluator>> {
    if (thread == 1) {
      return absl::NotFoundError("no such model");
    }
    return std::make_unique<UniformEvaluator>(*game);
  };
  EXPECT_THAT(RunSelfPlay(task), StatusIs(absl::StatusCode::kNotFound, "no such model"));
}

TEST(SelfPlayTest, ErrorsOfTheSinkStopTheRun) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 1000);
  task.games.reset();
  task.sink = [](const GameRecord&) { return absl::ResourceExhaustedError("disk full"); };
  EXPECT_THAT(RunSelfPlay(task), StatusIs(absl::StatusCode::kResourceExhausted, "disk full"));
}

// The thread whose record is refused does not end before the other one, which goes on until then.
TEST(SelfPlayTest, ASinkThatFailedGetsNoMoreRecords) {
  const auto game = testing::Game("tic_tac_toe");
  for (const bool in_order : {true, false}) {
    SelfPlayTask task = SmallTask(*game, 40);
    task.self_play.threads = 2;
    task.in_order = in_order;
    int calls = 0;
    task.sink = [&](const GameRecord&) {
      ++calls;
      return absl::ResourceExhaustedError("disk full");
    };
    std::latch ended(2);
    task.on_checkpoint = [&](const std::vector<GameRecord>&) { ended.arrive_and_wait(); };
    task.in_play_period = std::chrono::hours(1);
    EXPECT_THAT(RunSelfPlay(task), StatusIs(absl::StatusCode::kResourceExhausted, "disk full"));
    EXPECT_EQ(calls, 1) << in_order;
  }
}

// No address space has room for such a stack.
TEST(SelfPlayTest, AThreadThatTheSystemRefusesEndsTheRun) {
  const auto game = testing::Game("tic_tac_toe");
  pthread_attr_t usual;
  pthread_attr_t large;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_attr_init(&large), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&large, size_t{1} << 47), 0);
  ASSERT_EQ(pthread_setattr_default_np(&large), 0);
  const absl::Status refused = RunSelfPlay(SmallTask(*game, 1)).status();
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_THAT(refused, StatusIs(absl::StatusCode::kResourceExhausted, "wanted 1 threads"));
  EXPECT_OK(RunSelfPlay(SmallTask(*game, 1)));
}

TEST(SelfPlayTest, OnlyGamesNumberedInARowCanBeTakenInOrder) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 2);
  const auto refused = StatusIs(absl::StatusCode::kInvalidArgument, "in_order");
  task.next_number = [] { return std::optional<uint32_t>(); };
  EXPECT_THAT(RunSelfPlay(task), refused);
  task.next_number = {};
  task.resumed_games.emplace_back();
  EXPECT_THAT(RunSelfPlay(task), refused);
}

TEST(SelfPlayTest, StopsWhenAsked) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 0);
  std::stop_source stop;
  int taken = 0;
  task.games.reset();
  task.self_play.threads = 2;
  task.stop = stop.get_token();
  task.sink = [&](const GameRecord&) {
    if (++taken == 50) {
      stop.request_stop();
    }
    return absl::OkStatus();
  };
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_GE(stats.games, 50);
}

TEST(SelfPlayTest, CountsWhatWasDone) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 200);
  task.self_play.batch_size = 4;
  int64_t rows = 0;
  int64_t evaluations = 0;
  task.sink = [&](const GameRecord& record) {
    rows += static_cast<int64_t>(record.rows.size());
    evaluations += record.evaluations;
    return absl::OkStatus();
  };
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_EQ(stats.games, 200);
  EXPECT_EQ(stats.rows, rows);
  EXPECT_EQ(stats.evaluations, evaluations);
  EXPECT_GT(stats.BatchFill(), 0.95);
  EXPECT_LE(stats.BatchFill(), 1);
  EXPECT_GT(stats.TreeShare(), 0);
}

TEST(SelfPlayTest, BatchesAreOfTheSizeTheEvaluatorLikes) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 100);
  task.self_play.slots_per_thread = 64;
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_EQ(stats.batch_room, stats.batches * UniformEvaluator(*game).PreferredBatch());
}

TEST(BenchSelfPlayTest, PlaysUntilTheTimeIsUp) {
  const auto game = testing::Game("tic_tac_toe");
  ASSERT_OK_AND_ASSIGN(const SelfPlayFigures figures, BenchSelfPlay(SmallTask(*game, 0), 0.3));
  EXPECT_EQ(figures.threads, 1);
  EXPECT_GE(figures.stats.seconds, 0.3);
  EXPECT_GT(figures.stats.evaluations, 0);
}

TEST(BenchSelfPlayTest, TellsItsFigures) {
  SelfPlayFigures figures = {.threads = 2, .rows_per_second = 12.5};
  figures.stats.evaluations = 3;
  figures.stats.batch_room = 4;
  EXPECT_THAT(ToText(figures), ::testing::HasSubstr("12.5 rows/s, 0.00 games/s on 2 threads"));
  EXPECT_EQ(ToJson(figures)["batch_fill"], 0.75);
}

}  // namespace
}  // namespace kvintet::selfplay
