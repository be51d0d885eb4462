// Tests of regret matching plus: it converges to equilibria, and allocates only at first.
#include "selfplay/solvers/matrix/regret_matching.h"

#include <gtest/gtest.h>

#include "base/allocation_counter.h"
#include "base/rng.h"
#include "selfplay/solvers/matrix/matrix_game.h"

namespace kvintet::selfplay::solvers {
namespace {

MatrixGame RandomGame(size_t rows, size_t columns, RandomStream* random) {
  MatrixGame game(rows, columns);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      game.At(i, j) = 2 * random->Uniform() - 1;
    }
  }
  return game;
}

template <typename Real>
std::vector<Real> PayoffsOf(const MatrixGame& game) {
  return {game.Payoffs().begin(), game.Payoffs().end()};
}

TEST(RegretMatchingTest, ValuesAreThoseOfLinearProgramming) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  RegretMatching<double> solver;
  for (int i = 0; i < 30; ++i) {
    const MatrixGame game = RandomGame(1 + random.Below(20), 1 + random.Below(20), &random);
    solver.Start(game.Payoffs(), game.Rows(), game.Columns());
    ASSERT_LE(solver.IterateUntil(1e-4, 100000), 1e-4);
    const std::vector<double> row(solver.Row().begin(), solver.Row().end());
    const std::vector<double> column(solver.Column().begin(), solver.Column().end());
    ASSERT_NEAR(NashConv(game, row, column), solver.Gap(), 1e-12);
    ASSERT_NEAR(solver.Value(), SolveMatrixGame(game).value, 1e-4);
  }
}

TEST(RegretMatchingTest, TheGapShrinksWithTheIterations) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  const MatrixGame game = RandomGame(32, 32, &random);
  RegretMatching<float> solver;
  solver.Start(PayoffsOf<float>(game), 32, 32);
  const float uniform = solver.Gap();
  solver.Iterate(64);
  const float early = solver.Gap();
  EXPECT_LT(early, uniform / 8);
  solver.Iterate(960);
  EXPECT_LT(solver.Gap(), early / 8);
  EXPECT_EQ(solver.NumIterations(), 1024);
}

TEST(RegretMatchingTest, StopsAtTheGapOrAtItsLimit) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  const MatrixGame game = RandomGame(16, 16, &random);
  RegretMatching<double> solver;
  solver.Start(game.Payoffs(), 16, 16);
  EXPECT_GT(solver.IterateUntil(0, 20), 0);
  EXPECT_EQ(solver.NumIterations(), 20);
  EXPECT_LE(solver.IterateUntil(0.05, 10000), 0.05);
  EXPECT_LT(solver.NumIterations(), 10000);
}

TEST(RegretMatchingTest, AllocatesOnlyForGamesLargerThanBefore) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  const MatrixGame large = RandomGame(24, 32, &random);
  const MatrixGame small = RandomGame(8, 16, &random);
  RegretMatching<double> solver;
  solver.Start(large.Payoffs(), 24, 32);
  const int64_t before = AllocationCount();
  solver.Start(small.Payoffs(), 8, 16);
  solver.Iterate(64);
  solver.Start(large.Payoffs(), 24, 32);
  solver.IterateUntil(1e-3, 1000);
  EXPECT_EQ(AllocationCount(), before);
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
