// Tests of GameSlot's options: growing simulations, resignation, and adjudication by the rules.
#include "selfplay/games/game_slot.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "selfplay/games/slot_search.h"
#include "selfplay/records/record_code.h"
#include "selfplay/records/record_words.h"
#include "selfplay/records/replay_rows.h"
#include "selfplay/settings/algorithm.h"
#include "tests/support/evaluations.h"
#include "tests/support/play_records.h"
#include "tests/support/status_matchers.h"

namespace kvintet::selfplay {
namespace {

using ::kvintet::testing::PlayRecords;
using ::kvintet::testing::SmallTask;
using ::kvintet::testing::StatusIs;

TEST(SimulationsOfTest, DoubleUpToTheConfiguredNumber) {
  SearchSettings search;
  search.simulations = 100;
  SelfPlaySettings self_play;
  EXPECT_EQ(SimulationsOf(search, self_play, 0), 100);
  self_play.first_simulations = 8;
  self_play.double_after_games = 50;
  EXPECT_EQ(SimulationsOf(search, self_play, 0), 8);
  EXPECT_EQ(SimulationsOf(search, self_play, 49), 8);
  EXPECT_EQ(SimulationsOf(search, self_play, 50), 16);
  EXPECT_EQ(SimulationsOf(search, self_play, 199), 64);
  EXPECT_EQ(SimulationsOf(search, self_play, 200), 100);
  EXPECT_EQ(SimulationsOf(search, self_play, 4'000'000'000), 100);
}

class FirstSimulationsTest : public ::testing::TestWithParam<Algorithm> {};

TEST_P(FirstSimulationsTest, EarlyGamesTakeFewerEvaluations) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = SmallTask(*game, 12);
  SelectAlgorithm(GetParam(), &task.search);
  task.search.simulations = 16;
  task.self_play.first_simulations = 4;
  task.self_play.double_after_games = 4;
  const std::vector<GameRecord> records = PlayRecords(task);
  for (const GameRecord& record : records) {
    const uint32_t most = 1 + (4u << record.number / 4);
    EXPECT_LE(record.evaluations, most * record.rows.size());
    EXPECT_GT(2 * record.evaluations, most * record.rows.size());
  }
  // Depends only on the game's number.
  task.first_game = 8;
  task.games = 4;
  EXPECT_EQ(PlayRecords(task), (std::vector<GameRecord>(records.begin() + 8, records.end())));
}

INSTANTIATE_TEST_SUITE_P(Algorithms, FirstSimulationsTest,
                         ::testing::Values(Algorithm::kGumbel, Algorithm::kPuct),
                         [](const auto& test) { return AlgorithmName(test.param); });

TEST(FirstSimulationsErrorTest, MoreThanTheLastAreRefused) {
  const auto game = testing::Game("tic_tac_toe");
  SelfPlayTask task = SmallTask(*game, 1);
  task.self_play.first_simulations = 13;
  EXPECT_THAT(RunSelfPlay(task), StatusIs(absl::StatusCode::kInvalidArgument,
                                          "at most search.simulations, which is 12, is 13"));
  Select<PolicySettings>(&task.search);
  EXPECT_THAT(RunSelfPlay(task),
              StatusIs(absl::StatusCode::kInvalidArgument, "0 with search.policy"));
}

constexpr double kResignValue = -0.1;

SelfPlayTask ResigningTask(const envs::Game& game, double playout_share) {
  SelfPlayTask task = SmallTask(game, 300);
  task.self_play.resign_value = kResignValue;
  task.self_play.resign_decisions = 2;
  task.self_play.resign_playout_share = playout_share;
  return task;
}

// The first seat with enough consecutive bad decisions, and the row that completes them.
struct GivingUp {
  std::optional<envs::Seat> seat = {};
  size_t row = 0;
};

GivingUp FirstToGiveUp(const GameRecord& record) {
  std::array<int, 2> bad = {0, 0};
  for (size_t i = 0; i < record.rows.size(); ++i) {
    const RecordRow& row = record.rows[i];
    const envs::Seat seat = envs::SeatOf(record.events[static_cast<size_t>(row.event)].actor);
    int& own = bad[static_cast<size_t>(envs::Index(seat))];
    own = static_cast<double>(row.Value()) < kResignValue ? own + 1 : 0;
    if (own == 2) {
      return {seat, i};
    }
  }
  return {};
}

TEST(ResignTest, TheGameEndsAsLostAfterBadDecisionsInARow) {
  const auto game = testing::Game("connect_four");
  int resigned = 0;
  for (const GameRecord& record : PlayRecords(ResigningTask(*game, 0))) {
    EXPECT_OK(CheckRecord(*game, record));
    EXPECT_EQ(*DecodeRecord(EncodeRecord(record), record.game), record);
    const GivingUp wanted = FirstToGiveUp(record);
    if (record.resigned.has_value()) {
      ++resigned;
      EXPECT_EQ(record.resigned, wanted.seat);
      EXPECT_EQ(wanted.row + 1, record.rows.size());
      EXPECT_EQ(record.reason, "resigned");
      EXPECT_FALSE(record.truncated);
      EXPECT_EQ(record.ResultFor(record.rows.back()), -1);
    } else if (wanted.seat.has_value()) {
      // Its last action ended the game.
      EXPECT_EQ(wanted.row + 1, record.rows.size());
    }
  }
  EXPECT_GT(resigned, 100);
}

TEST(ResignTest, GamesThatGoOnAreThoseWithoutResignation) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask off = ResigningTask(*game, 0);
  off.self_play.resign_value = -1;
  EXPECT_EQ(PlayRecords(ResigningTask(*game, 1)), PlayRecords(off));
}

TEST(ResignTest, WrongResignationsAreMeasuredWhereTheGameGoesOn) {
  const auto game = testing::Game("connect_four");
  SelfPlayTask task = ResigningTask(*game, 0.3);
  SelfPlayTask off = task;
  off.self_play.resign_value = -1;
  const std::vector<GameRecord> whole = PlayRecords(off);
  int64_t resigned = 0;
  int64_t played_out = 0;
  int64_t wrong = 0;
  task.sink = [&](const GameRecord& record) {
    resigned += record.resigned.has_value() ? 1 : 0;
    const GameRecord& end = whole[record.number];
    const GivingUp giving_up = FirstToGiveUp(end);
    if (!record.resigned && giving_up.seat && giving_up.row + 1 < end.rows.size()) {
      ++played_out;
      wrong += end.ResultFor(end.rows[giving_up.row]) >= 0 ? 1 : 0;
    }
    return absl::OkStatus();
  };
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_EQ(stats.resigned_games, resigned);
  // In a few games the last action came with the decision to resign.
  EXPECT_GE(stats.played_out_games, played_out);
  EXPECT_LE(stats.played_out_games, played_out + 10);
  EXPECT_GE(stats.wrong_resignations, wrong);
  EXPECT_LE(stats.wrong_resignations, wrong + 10);
  EXPECT_GT(wrong, 0);
  EXPECT_LT(stats.WrongResignShare(), 1);
  const double share = static_cast<double>(played_out) / static_cast<double>(played_out + resigned);
  EXPECT_NEAR(share, 0.3, 0.08);
}

TEST(ResignTest, ARecordThatIsNotGivenUpAsItSaysIsRefused) {
  const auto game = testing::Game("connect_four");
  const std::vector<GameRecord> records = PlayRecords(ResigningTask(*game, 0));
  const auto given_up = std::ranges::find_if(
      records, [](const GameRecord& record) { return record.resigned.has_value(); });
  const auto ended = std::ranges::find_if(
      records, [](const GameRecord& record) { return !record.resigned.has_value(); });
  GameRecord record = *given_up;
  record.result = 0 - record.result;
  EXPECT_THAT(CheckRecord(*game, record), StatusIs(absl::StatusCode::kDataLoss, "end: result"));
  record = *given_up;
  record.resigned.reset();
  EXPECT_THAT(CheckRecord(*game, record), StatusIs(absl::StatusCode::kDataLoss, "is not over"));
  record = *ended;
  record.resigned = record.result > 0 ? envs::Seat::k1 : envs::Seat::k0;
  EXPECT_THAT(CheckRecord(*game, record),
              StatusIs(absl::StatusCode::kDataLoss, "the game is over"));
}

// With policy the values are the evaluator's.
TEST(ResignTest, WorksWithoutASearchToo) {
  const auto game = testing::Game("goofspiel");
  SelfPlayTask task = ResigningTask(*game, 0);
  int resigned = 0;
  for (const GameRecord& record : PlayRecords(task)) {
    EXPECT_OK(CheckRecord(*game, record));
    resigned += record.resigned.has_value() ? 1 : 0;
  }
  EXPECT_GT(resigned, 0);
}

// Games of weak players, in which fours occur early.
SelfPlayTask RenjuTask(const envs::Game& game, double adjudicated_share) {
  SelfPlayTask task = SmallTask(game, 40);
  task.search.simulations = 4;
  task.self_play.opening_random_plies = 40;
  task.self_play.adjudicated_share = adjudicated_share;
  return task;
}

// The return that the rules know at a row.
std::optional<float> KnownAt(const envs::Game& game, const ReplayedRow& shown) {
  return game.known_returns()->KnownReturn(shown.view);
}

TEST(ForcedWinRowTest, WinsOfTheRulesAreRowsOfCertainValueAndOneAction) {
  const auto game = testing::Game("renju{opening=free}");
  int known = 0;
  for (const GameRecord& record : PlayRecords(RenjuTask(*game, 0))) {
    EXPECT_EQ(*DecodeRecord(EncodeRecord(record), record.game), record);
    EXPECT_OK(ReplayRows(*game, record, [&](const ReplayedRow& shown) {
      const RecordRow& row = *shown.row;
      const bool by_rules = record.models[row.model] == kRulesName;
      EXPECT_EQ(by_rules, KnownAt(*game, shown) == 1.0f);
      if (by_rules) {
        ++known;
        EXPECT_EQ(row.Value(), 1);
        EXPECT_EQ(row.Draw(), 0);
        EXPECT_EQ(row.surprise, 0);
        EXPECT_EQ(row.num_policy, 1);
        EXPECT_EQ(record.PolicyOf(row)[0].action,
                  record.events[static_cast<size_t>(row.event)].action);
        std::vector<float> policy(shown.legal.size());
        FillPolicy(record, row, shown.legal, policy);
        EXPECT_EQ(*std::ranges::max_element(policy), 1);
        EXPECT_EQ(record.ResultFor(row), 1);
      }
    }));
  }
  EXPECT_GT(known, 40);
}

TEST(AdjudicatedGameTest, GamesEndWhereTheRulesKnowTheWinner) {
  const auto game = testing::Game("renju{opening=free}");
  int adjudicated = 0;
  for (const GameRecord& record : PlayRecords(RenjuTask(*game, 1))) {
    EXPECT_OK(CheckRecord(*game, record));
    EXPECT_EQ(*DecodeRecord(EncodeRecord(record), record.game), record);
    size_t known = record.rows.size();
    EXPECT_OK(ReplayRows(*game, record, [&](const ReplayedRow& shown) {
      if (KnownAt(*game, shown).has_value()) {
        known = std::min(known, static_cast<size_t>(shown.index));
        EXPECT_EQ(KnownAt(*game, shown), record.ResultFor(*shown.row));
      }
    }));
    // The winner plays the first action of the win, and the game ends there.
    EXPECT_GE(known + 1, record.rows.size());
    if (record.reason == kAdjudicated) {
      ++adjudicated;
      ASSERT_TRUE(record.resigned.has_value());
      EXPECT_EQ(record.result, record.resigned == envs::Seat::k1 ? 1 : -1);
      EXPECT_FALSE(record.truncated);
    }
  }
  EXPECT_GT(adjudicated, 20);
}

TEST(AdjudicatedGameTest, GamesThatGoOnAreThoseWithoutIt) {
  const auto game = testing::Game("renju{opening=free}");
  const std::vector<GameRecord> whole = PlayRecords(RenjuTask(*game, 0));
  SelfPlayTask task = RenjuTask(*game, 0.5);
  int64_t adjudicated = 0;
  task.sink = [&](const GameRecord& record) {
    adjudicated += record.reason == kAdjudicated ? 1 : 0;
    if (record.reason != kAdjudicated) {
      EXPECT_EQ(record, whole[record.number]);
    }
    return absl::OkStatus();
  };
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_EQ(stats.adjudicated_games, adjudicated);
  EXPECT_EQ(stats.resigned_games, 0);
  EXPECT_GT(adjudicated, 0);
  EXPECT_GT(stats.known_games, 0);
  EXPECT_LE(stats.known_games, stats.games - adjudicated);
  // With forced wins the winner never misses the win.
  EXPECT_EQ(stats.wrong_adjudications, 0);
}

TEST(AdjudicatedGameTest, ResultsThatTurnOutOtherwiseAreCounted) {
  const auto game = testing::Game("renju{opening=free}");
  SelfPlayTask task = RenjuTask(*game, 0.2);
  task.search.forced_wins = false;
  task.search.known_returns = false;
  ASSERT_OK_AND_ASSIGN(const SelfPlayStats stats, RunSelfPlay(task));
  EXPECT_GT(stats.known_games, 0);
  EXPECT_GT(stats.wrong_adjudications, 0);
  EXPECT_LT(stats.wrong_adjudications, stats.known_games);
  EXPECT_GT(stats.WrongAdjudicationShare(), 0);
  EXPECT_GT(stats.AdjudicatedShare(), 0);
}

TEST(AdjudicatedGameTest, SelfPlayLooksForNoThreats) {
  const auto game = testing::Game("renju{opening=free}");
  SelfPlayTask task = RenjuTask(*game, 0);
  task.games = 4;
  const std::vector<GameRecord> without = PlayRecords(task);
  task.search.threat_nodes = 1000;
  EXPECT_EQ(PlayRecords(task), without);
}

}  // namespace
}  // namespace kvintet::selfplay
