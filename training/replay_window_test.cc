// Tests of ReplayWindow: which row is which, and what may be forgotten.
#include "training/replay_window.h"

#include <gtest/gtest.h>

namespace kvintet::training {
namespace {

// A game with so many rows, known by its number.
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

// A run that goes on holds the newest games only, and must count like one that held them all.
TEST(ReplayWindowTest, RowsThatAreNotHeldCount) {
  ReplayWindow window(100);
  window.Add(Game(7, 2));
  EXPECT_EQ(window.TotalRows(), 102);
  ExpectRow(window.At(1, 2), 7, 1);
}

}  // namespace
}  // namespace kvintet::training
