// Tests of a step of Kontranto as a pairwise game: known values, all joint moves, and any position.
#include "selfplay/kontranto/step_game.h"

#include <algorithm>
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "envs/games/kontranto/grid.h"
#include "selfplay/solvers/matrix/double_oracle.h"
#include "tests/support/random_step.h"

namespace kvintet::selfplay::kontranto {
namespace {

using envs::kontranto::CellBit;
using envs::kontranto::Cells;
using envs::kontranto::Grid;
using envs::kontranto::JointMove;
using envs::kontranto::SideMoves;
using solvers::JointOptions;
using solvers::PairwiseGame;
using solvers::PairwiseSolution;

// Cells are 7 * row + column.
struct KnownStep {
  std::array<std::vector<int>, 4> pieces;  // White's circles, triangles, Black's
  std::vector<int> conquered;
  size_t white_moves;
  size_t black_moves;
  double value;
};

const std::array<KnownStep, 8> kKnownSteps = {{
    {{{{5, 6}, {3, 26}, {25, 27}, {10, 24}}}, {9, 28, 32}, 736, 2433, -1.0 / 4},
    {{{{14, 22}, {7, 21}, {23, 24}, {0, 8}}}, {}, 1132, 2300, 1.0 / 4},
    {{{{7, 16}, {2, 10}, {1, 8}, {3, 24}}}, {}, 2182, 2324, 1.0 / 8},
    {{{{11, 19}, {18, 24}, {20, 27}, {4, 17}}}, {6, 22, 26}, 3687, 1099, 1.0 / 6},
    {{{{16, 22}, {1, 3}, {21, 23}, {10, 17}}}, {}, 2420, 3525, 1.0 / 4},
    {{{{11, 17}, {1, 23}, {8, 22}, {9, 16}}}, {}, 3820, 4754, -1.0 / 11},
    {{{{12, 24}, {13, 26}, {6, 11}, {18, 27}}}, {17, 30, 31}, 2216, 1201, 15.0 / 56},
    {{{{32, 33}, {19, 27}, {10, 34}, {18, 31}}}, {3, 14, 22}, 1200, 1520, 1.0 / 4},
}};

PairwiseGame GameOf(const KnownStep& step) {
  const Grid grid(7, 5, true);
  const auto cell_of = [&](int number) { return grid.CellAt(number % 7, number / 7); };
  Cells free = grid.All();
  for (const int cell : step.conquered) {
    free &= ~CellBit(cell_of(cell));
  }
  std::array<SideMoves, 2> sides;
  for (size_t k = 0; k < 4; ++k) {
    SideMoves& side = sides[k / 2];
    for (const int number : step.pieces[k]) {
      const auto piece = static_cast<size_t>(side.count++);
      const int cell = cell_of(number);
      side.cells[piece] = static_cast<uint8_t>(cell);
      side.shapes[piece] = static_cast<uint8_t>(k % 2);
      side.targets[piece] = (grid.Neighbours(cell) | CellBit(cell)) & free;
    }
  }
  return StepGame(sides[0], sides[1]);
}

TEST(StepGameTest, EightKnownPositionsHaveTheirMovesAndValues) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (const KnownStep& step : kKnownSteps) {
    const PairwiseGame game = GameOf(step);
    EXPECT_EQ(AllJointMoves(game.rows).size(), step.white_moves);
    EXPECT_EQ(AllJointMoves(game.columns).size(), step.black_moves);
    const PairwiseSolution solution = SolvePairwiseGame(game, {.gap = 1e-10}, &random);
    EXPECT_LE(solution.gap, 1e-10);
    EXPECT_NEAR(solution.value, step.value, 1e-9);
  }
}

// Checks the certificate in 1,000 positions, some crowded, some with many conquered cells.
TEST(StepGameTest, AnyPositionIsSolvedWithACertificate) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  const std::array<std::pair<int, size_t>, 5> kinds = {{{0, 0}, {0, 8}, {0, 16}, {3, 0}, {4, 0}}};
  for (int i = 0; i < 1000; ++i) {
    const auto [window, conquered] = kinds[static_cast<size_t>(i) % kinds.size()];
    const testing::OneStep step = testing::RandomStep(window, conquered, &random);
    const PairwiseGame game = StepGame(step.white, step.black);
    const PairwiseSolution solution = SolvePairwiseGame(game, {}, &random);
    ASSERT_LE(solution.gap, 1e-6) << i;
  }
}

// Pieces crowded on a few cells, some of which must leave them.
SideMoves Crowd(RandomStream* random) {
  SideMoves moves;
  moves.count = 1 + static_cast<int>(random->Below(4));
  for (size_t i = 0; i < static_cast<size_t>(moves.count); ++i) {
    const bool leaver = random->Below(2) == 0;
    moves.cells[i] = static_cast<uint8_t>(i);
    moves.leavers |= (leaver ? 1u : 0u) << i;
    moves.targets[i] = random->Below(64) & random->Below(64);
    if (!leaver) {
      moves.targets[i] |= CellBit(static_cast<int>(i));
    }
  }
  return moves;
}

TEST(StepGameTest, K6_JointMovesAreThoseOfTheRules) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  int given_up = 0;
  for (int i = 0; i < 500; ++i) {
    const SideMoves white = Crowd(&random);
    const PairwiseGame game = StepGame(white, Crowd(&random));
    std::vector<JointMove> ours;
    for (const JointOptions& move : AllJointMoves(game.rows)) {
      ours.push_back(TargetsOf(game.rows, move));
    }
    std::vector<JointMove> rules;
    envs::kontranto::VisitJointMoves(white, [&](const JointMove& move) { rules.push_back(move); });
    ASSERT_EQ(ours, rules);
    given_up += envs::kontranto::FewestGivenUp(white);
    ASSERT_LE(SolvePairwiseGame(game, {}, &random).gap, 1e-7);
  }
  EXPECT_GT(given_up, 50);
}

}  // namespace
}  // namespace kvintet::selfplay::kontranto
