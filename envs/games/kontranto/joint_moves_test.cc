// Tests of joint moves: counting, listing and the best one, against plain enumeration and known
// positions.
#include "envs/games/kontranto/joint_moves.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

#include "envs/games/kontranto/table.h"

namespace kvintet::envs::kontranto {
namespace {

// Cells are 7 * row + column.
struct OneStep {
  std::array<std::vector<int>, 4> pieces;  // White's circles, triangles, Black's
  std::vector<int> conquered;
  int64_t white_moves;
  int64_t black_moves;
};

const std::array<OneStep, 8> kOneSteps = {{
    {{{{5, 6}, {3, 26}, {25, 27}, {10, 24}}}, {9, 28, 32}, 736, 2433},
    {{{{14, 22}, {7, 21}, {23, 24}, {0, 8}}}, {}, 1132, 2300},
    {{{{7, 16}, {2, 10}, {1, 8}, {3, 24}}}, {}, 2182, 2324},
    {{{{11, 19}, {18, 24}, {20, 27}, {4, 17}}}, {6, 22, 26}, 3687, 1099},
    {{{{16, 22}, {1, 3}, {21, 23}, {10, 17}}}, {}, 2420, 3525},
    {{{{11, 17}, {1, 23}, {8, 22}, {9, 16}}}, {}, 3820, 4754},
    {{{{12, 24}, {13, 26}, {6, 11}, {18, 27}}}, {17, 30, 31}, 2216, 1201},
    {{{{32, 33}, {19, 27}, {10, 34}, {18, 31}}}, {3, 14, 22}, 1200, 1520},
}};

Table LayOut(const OneStep& step) {
  Table table;
  const auto sorted = [&](const std::vector<int>& cells) {
    Cells set = 0;
    for (const int cell : cells) {
      set |= CellBit(table.rules.Board().CellAt(cell % 7, cell / 7));
    }
    return set;
  };
  const Grid& grid = table.rules.Board();
  table.LayOut(absl::StrCat("conquered ", grid.Names(sorted(step.conquered)), " / -; W c ",
                            grid.Names(sorted(step.pieces[0])), " t ",
                            grid.Names(sorted(step.pieces[1])), "; B c ",
                            grid.Names(sorted(step.pieces[2])), " t ",
                            grid.Names(sorted(step.pieces[3])), "; white 0; step"));
  return table;
}

TEST(JointMovesTest, CountsOfEightKnownPositions) {
  for (const OneStep& step : kOneSteps) {
    const Table table = LayOut(step);
    EXPECT_EQ(CountJointMoves(table.rules.MovesOf(table.p, kWhite)), step.white_moves);
    EXPECT_EQ(CountJointMoves(table.rules.MovesOf(table.p, kBlack)), step.black_moves);
  }
}

// Enumerates all assignments, however many pieces they give up; the legal ones give up the fewest.
void Enumerate(const SideMoves& moves, size_t piece, JointMove* move,
               std::vector<std::pair<int, JointMove>>* found) {
  if (static_cast<int>(piece) == moves.count) {
    const auto given_up = std::count(move->begin(), move->begin() + moves.count, kGivenUp);
    found->emplace_back(static_cast<int>(given_up), *move);
    return;
  }
  ForEachCell(moves.targets[piece], [&](int cell) {
    const auto end = move->begin() + static_cast<ptrdiff_t>(piece);
    if (std::find(move->begin(), end, cell) == end) {
      (*move)[piece] = static_cast<uint8_t>(cell);
      Enumerate(moves, piece + 1, move, found);
    }
  });
  if (moves.MustLeave(static_cast<int>(piece))) {
    (*move)[piece] = kGivenUp;
    Enumerate(moves, piece + 1, move, found);
  }
  (*move)[piece] = 0;
}

// Up to six pieces crowded on a few cells. Those that need not leave can all stay.
SideMoves Crowd(RandomStream* random) {
  SideMoves moves;
  moves.count = 1 + static_cast<int>(random->Below(6));
  for (size_t i = 0; i < static_cast<size_t>(moves.count); ++i) {
    const bool leaver = random->Below(2) == 0;
    moves.cells[i] = static_cast<uint8_t>(i);
    moves.leavers |= (leaver ? 1u : 0u) << i;
    moves.targets[i] = random->Below(256) & random->Below(256);
    if (!leaver) {
      moves.targets[i] |= CellBit(static_cast<int>(i));
    }
  }
  return moves;
}

TEST(JointMovesTest, K6_LegalMovesAreThoseThatGiveUpFewest) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  int given_up = 0;
  for (int crowd = 0; crowd < 4000; ++crowd) {
    const SideMoves moves = Crowd(&random);
    std::vector<std::pair<int, JointMove>> all;
    JointMove move = {};
    Enumerate(moves, 0, &move, &all);
    const int fewest = std::ranges::min(all, {}, &std::pair<int, JointMove>::first).first;
    std::erase_if(all, [&](const auto& one) { return one.first > fewest; });
    std::vector<JointMove> listed;
    VisitJointMoves(moves, [&](const JointMove& one) { listed.push_back(one); });
    ASSERT_EQ(FewestGivenUp(moves), fewest);
    ASSERT_EQ(CountJointMoves(moves), static_cast<int64_t>(all.size()));
    ASSERT_EQ(listed.size(), all.size());
    for (size_t i = 0; i < listed.size(); ++i) {
      ASSERT_EQ(listed[i], all[i].second);
    }
    given_up += fewest;
  }
  EXPECT_GT(given_up, 500);
}

TEST(JointMovesTest, BestJointMoveIsTheBestOfAll) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  for (int crowd = 0; crowd < 1000; ++crowd) {
    const SideMoves moves = Crowd(&random);
    PieceCells worth = {};
    for (auto& cells : worth) {
      for (double& cell : cells) {
        cell = static_cast<double>(random.Below(9)) - 4;
      }
    }
    double most = -1000;
    VisitJointMoves(moves, [&](const JointMove& move) {
      double sum = 0;
      for (size_t i = 0; i < static_cast<size_t>(moves.count); ++i) {
        sum += move[i] == kGivenUp ? 0 : worth[i][move[i]];
      }
      most = std::max(most, sum);
    });
    ASSERT_EQ(BestJointMove(moves, worth).value, most);
  }
}

TEST(JointMovesTest, APlacementHas89700Moves) {
  Table table;
  int64_t pairs = 0;
  for (const Action first : table.Legal(0)) {
    Table next = table;
    next.rules.Step(&next.p, &next.history, Actor::kSeat0, first);
    pairs += static_cast<int64_t>(next.Legal(0).size());
  }
  EXPECT_EQ(pairs * (24 * 23 / 2), 89700);
}

TEST(GreedyTest, TakesTheClashThatIsLikeliest) {
  Table table;
  // Black's circle in the corner can go to four cells, and White's circle can reach two of them.
  table.LayOut("conquered - / -; W c C1; B c A1; white 0; step");
  std::vector<Action> best;
  table.rules.GreedyActions(table.rules.MakeView(table.p, Seat::k0), &best);
  std::vector<std::string> names;
  for (const Action action : best) {
    names.push_back(table.rules.ActionName(table.rules.MakeView(table.p, Seat::k0), action));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"C1-B1", "C1-B2"}));
  table.rules.GreedyActions(table.rules.MakeView(table.p, Seat::k1), &best);
  EXPECT_EQ(best.size(), 2u);
}

}  // namespace
}  // namespace kvintet::envs::kontranto
