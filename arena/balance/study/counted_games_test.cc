// Tests of CountGames: when a study has its answer, and that nothing beyond it counts.
#include "arena/balance/study/counted_games.h"

#include <cmath>

#include <gtest/gtest.h>

#include "arena/statistics/verdict.h"

namespace kvintet::arena {
namespace {

StudySettings Settings(size_t variants, double margin, int64_t max_games) {
  StudySettings settings = {.margin = margin, .max_games = max_games};
  for (size_t variant = 0; variant < variants; ++variant) {
    settings.games.push_back("game" + std::to_string(variant));
  }
  settings.levels = {{.name = "random", .specs = std::vector<std::string>(variants, "random")}};
  return settings;
}

// The first player loses the last of every `period` games; with 0 it wins all.
std::vector<StudyGame> Games(int64_t count, int64_t period) {
  std::vector<StudyGame> games;
  for (int64_t i = 0; i < count; ++i) {
    games.push_back({.first_return = period > 0 && i % period == period - 1 ? -1.0 : 1.0});
  }
  return games;
}

TEST(CountedGamesTest, AGameWhoseFirstSeatAlwaysWinsIsSoonDecided) {
  StudyGames played;
  played.games[{.variant = 0, .level = 0}] = Games(1000, 0);
  const CountedGames counted = CountGames(Settings(1, 0.05, 1000), played, 0);
  EXPECT_TRUE(counted.complete);
  EXPECT_LE(counted.games, 40);
  EXPECT_EQ(counted.games % 8, 0);
  EXPECT_EQ(counted.scores[0].score, 1);
  EXPECT_EQ(JudgeFairness(counted.scores[0], 0.05), Fairness::kFirstBeyond);
}

TEST(CountedGamesTest, NoAnswerCountsBeforeTheGamesThatAnyAnswerNeeds) {
  StudyGames played;
  played.games[{.variant = 0, .level = 0}] = Games(1000, 0);
  StudySettings settings = Settings(1, 0.05, 1000);
  settings.min_games = 200;
  EXPECT_EQ(CountGames(settings, played, 0).games, 200);
  settings.max_games = 100;
  const CountedGames all = CountGames(settings, played, 0);
  EXPECT_EQ(all.games, 100);
  EXPECT_TRUE(all.complete);
}

TEST(CountedGamesTest, AnEvenGameIsFairOnceTheIntervalIsInsideTheMargin) {
  StudyGames played;
  played.games[{.variant = 0, .level = 0}] = Games(3000, 2);
  const CountedGames counted = CountGames(Settings(1, 0.05, 3000), played, 0);
  EXPECT_TRUE(counted.complete);
  EXPECT_EQ(JudgeFairness(counted.scores[0], 0.05), Fairness::kFair);
  // The previous look was not enough.
  EXPECT_GE(counted.games, GamesForVerdict(0.05, 0.95, 1e-9));
  ASSERT_GE(counted.tracks[0].size(), 2u);
  const TrackPoint before = counted.tracks[0][counted.tracks[0].size() - 2];
  EXPECT_FALSE(IsDecided(JudgeFairness(before.interval, 0.05)));
}

TEST(CountedGamesTest, GamesBeyondTheAnswerDoNotCount) {
  StudyGames few;
  few.games[{.variant = 0, .level = 0}] = Games(64, 0);
  StudyGames many = few;
  std::vector<StudyGame>& games = many.games[{.variant = 0, .level = 0}];
  const std::vector<StudyGame> lost = Games(500, 1);
  games.insert(games.end(), lost.begin(), lost.end());
  const StudySettings settings = Settings(1, 0.05, 2000);
  const CountedGames a = CountGames(settings, few, 0);
  const CountedGames b = CountGames(settings, many, 0);
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.scores[0].low, b.scores[0].low);
}

TEST(CountedGamesTest, OfAllVariantsEquallyManyCountUntilAllAreDecided) {
  StudyGames played;
  played.games[{.variant = 0, .level = 0}] = Games(3000, 0);
  played.games[{.variant = 1, .level = 0}] = Games(2999, 2);
  const CountedGames counted = CountGames(Settings(2, 0.05, 3000), played, 0);
  EXPECT_TRUE(counted.complete);
  EXPECT_GE(counted.games, GamesForVerdict(0.05, 0.95, 1e-9));
  ASSERT_TRUE(counted.differences[1].has_value());
  EXPECT_FALSE(counted.differences[0].has_value());
  EXPECT_NEAR(counted.differences[1]->score, -0.5, 1e-12);
  EXPECT_LT(counted.differences[1]->high, 0);
}

// As in Tantrix, where a lot decides who begins: the seats are even, but beginning is an advantage.
TEST(CountedGamesTest, AnAnswerBySeatsIsNoneYetByRoles) {
  StudyGames played;
  std::vector<StudyGame>& games = played.games[{.variant = 0, .level = 0}];
  for (int i = 0; i < 3000; ++i) {
    games.push_back({.first_return = i % 2 == 0 ? 1.0 : -1.0});
  }
  const StudySettings settings = Settings(1, 0.05, 3000);
  const int64_t by_seats = CountGames(settings, played, 0).games;
  ASSERT_LT(by_seats, 3000);
  // The side that begins scores 55 %, exactly at the margin, which no number of games decides.
  for (size_t i = 0; i < games.size(); ++i) {
    const bool first_wins = games[i].first_return > 0;
    const bool winner_begins = i % 20 < 11;
    games[i].record = first_wins == winner_begins ? "0 a; 1 b" : "1 a; 0 b";
  }
  EXPECT_EQ(CountGames(settings, played, 0).games, 3000);
}

TEST(CountedGamesTest, TheGamesAllowedAreTheEnd) {
  StudyGames played;
  played.games[{.variant = 0, .level = 0}] = Games(20, 2);
  EXPECT_FALSE(CountGames(Settings(1, 0.05, 21), played, 0).complete);
  const CountedGames counted = CountGames(Settings(1, 0.05, 20), played, 0);
  EXPECT_TRUE(counted.complete);
  EXPECT_EQ(counted.games, 20);
  EXPECT_EQ(JudgeFairness(counted.scores[0], 0.05), Fairness::kUndecided);
}

TEST(CountedGamesTest, OfNoGamesNothingIsKnown) {
  const CountedGames counted = CountGames(Settings(1, 0.05, 20), {}, 0);
  EXPECT_FALSE(counted.complete);
  EXPECT_EQ(counted.games, 0);
  EXPECT_EQ(counted.scores[0].low, 0);
  EXPECT_EQ(counted.scores[0].high, 1);
}

TEST(CountedGamesTest, LooksGetRarer) {
  EXPECT_TRUE(IsLook(8));
  EXPECT_FALSE(IsLook(12));
  EXPECT_TRUE(IsLook(1016));
  EXPECT_TRUE(IsLook(1024));
  EXPECT_FALSE(IsLook(1032));
  EXPECT_TRUE(IsLook(1040));
  EXPECT_FALSE(IsLook(2048 + 16));
}

TEST(CountedGamesTest, PairedDifferencesAreTighterThanTwoScores) {
  // Variant b takes one win in ten from the first player and changes nothing else.
  std::vector<StudyGame> a = Games(400, 2);
  std::vector<StudyGame> b = a;
  for (size_t i = 0; i < b.size(); i += 10) {
    b[i].first_return = -1;
  }
  const Interval difference = DifferenceOf(a, b, 0.95);
  EXPECT_NEAR(difference.score, -0.1, 1e-12);
  EXPECT_LT(difference.high, 0);
  EXPECT_GT(LogEvidenceOfDifference(a, b), std::log(20));
  EXPECT_LT(difference.high - difference.low, ScoreOf(a, 0.95).high - ScoreOf(a, 0.95).low);
  EXPECT_LE(LogEvidenceOfDifference(a, a), 0);
}

}  // namespace
}  // namespace kvintet::arena
