// Tests of LadderResults: the order of levels, and that contrasts are judged jointly.
#include "arena/balance/ladder_results.h"

#include <cmath>

#include <gtest/gtest.h>

#include "arena/balance/level_results.h"
#include "arena/balance/study_results.h"
#include "envs/registry.h"
#include "tests/support/status_matchers.h"

namespace kvintet::arena {
namespace {

StudySettings Settings(const std::vector<std::string>& players) {
  StudySettings settings = {.games = {"tic_tac_toe"}, .margin = 0.05, .min_games = 100};
  settings.max_games = 4000;
  settings.judged_games = 0;
  settings.duel_pairs = 0;
  for (const std::string& player : players) {
    settings.levels.push_back({.name = player, .specs = {player}});
  }
  return settings;
}

// `count` games of which the first player wins `won_of_hundred` in every hundred, evenly spread.
std::vector<StudyGame> Games(int64_t count, int64_t won_of_hundred) {
  std::vector<StudyGame> games;
  for (int64_t i = 0; i < count; ++i) {
    // 61 and 100 have no divisor in common: every hundred games hold each remainder once.
    const bool won = i * 61 % 100 < won_of_hundred;
    games.push_back({.first_return = won ? 1.0 : -1.0,
                     .reason = "line",
                     .moves = 5,
                     .record = "tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3"});
  }
  return games;
}

StudyResults Found(const StudySettings& settings,
                   const std::vector<std::pair<int64_t, int64_t>>& all) {
  const auto game = *envs::MakeGame("tic_tac_toe");
  StudyGames played;
  for (size_t level = 0; level < all.size(); ++level) {
    played.games[{.variant = 0, .level = level}] = Games(all[level].first, all[level].second);
  }
  auto results = StudyResultsOf(settings, played, {game.get()});
  EXPECT_THAT(results, testing::IsOk());
  return *std::move(results);
}

TEST(LadderResultsTest, FreeRenjuOfTheReviewDependsOnStrength) {
  const StudyResults found = Found(Settings({"random", "greedy", "rollouts:8", "rollouts:32"}),
                                   {{200, 17}, {200, 34}, {2200, 42}, {2200, 49}});
  const StrengthVerdict& verdict = found.ladders[0].by_seat;
  EXPECT_EQ(verdict.finding, Finding::kDepends);
  EXPECT_EQ(verdict.place, Place::kInside);
  EXPECT_EQ(verdict.against, (std::vector<size_t>{0, 1, 2}));
  EXPECT_FALSE(found.ladders[0].by_role.has_value());
}

TEST(LadderResultsTest, APlantedBiasOfTenPointsIsABias) {
  const StudyResults found = Found(Settings({"random", "greedy", "rollouts:8", "model:m"}),
                                   {{1500, 60}, {1500, 60}, {1500, 60}, {1500, 60}});
  const StrengthVerdict& verdict = found.ladders[0].by_seat;
  EXPECT_EQ(verdict.finding, Finding::kSettled);
  EXPECT_EQ(verdict.place, Place::kAbove);
  EXPECT_EQ(verdict.witness, 3u);
}

TEST(LadderResultsTest, AFewGamesAreNoAlarm) {
  const StudyResults found = Found(Settings({"random", "rollouts:8"}), {{300, 90}, {40, 90}});
  EXPECT_EQ(found.ladders[0].by_seat.finding, Finding::kTooFew);
  EXPECT_EQ(found.ladders[0].draws.finding, Finding::kTooFew);
  EXPECT_EQ(Found(Settings({"random", "rollouts:8"}), {{300, 90}, {0, 0}}).ladders[0].draws.finding,
            Finding::kTooFew);
}

TEST(LadderResultsTest, BaselinesComeFirstAndCertainlyStrongerJudgesLast) {
  const StudySettings settings = Settings({"mcts:2", "random", "mcts:4", "greedy", "mcts:8"});
  EXPECT_EQ(LadderOrder(settings, nullptr), (std::vector<size_t>{1, 3, 0, 2, 4}));
  // The first beats all others; mcts:8 is only slightly worse than mcts:4.
  std::vector<SeatedCounts> counts;
  for (const size_t other : {1u, 2u, 3u, 4u}) {
    counts.push_back({.seat0 = 0, .seat1 = other, .wins = 40, .losses = 2});
  }
  counts.push_back({.seat0 = 2, .seat1 = 4, .wins = 11, .losses = 9});
  const RatingFit fit = FitRatings(5, counts);
  EXPECT_EQ(LadderOrder(settings, &fit), (std::vector<size_t>{1, 3, 2, 4, 0}));
}

}  // namespace
}  // namespace kvintet::arena
