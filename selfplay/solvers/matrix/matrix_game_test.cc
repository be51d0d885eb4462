// Tests of matrix games: known values, comparison with exact fractions, and many tied equilibria.
#include "selfplay/solvers/matrix/matrix_game.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "tests/support/rational_matrix_game.h"

namespace kvintet::selfplay::solvers {
namespace {

using testing::Rational;

MatrixSolution Solved(const MatrixGame& game) {
  MatrixSolution solution = SolveMatrixGame(game);
  EXPECT_LT(solution.gap, 1e-12);
  EXPECT_NEAR(NashConv(game, solution.row, solution.column), solution.gap, 1e-15);
  return solution;
}

void ExpectStrategy(const std::vector<double>& strategy, const std::vector<double>& wanted) {
  ASSERT_EQ(strategy.size(), wanted.size());
  for (size_t k = 0; k < wanted.size(); ++k) {
    EXPECT_NEAR(strategy[k], wanted[k], 1e-12) << k;
  }
}

TEST(MatrixGameTest, KnownValuesAndStrategies) {
  const MatrixSolution pennies = Solved({{1, -1}, {-1, 1}});
  EXPECT_NEAR(pennies.value, 0, 1e-12);
  ExpectStrategy(pennies.row, {0.5, 0.5});
  const MatrixSolution two = Solved({{2, 0}, {0, 1}});
  EXPECT_NEAR(two.value, 2.0 / 3, 1e-12);
  ExpectStrategy(two.row, {1.0 / 3, 2.0 / 3});
  ExpectStrategy(two.column, {1.0 / 3, 2.0 / 3});
  const MatrixSolution rps = Solved({{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}});
  EXPECT_NEAR(rps.value, 0, 1e-12);
  ExpectStrategy(rps.row, {1.0 / 3, 1.0 / 3, 1.0 / 3});
}

TEST(MatrixGameTest, BiasedRockPaperScissors) {
  const MatrixGame game = {{0, -0.25, 0.5}, {0.25, 0, -0.05}, {-0.5, 0.05, 0}};
  const MatrixSolution solution = Solved(game);
  EXPECT_NEAR(solution.value, 0, 1e-12);
  ExpectStrategy(solution.row, {1.0 / 16, 10.0 / 16, 5.0 / 16});
  ExpectStrategy(solution.column, {1.0 / 16, 10.0 / 16, 5.0 / 16});
  const std::vector<double> uniform(3, 1.0 / 3);
  EXPECT_NEAR(NashConv(game, uniform, uniform) / 2, 1.0 / 12, 1e-12);
}

TEST(MatrixGameTest, WeightedRockPaperScissorsIsPlayedByTheOthersWeights) {
  const double a = 2;
  const double b = 3;
  const double c = 5;
  const MatrixSolution solution = Solved({{0, -a, b}, {a, 0, -c}, {-b, c, 0}});
  ExpectStrategy(solution.row, {c / 10, b / 10, a / 10});
}

TEST(MatrixGameTest, ASaddlePointIsPlayedPure) {
  const MatrixSolution solution = Solved({{2, 1, 5}, {-3, -4, -2}});
  EXPECT_NEAR(solution.value, 1, 1e-12);
  ExpectStrategy(solution.row, {1, 0});
  ExpectStrategy(solution.column, {0, 1, 0});
}

// Ten coins on three fields; the player with more coins on more fields wins.
TEST(MatrixGameTest, BlottoIsEven) {
  std::vector<std::array<int, 3>> choices;
  for (int x = 0; x <= 10; ++x) {
    for (int y = 0; x + y <= 10; ++y) {
      choices.push_back({x, y, 10 - x - y});
    }
  }
  MatrixGame game(choices.size(), choices.size());
  for (size_t i = 0; i < choices.size(); ++i) {
    for (size_t j = 0; j < choices.size(); ++j) {
      int fields = 0;
      for (size_t f = 0; f < 3; ++f) {
        fields += (choices[i][f] > choices[j][f]) - (choices[i][f] < choices[j][f]);
      }
      game.At(i, j) = (fields > 0) - (fields < 0);
    }
  }
  EXPECT_EQ(game.Rows(), 66u);
  EXPECT_NEAR(Solved(game).value, 0, 1e-12);
}

TEST(MatrixGameTest, OneRowOneColumnAndAllAlike) {
  EXPECT_EQ(Solved({{3, 1, 2}}).value, 1);
  EXPECT_EQ(Solved({{3}, {1}}).value, 3);
  EXPECT_EQ(Solved(MatrixGame(4, 5, -7)).value, -7);
}

struct Pair {
  MatrixGame game;
  std::vector<std::vector<Rational>> exact;
};

// Integers below `bound`; a smaller bound gives more ties.
Pair RandomGame(uint32_t bound, RandomStream* random) {
  const size_t rows = 1 + random->Below(9);
  const size_t columns = 1 + random->Below(9);
  Pair pair = {MatrixGame(rows, columns), {}};
  for (size_t i = 0; i < rows; ++i) {
    pair.exact.emplace_back();
    for (size_t j = 0; j < columns; ++j) {
      const int entry = static_cast<int>(random->Below(bound)) - 1;
      pair.game.At(i, j) = entry;
      pair.exact.back().push_back(entry);
    }
  }
  return pair;
}

TEST(MatrixGameTest, ValuesAreThoseOfExactFractions) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  for (int i = 0; i < 150; ++i) {
    const Pair pair = RandomGame(i % 3 == 0 ? 2 : i % 3 == 1 ? 3 : 1000, &random);
    const testing::RationalSolution exact = testing::SolveExactly(pair.exact);
    ASSERT_TRUE(exact.certified);
    const MatrixSolution solution = SolveMatrixGame(pair.game);
    ASSERT_LT(solution.gap, 1e-10);
    ASSERT_NEAR(solution.value, exact.value.convert_to<double>(), 1e-10);
  }
}

// Like a step of Kontranto: mostly zeros, equal rows and columns, and very many equilibria.
TEST(MatrixGameTest, LargeMatricesFullOfTiesAreSolved) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  for (int i = 0; i < 40; ++i) {
    const size_t size = 10 + random.Below(50);
    MatrixGame game(size, size + random.Below(10));
    for (size_t r = 0; r < game.Rows(); ++r) {
      for (size_t c = 0; c < game.Columns(); ++c) {
        const uint32_t x = random.Below(10);
        game.At(r, c) = x == 0 ? 1 : x == 1 ? -1 : 0;
      }
    }
    ASSERT_LT(SolveMatrixGame(game).gap, 1e-9);
  }
}

TEST(MatrixGameTest, PayoffsOfAnyScaleAreSolved) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  for (const double scale : {1e-9, 1.0, 1e9}) {
    MatrixGame game(12, 12);
    for (size_t r = 0; r < 12; ++r) {
      for (size_t c = 0; c < 12; ++c) {
        game.At(r, c) = scale * (random.Normal() + 5);
      }
    }
    EXPECT_LT(SolveMatrixGame(game).gap, 1e-11 * scale);
  }
}

TEST(MatrixGameTest, BestAnswersAreReadOffThePayoffs) {
  const MatrixGame game = {{2, 0}, {0, 1}};
  const std::vector<double> half = {0.5, 0.5};
  EXPECT_EQ(RowPayoffs(game, half), (std::vector<double>{1, 0.5}));
  EXPECT_EQ(ColumnPayoffs(game, half), (std::vector<double>{1, 0.5}));
  EXPECT_EQ(ExpectedPayoff(game, half, half), 0.75);
  EXPECT_EQ(NashConv(game, half, half), 0.5);
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
