// Tests of TableOf: the tie-breaks of T7.
#include "matches/tournament/tournament_table.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet::matches {
namespace {

using Ranks = std::vector<std::pair<int, std::string>>;

Ranks RanksOf(const std::vector<TournamentResult>& results, const RankingOptions& options = {}) {
  Ranks ranks;
  for (const TableRow& row : TableOf(results, options)) {
    ranks.emplace_back(row.rank, row.player);
  }
  return ranks;
}

// `tenths` are the first player's. The player with more tiles wins.
TournamentResult Game(const std::string& first, const std::string& second, int tenths,
                      std::array<int, 2> scores) {
  const int halves = scores[0] > scores[1] ? 2 : scores[0] == scores[1] ? 1 : 0;
  return {.players = {first, second},
          .tenths = {tenths, 200 - tenths},
          .halves = {halves, 2 - halves},
          .scores = scores};
}

TEST(TournamentTableTest, T7_TournamentPointsRankFirst) {
  const std::vector<TournamentResult> results = {
      Game("a", "b", 133, {20, 19}), Game("b", "c", 160, {25, 16}), Game("c", "a", 150, {20, 15})};
  const std::vector<TableRow> table = TableOf(results, {});
  ASSERT_EQ(table.size(), 3u);
  EXPECT_EQ(table[0].player, "b");
  EXPECT_EQ(table[0].tenths, 67 + 160);
  EXPECT_EQ(table[0].games, 2);
  EXPECT_EQ(table[0].halves, 2);
  EXPECT_EQ(table[0].score, 19 + 25);
  EXPECT_EQ(table[0].difference, -1 + 9);
  EXPECT_EQ(table[1].player, "c");
  EXPECT_EQ(table[2].player, "a");
  EXPECT_EQ(table[2].rank, 3);
}

TEST(TournamentTableTest, T7_ThenPointsBetweenTheTied) {
  // a and b have 250 each; b has beaten a.
  EXPECT_EQ(RanksOf({Game("a", "c", 190, {40, 10}), Game("b", "c", 110, {21, 20}),
                     Game("a", "b", 60, {10, 18})}),
            (Ranks{{1, "b"}, {2, "a"}, {3, "c"}}));
}

TEST(TournamentTableTest, T7_ThenWinsOfAllGamesADrawBeingHalf) {
  // a and b have not played each other. Both have 200: a from a win and a loss, b from a win and a
  // draw, less a time penalty.
  const std::vector<TournamentResult> results = {
      Game("a", "c", 150, {20, 15}), Game("a", "d", 50, {15, 20}), Game("b", "c", 120, {20, 15}),
      Game("b", "d", 80, {15, 15})};
  EXPECT_EQ(RanksOf(results)[1], (std::pair<int, std::string>(2, "b")));
  EXPECT_EQ(RanksOf(results)[2], (std::pair<int, std::string>(3, "a")));
}

TEST(TournamentTableTest, T7_ThenTheDifferenceOfTilesBetweenTheTied) {
  // Two games with one win each and the same points.
  EXPECT_EQ(RanksOf({Game("a", "b", 150, {20, 15}), Game("b", "a", 150, {24, 20})}),
            (Ranks{{1, "a"}, {2, "b"}}));
}

TEST(TournamentTableTest, T7_ThenTheOwnScores) {
  EXPECT_EQ(RanksOf({Game("a", "c", 150, {20, 15}), Game("b", "d", 150, {21, 16}),
                     Game("a", "b", 100, {15, 15})}),
            (Ranks{{1, "b"}, {2, "a"}, {3, "d"}, {4, "c"}}));
}

TEST(TournamentTableTest, T7_WhomNothingPartsShareARank) {
  EXPECT_EQ(RanksOf({Game("b", "a", 100, {15, 15}), Game("c", "d", 200, {50, 0})}),
            (Ranks{{1, "c"}, {2, "a"}, {2, "b"}, {4, "d"}}));
}

TEST(TournamentTableTest, T7_TheOrderIsTheEvents) {
  const std::vector<TournamentResult> results = {Game("a", "b", 150, {20, 15}),
                                                 Game("b", "a", 150, {31, 26})};
  EXPECT_EQ(RanksOf(results), (Ranks{{1, "a"}, {1, "b"}}));
  const std::vector<TournamentResult> others = {
      Game("a", "c", 190, {40, 10}), Game("b", "c", 110, {50, 49}), Game("a", "b", 60, {10, 18})};
  EXPECT_EQ(RanksOf(others, {.ties = {TieBreak::kScore}})[0].second, "b");
  EXPECT_EQ(RanksOf(others, {.ties = {}}), (Ranks{{1, "a"}, {1, "b"}, {3, "c"}}));
}

TEST(TournamentTableTest, T7_BetweenTheTiedMeansThoseStillTied) {
  // a, b and c have beaten each other in a cycle by the same points, so each has a win and a loss.
  // By tiles in the games among the three, c is first; then a and b are level.
  const std::vector<TournamentResult> results = {
      Game("a", "b", 150, {20, 15}), Game("b", "c", 150, {20, 15}), Game("c", "a", 150, {20, 15})};
  EXPECT_EQ(RanksOf(results), (Ranks{{1, "a"}, {1, "b"}, {1, "c"}}));
  std::vector<TournamentResult> more = results;
  more[2].scores = {26, 15};
  EXPECT_EQ(RanksOf(more), (Ranks{{1, "c"}, {2, "b"}, {3, "a"}}));
}

TEST(TournamentTableTest, T7_OfWhoHasMissedMoreThanTwoGamesNoResultCounts) {
  std::vector<TournamentResult> results = {
      Game("a", "x", 150, {0, 0}), Game("b", "x", 150, {0, 0}), Game("c", "x", 150, {0, 0}),
      Game("x", "a", 200, {40, 1}), Game("a", "b", 160, {20, 11})};
  results[0].missed[1] = results[1].missed[1] = true;
  EXPECT_EQ(TableOf(results, {}).size(), 4u);
  results[2].missed[1] = true;
  const std::vector<TableRow> table = TableOf(results, {});
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[0].player, "a");
  EXPECT_EQ(table[0].tenths, 160);
  EXPECT_EQ(table[1].tenths, 40);
  EXPECT_EQ(TableOf(results, {.most_missed = 3}).size(), 4u);
}

TEST(TournamentTableTest, T7_GamesMissedElsewhereInTheSectionCountToo) {
  const std::vector<TournamentResult> results = {Game("a", "b", 160, {20, 11}),
                                                 Game("b", "c", 160, {20, 11})};
  EXPECT_EQ(TableOf(results, {}, {{"c", 2}, {"a", 1}}).size(), 3u);
  EXPECT_EQ(RanksOf(results), (Ranks{{1, "b"}, {2, "a"}, {3, "c"}}));
  const std::vector<TableRow> table = TableOf(results, {}, {{"c", 3}});
  ASSERT_EQ(table.size(), 2u);
  EXPECT_EQ(table[0].player, "a");
}

}  // namespace
}  // namespace kvintet::matches
