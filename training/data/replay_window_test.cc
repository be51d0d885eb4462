// Tests of ReplayWindow: the order of rows, and which games may be forgotten.
#include "training/data/replay_window.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace kvintet::training {
namespace {

// A game with `rows` rows, identified by its number.
selfplay::GameRecord Game(uint32_t number, size_t rows) {
  selfplay::GameRecord record;
  record.number = number;
  record.rows.resize(rows);
  return record;
}

// Games of 3, 1 and 2 rows.
ReplayWindow Example() {
  ReplayWindow window;
  window.Add(Game(10, 3));
  window.Add(Game(11, 1));
  window.Add(Game(12, 2));
  return window;
}

void ExpectRow(const WindowRow& found, uint32_t game, int row) {
  EXPECT_EQ(found.record->number, game);
  EXPECT_EQ(found.row, row);
}

TEST(ReplayWindowTest, CountsRowsFromTheOldestOfThoseAskedFor) {
  const ReplayWindow window = Example();
  EXPECT_EQ(window.TotalRows(), 6);
  ExpectRow(window.At(0, 6), 10, 0);
  ExpectRow(window.At(2, 6), 10, 2);
  ExpectRow(window.At(3, 6), 11, 0);
  ExpectRow(window.At(5, 6), 12, 1);
  ExpectRow(window.At(0, 4), 10, 2);
  ExpectRow(window.At(0, 1), 12, 1);
}

TEST(ReplayWindowTest, AShareOfTheGamesIsHeldOutByTheirNumbers) {
  int held_out = 0;
  for (uint32_t number = 0; number < 10000; ++number) {
    held_out += IsHeldOut(number, 0.02) ? 1 : 0;
    EXPECT_LE(IsHeldOut(number, 0.02), IsHeldOut(number, 0.1)) << number;
    EXPECT_FALSE(IsHeldOut(number, 0)) << number;
  }
  EXPECT_NEAR(held_out, 200, 60);
}

TEST(ReplayWindowTest, RowsSayWhetherTheyAreHeldOutAndThenHaveNoSurprise) {
  ReplayWindow window(0, 0.5);
  int64_t units = 0;
  for (uint32_t number = 0; number < 20; ++number) {
    selfplay::GameRecord record = Game(number, 1);
    record.rows[0].surprise = 3;
    units += IsHeldOut(number, 0.5) ? 0 : selfplay::SurpriseUnits(3);
    window.Add(std::move(record));
  }
  for (int64_t row = 0; row < 20; ++row) {
    EXPECT_EQ(window.At(row, 20).held_out, IsHeldOut(static_cast<uint32_t>(row), 0.5));
  }
  EXPECT_EQ(window.Surprise(20), units);
  for (int64_t unit = 0; unit < units; ++unit) {
    EXPECT_FALSE(window.BySurprise(unit, 20).held_out);
  }
}

TEST(ReplayWindowTest, TrimKeepsEveryGameStillNeeded) {
  ReplayWindow window = Example();
  window.Trim(4);
  ExpectRow(window.At(0, 4), 10, 2);
  window.Trim(3);
  ExpectRow(window.At(0, 3), 11, 0);
  EXPECT_EQ(window.TotalRows(), 6);
  EXPECT_DEATH(window.At(0, 4), "after != games_.begin");
}

TEST(ReplayWindowTest, GamesWithoutRowsAreNotKept) {
  ReplayWindow window;
  window.Add(Game(1, 0));
  window.Add(Game(2, 1));
  ExpectRow(window.At(0, 1), 2, 0);
}

// A resumed run holds only the newest games, and must count like one that held them all.
TEST(ReplayWindowTest, RowsThatAreNotHeldCount) {
  ReplayWindow window(100);
  window.Add(Game(7, 2));
  EXPECT_EQ(window.TotalRows(), 102);
  ExpectRow(window.At(1, 2), 7, 1);
}

// Games with rows of 1, 0, 4 | 9 | 0, 1 units.
ReplayWindow Surprising() {
  ReplayWindow window;
  const std::vector<std::vector<selfplay::SurpriseCode>> games = {{1, 0, 2}, {3}, {0, 1}};
  for (uint32_t i = 0; i < 3; ++i) {
    selfplay::GameRecord game = Game(10 + i, games[i].size());
    for (size_t row = 0; row < games[i].size(); ++row) {
      game.rows[row].surprise = games[i][row];
    }
    window.Add(std::move(game));
  }
  return window;
}

TEST(ReplayWindowTest, SumsSurpriseOverTheNewestRows) {
  const ReplayWindow window = Surprising();
  EXPECT_EQ(window.Surprise(6), 15);
  EXPECT_EQ(window.Surprise(5), 14);
  EXPECT_EQ(window.Surprise(4), 14);
  EXPECT_EQ(window.Surprise(3), 10);
  EXPECT_EQ(window.Surprise(1), 1);
}

TEST(ReplayWindowTest, FindsEachRowByItsShareOfTheSurprise) {
  const ReplayWindow window = Surprising();
  ExpectRow(window.BySurprise(0, 6), 10, 0);
  for (const int64_t units : {1, 4}) {
    ExpectRow(window.BySurprise(units, 6), 10, 2);
  }
  for (const int64_t units : {5, 13}) {
    ExpectRow(window.BySurprise(units, 6), 11, 0);
  }
  ExpectRow(window.BySurprise(14, 6), 12, 1);
  ExpectRow(window.BySurprise(0, 3), 11, 0);
  ExpectRow(window.BySurprise(9, 3), 12, 1);
}

// A resumed run has not seen the earlier games.
TEST(ReplayWindowTest, SurpriseOfForgottenGamesDoesNotMatter) {
  ReplayWindow window = Surprising();
  window.Trim(3);
  EXPECT_EQ(window.Surprise(3), 10);
  ExpectRow(window.BySurprise(9, 3), 12, 1);
}

}  // namespace
}  // namespace kvintet::training
