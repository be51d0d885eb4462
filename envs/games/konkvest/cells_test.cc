// Q1, Q4: the board's cells, the steps between them, and what is directly behind, by geometry.
#include "envs/games/konkvest/cells.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "envs/games/konkvest/territory.h"

namespace kvintet::envs::konkvest {
namespace {

// Twice the distance of a cell to the right of the board's vertical axis.
int Aside(int cell) {
  const int row = RowOf(cell);
  return 2 * (ColumnOf(cell) - FirstColumn(row)) - (RowWidth(row) - 1);
}

// The cell that lies `rows` up and `halves` half cells to the right, or kNoCell.
int Seen(int cell, int rows, int halves) {
  int found = kNoCell;
  kBoard.ForEach([&](int other) {
    if (RowOf(other) == RowOf(cell) + rows && Aside(other) == Aside(cell) + halves) {
      found = other;
    }
  });
  return found;
}

Cells RandomCells(RandomStream* random) {
  Cells cells = {};
  kBoard.ForEach([&](int cell) {
    if (random->Below(8) == 0) {
      cells.Add(cell);
    }
  });
  return cells;
}

template <int kBy>
void ExpectStep(int rows, int halves) {
  kBoard.ForEach([&](int cell) {
    const Cells step = Shifted<kBy>(Cells::Of(cell)) & kBoard;
    const int seen = Seen(cell, rows, halves);
    EXPECT_EQ(step, seen == kNoCell ? Cells{} : Cells::Of(seen)) << CellName(cell) << " " << kBy;
  });
}

TEST(CellsTest, Q1_ThereAre114CellsInThirteenRows) {
  EXPECT_EQ(kBoard.Count(), 114);
  std::vector<int> widths;
  for (int row = 0; row < kRows; ++row) {
    widths.push_back(RowsFrom(row, row).Count());
  }
  EXPECT_EQ(widths, (std::vector<int>{6, 7, 8, 9, 10, 11, 12, 11, 10, 9, 8, 7, 6}));
}

TEST(CellsTest, Q1_CellsAreNamedByRowAndNumber) {
  std::set<std::string> names;
  kBoard.ForEach([&](int cell) {
    EXPECT_EQ(ParseCell(CellName(cell)), cell);
    names.insert(CellName(cell));
  });
  EXPECT_EQ(names.size(), 114u);
  for (const char* name : {"a1", "a6", "g1", "g12", "m1", "m6"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  for (const char* name : {"", "a", "a0", "a7", "g13", "m7", "n1", "a01", "a1 ", "A1"}) {
    EXPECT_EQ(ParseCell(name), kNoCell) << name;
  }
}

TEST(CellsTest, Q1_StepsOfBothSeatsAreThoseOfTheHexagons) {
  ExpectStep<Steps<1>::kL>(0, -2);
  ExpectStep<Steps<1>::kR>(0, 2);
  ExpectStep<Steps<1>::kFL>(1, -1);
  ExpectStep<Steps<1>::kFR>(1, 1);
  ExpectStep<Steps<1>::kBL>(-1, -1);
  ExpectStep<Steps<1>::kBR>(-1, 1);
  ExpectStep<Steps<-1>::kL>(0, 2);
  ExpectStep<Steps<-1>::kR>(0, -2);
  ExpectStep<Steps<-1>::kFL>(-1, 1);
  ExpectStep<Steps<-1>::kFR>(-1, -1);
  ExpectStep<Steps<-1>::kBL>(1, 1);
  ExpectStep<Steps<-1>::kBR>(1, -1);
}

TEST(CellsTest, Q1_BasesAreB4AndL4TheOnlyCellsOfTheirRowsOnTheMiddleLine) {
  EXPECT_EQ(CellName(kBase[0]), "b4");
  EXPECT_EQ(CellName(kBase[1]), "l4");
  for (const int row : {0, 1, kRows - 2, kRows - 1}) {
    RowsFrom(row, row).ForEach([&](int cell) {
      EXPECT_EQ(Aside(cell) == 0, cell == kBase[0] || cell == kBase[1]) << CellName(cell);
    });
  }
}

TEST(CellsTest, NumbersWithoutGapsAscend) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  for (int i = 0; i < 100; ++i) {
    const Cells cells = RandomCells(&random);
    DenseCells expected = {};
    cells.ForEach([&](int cell) {
      const size_t index = kDense.index[static_cast<size_t>(cell)];
      EXPECT_EQ(kDense.cell[index], cell);
      expected[index / 64] |= uint64_t{1} << (index % 64);
    });
    EXPECT_EQ(Dense(cells), expected);
  }
  EXPECT_EQ(kDense.cell[0], ParseCell("a1"));
  EXPECT_EQ(kDense.cell[113], ParseCell("m6"));
}

TEST(CellsTest, ImagesKeepTheBoardAndItsNeighbours) {
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    EXPECT_EQ(ImageOf(symmetry, kBoard), kBoard);
    kBoard.ForEach([&](int cell) {
      const int image = ImageOf(symmetry, cell);
      const int side = (symmetry & 2) != 0 ? -1 : 1;
      EXPECT_EQ(ImageOf(symmetry, image), cell);
      EXPECT_EQ(Aside(image), Aside(cell) * ((symmetry & 1) != 0 ? -side : side));
      EXPECT_EQ(RowOf(image), side == 1 ? RowOf(cell) : kRows - 1 - RowOf(cell));
    });
  }
  EXPECT_EQ(ImageOf(2, kBase[0]), kBase[1]);
  EXPECT_EQ(ImageOf(1, kBase[0]), kBase[0]);
}

// Whether `cell` is in the strip (or cone) behind a piece of the seat.
bool IsBehind(size_t seat, bool cone, int piece, int cell) {
  const int rows = (RowOf(piece) - RowOf(cell)) * (seat == 0 ? 1 : -1);
  const int aside = std::abs(Aside(cell) - Aside(piece));
  return rows >= 0 && aside <= (cone ? rows : rows % 2);
}

TEST(TerritoryTest, Q4_DirectlyBehindIsTheStripThatThePieceWouldSweep) {
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    for (const bool cone : {false, true}) {
      kBoard.ForEach([&](int piece) {
        Cells expected = {};
        kBoard.ForEach([&](int cell) {
          if (IsBehind(seat, cone, piece, cell)) {
            expected.Add(cell);
          }
        });
        EXPECT_EQ(Behind(seat, cone, Cells::Of(piece)), expected) << CellName(piece);
      });
    }
  }
}

TEST(TerritoryTest, Q4_OfManyPiecesItIsTheUnion) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  for (int i = 0; i < 100; ++i) {
    const Cells pieces = RandomCells(&random);
    for (const size_t seat : {size_t{0}, size_t{1}}) {
      for (const bool cone : {false, true}) {
        Cells expected = {};
        pieces.ForEach([&](int piece) { expected |= Behind(seat, cone, Cells::Of(piece)); });
        EXPECT_EQ(Behind(seat, cone, pieces), expected);
      }
    }
  }
}

TEST(TerritoryTest, InFrontAreThoseThatHaveItBehindThem) {
  RandomStream random(5, 0, 0, Purpose::kTest);
  const Cells cells = RandomCells(&random) & RowsFrom(4, 8);
  for (const size_t seat : {size_t{0}, size_t{1}}) {
    for (const bool cone : {false, true}) {
      const Cells front = InFrontOf(seat, cone, cells);
      kBoard.ForEach([&](int cell) {
        EXPECT_EQ(front.Has(cell), (Behind(seat, cone, Cells::Of(cell)) & cells).Any());
      });
    }
  }
}

}  // namespace
}  // namespace kvintet::envs::konkvest
