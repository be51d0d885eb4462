// Tests of pairwise games, assignments and the double oracle, against all joint moves.
#include "selfplay/solvers/matrix/double_oracle.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "selfplay/solvers/matrix/assignment.h"
#include "selfplay/solvers/matrix/matrix_game.h"
#include "tests/support/random_pairwise_game.h"

namespace kvintet::selfplay::solvers {
namespace {

bool Legal(const PieceOptions& seat, const JointOptions& move) {
  const std::vector<JointOptions> all = AllJointMoves(seat);
  return std::ranges::find(all, move) != all.end();
}

TEST(PairwiseGameTest, JointMovesShareNoTarget) {
  PieceOptions seat = {.num_pieces = 2, .options = {{0, 5}, {0, 6}, {1, 5}, {1, 6}, {1, 7}}};
  EXPECT_EQ(AllJointMoves(seat).size(), 4u);
  seat.options = {{0, 5}, {0, kNowhere}, {1, 5}, {1, kNowhere}};
  seat.max_nowhere = 1;
  EXPECT_EQ(AllJointMoves(seat).size(), 2u);
  seat.max_nowhere = 2;
  EXPECT_EQ(AllJointMoves(seat).size(), 3u);
}

TEST(PairwiseGameTest, APayoffIsASumOverPiecesAndPairs) {
  PairwiseGame game = MakePairwiseGame({.num_pieces = 2, .options = {{0, 1}, {1, 2}}},
                                       {.num_pieces = 1, .options = {{0, 1}, {0, 3}}});
  game.row_worth = {1, 10};
  game.column_worth = {100, 1000};
  game.pair_worth = {0.1, 0.2, 0.3, 0.4};
  EXPECT_DOUBLE_EQ(PayoffOf(game, {0, 1}, {0}), 11 - 100 + 0.1 + 0.3);
  EXPECT_DOUBLE_EQ(PayoffOf(game, {0, 1}, {1}), 11 - 1000 + 0.2 + 0.4);
}

TEST(AssignmentTest, FindsTheBestOfAllJointMoves) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  Assignment assignment;
  for (int i = 0; i < 2000; ++i) {
    const PieceOptions seat = testing::RandomSeat(4 + random.Below(8), &random);
    std::vector<double> worths(seat.options.size());
    for (double& worth : worths) {
      worth = i % 2 == 0 ? random.Normal() : static_cast<double>(random.Below(3));
    }
    double most = -std::numeric_limits<double>::infinity();
    for (const JointOptions& move : AllJointMoves(seat)) {
      double sum = 0;
      for (size_t piece = 0; piece < seat.num_pieces; ++piece) {
        sum += worths[move[piece]];
      }
      most = std::max(most, sum);
    }
    const BestJointMove best = assignment.Best(seat, worths, &random);
    ASSERT_NEAR(best.worth, most, 1e-12);
    ASSERT_TRUE(Legal(seat, best.move));
  }
}

TEST(AssignmentTest, TiesAreBrokenAtRandom) {
  const PieceOptions seat = {.num_pieces = 1, .options = {{0, 0}, {0, 1}, {0, 2}}};
  RandomStream random(2, 0, 0, Purpose::kTest);
  Assignment assignment;
  std::array<int, 3> counts = {};
  for (int i = 0; i < 3000; ++i) {
    ++counts[assignment.Best(seat, std::vector<double>(3, 1.0), &random).move[0]];
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, 1000, 150);
  }
}

// The matrix game over all joint moves.
MatrixGame WholeGame(const PairwiseGame& game) {
  const std::vector<JointOptions> rows = AllJointMoves(game.rows);
  const std::vector<JointOptions> columns = AllJointMoves(game.columns);
  MatrixGame whole(rows.size(), columns.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t j = 0; j < columns.size(); ++j) {
      whole.At(i, j) = PayoffOf(game, rows[i], columns[j]);
    }
  }
  return whole;
}

TEST(DoubleOracleTest, ValuesAreThoseOfTheWholeGame) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  int solved = 0;
  while (solved < 40) {
    const PairwiseGame game = testing::RandomPairwiseGame(5 + random.Below(3), 0.3, &random);
    const MatrixGame whole = WholeGame(game);
    if (whole.Rows() * whole.Columns() > 20000) {
      continue;
    }
    const PairwiseSolution solution = SolvePairwiseGame(game, {}, &random);
    ASSERT_LE(solution.gap, 1e-7);
    ASSERT_NEAR(solution.value, SolveMatrixGame(whole).value, 1e-7);
    ++solved;
  }
}

TEST(DoubleOracleTest, TheGapIsThatOfAllBestAnswers) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  const PairwiseGame game = testing::RandomPairwiseGame(9, 0.5, &random);
  const PairwiseSolution solution = SolvePairwiseGame(game, {.gap = 0.1}, &random);
  const std::vector<double> row_marginals =
      Marginals(game.rows, solution.row.moves, solution.row.probabilities);
  const auto payoff = [&](const JointOptions& a) {
    double sum = 0;
    for (size_t k = 0; k < solution.column.moves.size(); ++k) {
      sum += solution.column.probabilities[k] * PayoffOf(game, a, solution.column.moves[k]);
    }
    return sum;
  };
  double most = -std::numeric_limits<double>::infinity();
  for (const JointOptions& a : AllJointMoves(game.rows)) {
    most = std::max(most, payoff(a));
  }
  const BestAnswers answers = AnswerBest(
      game, row_marginals,
      Marginals(game.columns, solution.column.moves, solution.column.probabilities), &random);
  EXPECT_NEAR(answers.row_payoff, most, 1e-12);
  EXPECT_NEAR(payoff(answers.row), most, 1e-12);
  EXPECT_NEAR(solution.gap, answers.row_payoff + answers.column_payoff, 1e-12);
  EXPECT_LE(solution.gap, 0.1);
}

TEST(DoubleOracleTest, BeginsWithTheCandidatesItIsGiven) {
  RandomStream random(5, 0, 0, Purpose::kTest);
  const PairwiseGame game = testing::RandomPairwiseGame(12, 0.3, &random);
  const PairwiseSolution cold = SolvePairwiseGame(game, {}, &random);
  const PairwiseSolution warm =
      SolvePairwiseGame(game, {.rows = cold.row.moves, .columns = cold.column.moves}, &random);
  EXPECT_LE(warm.rounds, 2);
  EXPECT_NEAR(warm.value, cold.value, 1e-7);
}

TEST(DoubleOracleTest, TheSameSeedGivesTheSameAnswer) {
  RandomStream making(6, 0, 0, Purpose::kTest);
  const PairwiseGame game = testing::RandomPairwiseGame(12, 0.3, &making);
  RandomStream first(7, 0, 0, Purpose::kTest);
  RandomStream second(7, 0, 0, Purpose::kTest);
  const PairwiseSolution a = SolvePairwiseGame(game, {}, &first);
  const PairwiseSolution b = SolvePairwiseGame(game, {}, &second);
  EXPECT_EQ(a.row.moves, b.row.moves);
  EXPECT_EQ(a.column.probabilities, b.column.probabilities);
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
