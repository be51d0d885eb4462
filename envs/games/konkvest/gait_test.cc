// Q2: the moves of every figure as a drawing; alternative paths, lines, blockers.
#include "envs/games/konkvest/gait.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "base/rng.h"
#include "envs/games/konkvest/test_table.h"

namespace kvintet::envs::konkvest {
namespace {

// The cells that a piece of seat 0 on e5 of an empty board reaches: X by attack, o by relocation
// only.
std::string MoveTable(GaitName gait) {
  const int cell = ParseCell("e5");
  const Cells piece = Cells::Of(cell);
  const Cells free = kBoard & ~piece;
  const Cells attacked = MoverOf(0, gait).attacked(piece, free);
  const Cells targets = MoverOf(0, gait).targets(piece, free, {});
  return Drawing([&](int at) {
    return at == cell ? '@' : attacked.Has(at) ? 'X' : targets.Has(at) ? 'o' : '.';
  });
}

// Where a piece of seat 0 on e5 may go, with these own and enemy pieces on the board.
std::string TargetsAmong(GaitName gait, const std::vector<std::string>& own,
                         const std::vector<std::string>& enemies) {
  const Cells piece = Cells::Of(ParseCell("e5"));
  Cells free = kBoard & ~piece;
  Cells capturable = {};
  for (const std::string& name : own) {
    free.Remove(ParseCell(name));
  }
  for (const std::string& name : enemies) {
    free.Remove(ParseCell(name));
    capturable.Add(ParseCell(name));
  }
  std::string names;
  (MoverOf(0, gait).targets(piece, free, capturable) & kBoard).ForEach([&](int cell) {
    absl::StrAppend(&names, names.empty() ? "" : " ", CellName(cell));
  });
  return names;
}

TEST(GaitTest, Q2_PawnAttacksTwoCellsAndRelocatesStraightForwardTwo) {
  EXPECT_EQ(MoveTable(kPawnGait), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . o . . . . . .
 . . . . X X . . . . .
  . . . . @ . . . . .
   . . . . . . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_SupportAttacksInJumpsAndRelocatesOneForward) {
  EXPECT_EQ(MoveTable(kSupportGait), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . X . . . . . .
 . . . X o o X . . . .
  . . . . @ . . . . .
   . . . . . . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_GuardAttacksOneOrTwoCellsAlongTwoLines) {
  EXPECT_EQ(MoveTable(kGuardLines), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . X . X . . . . .
 . . . . X X . . . . .
  . . . o @ o . . . .
   . . . . . . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_GuardMayReachStraightInstead) {
  EXPECT_EQ(MoveTable(kGuardStraight), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . X . . . . . .
 . . . . X X . . . . .
  . . . o @ o . . . .
   . . . . . . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_HunterAttacksAlongBothForwardLines) {
  EXPECT_EQ(MoveTable(kHunterGait), R"(
      . . . . . .
     . . . . . . X
    X . . . . . X .
   . X . . . . X . .
  . . X . . . X . . .
 . . . X . . X . . . .
. . . . X . X . . . . .
 . . . . X X . . . . .
  . . . . @ . . . . .
   . . . . . . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_RookAttacksAlongTheRowAndOneCellForward) {
  EXPECT_EQ(MoveTable(kRookGait), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . X X . . . . .
  X X X X @ X X X X X
   . . . . . . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_GeneralAttacksOneOrTwoCellsAlongFourLines) {
  EXPECT_EQ(MoveTable(kGeneralLines), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . X . X . . . . .
 . . . . X X . . . . .
  . . X X @ X X . . .
   . . . o o . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_GeneralMayReachTheWholeAreaInstead) {
  EXPECT_EQ(MoveTable(kGeneralArea), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . X X X . . . . .
 . . . X X X X . . . .
  . . X X @ X X . . .
   . . . o o . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_QueenAttacksAllAroundAndRelocatesTwo) {
  EXPECT_EQ(MoveTable(kQueenStraight), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . X X . . . . .
  . . o X @ X o . . .
   . . . X X . . . .
    . . . o . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_QueenMayRetreatAlongLinesInstead) {
  EXPECT_EQ(MoveTable(kQueenLines), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . . . . . . . .
 . . . . X X . . . . .
  . . o X @ X o . . .
   . . . X X . . . .
    . . o . o . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_HeroAttacksOneCellAndStraightForwardTwo) {
  EXPECT_EQ(MoveTable(kHeroGait), R"(
      . . . . . .
     . . . . . . .
    . . . . . . . .
   . . . . . . . . .
  . . . . . . . . . .
 . . . . . . . . . . .
. . . . . X . . . . . .
 . . . . X X . . . . .
  . . . X @ X . . . .
   . . . o o . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

TEST(GaitTest, Q2_ChampionAttacksAlongFourLines) {
  EXPECT_EQ(MoveTable(kChampionGait), R"(
      . . . . . .
     . . . . . . X
    X . . . . . X .
   . X . . . . X . .
  . . X . . . X . . .
 . . . X . . X . . . .
. . . . X . X . . . . .
 . . . . X X . . . . .
  X X X X @ X X X X X
   . . . o o . . . .
    . . . . . . . .
     . . . . . . .
      . . . . . .
)");
}

// Cells around e5: L e4, R e6, FL f5, FR f6, BL d4, BR d5; F2 g6, SL f4, SR f7; B2 c4.

TEST(GaitTest, Q2_ACaptureEndsALineAndAnOwnPieceStopsItBefore) {
  EXPECT_EQ(TargetsAmong(kRookGait, {"e3"}, {"e7"}), "e4 e6 e7 f5 f6");
  EXPECT_EQ(TargetsAmong(kHunterGait, {"h7"}, {"g5"}), "f5 f6 g5 g7");
}

TEST(GaitTest, Q2_OfTwoCellsToCrossOneFreeIsEnough) {
  EXPECT_EQ(TargetsAmong(kPawnGait, {"f5"}, {}), "f6 g6");
  EXPECT_EQ(TargetsAmong(kPawnGait, {"f6"}, {}), "f5 g6");
  EXPECT_EQ(TargetsAmong(kPawnGait, {"f5", "f6"}, {}), "");
  EXPECT_EQ(TargetsAmong(kHeroGait, {"f5"}, {}), "d4 d5 e4 e6 f6 g6");
  EXPECT_EQ(TargetsAmong(kHeroGait, {"f5", "f6"}, {}), "d4 d5 e4 e6");
}

TEST(GaitTest, Q2_AnEnemyToCrossIsNoFreeCell) {
  EXPECT_EQ(TargetsAmong(kPawnGait, {}, {"f5", "f6"}), "f5 f6");
  EXPECT_EQ(TargetsAmong(kGuardLines, {}, {"f5"}), "e4 e6 f5 f6 g7");
}

TEST(GaitTest, Q2_APawnRelocatesTwoOntoFreeCellsOnly) {
  EXPECT_EQ(TargetsAmong(kPawnGait, {}, {"g6"}), "f5 f6");
}

TEST(GaitTest, Q2_ASupportGoesAsideOverEitherCell) {
  EXPECT_EQ(TargetsAmong(kSupportGait, {"f5", "f6"}, {}), "f4 f7");
  EXPECT_EQ(TargetsAmong(kSupportGait, {"e4", "e6"}, {}), "f4 f5 f6 f7 g6");
  EXPECT_EQ(TargetsAmong(kSupportGait, {"e4", "f5"}, {}), "f6 f7 g6");
  EXPECT_EQ(TargetsAmong(kSupportGait, {"e4", "e6", "f5", "f6"}, {}), "");
}

TEST(GaitTest, Q2_ASupportTakesNothingBesideOrBeforeItself) {
  EXPECT_EQ(TargetsAmong(kSupportGait, {}, {"e4", "e6", "f5", "f6"}), "");
  EXPECT_EQ(TargetsAmong(kSupportGait, {}, {"f4", "f7", "g6"}), "f4 f5 f6 f7 g6");
}

TEST(GaitTest, Q2_AGuardTakesNothingBesideItself) {
  EXPECT_EQ(TargetsAmong(kGuardLines, {"f5", "f6"}, {"e4", "e6"}), "");
  EXPECT_EQ(TargetsAmong(kGuardStraight, {"f5"}, {"g6"}), "e4 e6 f6 g6");
  EXPECT_EQ(TargetsAmong(kGuardStraight, {"f5", "f6"}, {"g6"}), "e4 e6");
}

TEST(GaitTest, Q2_AQueenRelocatesOverFreeCellsOnly) {
  EXPECT_EQ(TargetsAmong(kQueenStraight, {"e4"}, {"e7"}), "c4 d4 d5 e6 f5 f6");
  EXPECT_EQ(TargetsAmong(kQueenStraight, {"d4"}, {}), "d5 e3 e4 e6 e7 f5 f6");
  EXPECT_EQ(TargetsAmong(kQueenStraight, {}, {"d5"}), "d4 d5 e3 e4 e6 e7 f5 f6");
  EXPECT_EQ(TargetsAmong(kQueenLines, {"d4"}, {}), "c5 d5 e3 e4 e6 e7 f5 f6");
}

TEST(GaitTest, Q2_OnlyTheQueenTakesBackwards) {
  for (const GaitName gait : {kGeneralLines, kGeneralArea, kHeroGait, kChampionGait}) {
    const std::string around = TargetsAmong(gait, {"e4", "e6", "f5", "f6"}, {"d4", "d5"});
    EXPECT_EQ(around, "") << int{gait};
  }
  EXPECT_EQ(TargetsAmong(kQueenStraight, {"e4", "e6", "f5", "f6"}, {"d4", "d5"}), "d4 d5");
}

TEST(GaitTest, Q2_AnAreaIsReachedOverOneOfTwoCells) {
  EXPECT_EQ(TargetsAmong(kGeneralArea, {"f5", "f6", "d4", "d5"}, {}), "e3 e4 e6 e7 f4 f7");
  EXPECT_EQ(TargetsAmong(kGeneralArea, {"f5", "e4", "d4", "d5"}, {}), "e6 e7 f6 f7 g6 g7");
}

TEST(GaitTest, Q2_NothingLeavesTheBoard) {
  RandomStream random(7, 0, 0, Purpose::kTest);
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    for (size_t gait = 0; gait < kGaits.size(); ++gait) {
      kBoard.ForEach([&](int cell) {
        const Cells piece = Cells::Of(cell);
        const Cells free = kBoard & ~piece;
        const auto targets = MoverOf(seat, static_cast<GaitName>(gait)).targets(piece, free, {});
        EXPECT_EQ(targets & ~kBoard, Cells{});
        targets.ForEach([&](int to) {
          const bool line = (kGaits[gait].attacks & (kLineL | kLineR | kLineFL | kLineFR)) != 0;
          const int rows = std::abs(RowOf(to) - RowOf(cell));
          EXPECT_TRUE(line || rows <= 2) << CellName(cell) << " " << CellName(to);
          EXPECT_TRUE(line || std::abs(ColumnOf(to) - ColumnOf(cell)) <= 2)
              << CellName(cell) << " " << CellName(to);
        });
      });
    }
  }
}

TEST(GaitTest, Q2_Seat1MovesAsSeat0OnTheTurnedBoard) {
  RandomStream random(8, 0, 0, Purpose::kTest);
  for (int i = 0; i < 2000; ++i) {
    const int cell = kDense.cell[random.Below(kCells)];
    Cells free = {};
    Cells capturable = {};
    kBoard.ForEach([&](int other) {
      const uint32_t what = other == cell ? 3 : random.Below(5);
      (what < 2 ? free : capturable).words[static_cast<size_t>(other) / 64] |= uint64_t{what < 3}
                                                                               << (other % 64);
    });
    for (size_t gait = 0; gait < kGaits.size(); ++gait) {
      const auto name = static_cast<GaitName>(gait);
      for (const int symmetry : {1, 2, 3}) {
        const size_t seat = (symmetry & 2) != 0 ? 1 : 0;
        EXPECT_EQ(MoverOf(seat, name)
                      .targets(Cells::Of(ImageOf(symmetry, cell)), ImageOf(symmetry, free),
                               ImageOf(symmetry, capturable)),
                  ImageOf(symmetry, MoverOf(0, name).targets(Cells::Of(cell), free, capturable)));
      }
    }
  }
}

}  // namespace
}  // namespace kvintet::envs::konkvest
