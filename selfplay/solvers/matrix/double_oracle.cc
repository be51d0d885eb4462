// DoubleOracle: see the header.
#include "selfplay/solvers/matrix/double_oracle.h"

#include <algorithm>

#include "selfplay/solvers/matrix/assignment.h"
#include "selfplay/solvers/matrix/matrix_game.h"

namespace kvintet::selfplay::solvers {
namespace {

// Adds a candidate; false if it is already present.
bool Join(const JointOptions& move, std::vector<JointOptions>* moves) {
  if (std::ranges::find(*moves, move) != moves->end()) {
    return false;
  }
  moves->push_back(move);
  return true;
}

// The matrix game among the candidates, which grows with them.
class Restricted {
 public:
  explicit Restricted(const PairwiseGame& game) : game_(game) {}

  // Solves the game; new candidates come last.
  MatrixSolution Solve(const std::vector<JointOptions>& rows,
                       const std::vector<JointOptions>& columns) {
    MatrixGame next(rows.size(), columns.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      for (size_t j = 0; j < columns.size(); ++j) {
        const bool known = i < payoffs_.Rows() && j < payoffs_.Columns();
        next.At(i, j) = known ? payoffs_.At(i, j) : PayoffOf(game_, rows[i], columns[j]);
      }
    }
    payoffs_ = std::move(next);
    return SolveMatrixGame(payoffs_);
  }

 private:
  const PairwiseGame& game_;
  MatrixGame payoffs_ = MatrixGame(0, 0);
};

}  // namespace

BestAnswers AnswerBest(const PairwiseGame& game, std::span<const double> row_marginals,
                       std::span<const double> column_marginals, RandomStream* random) {
  Assignment assignment;
  const BestJointMove row = assignment.Best(game.rows, RowWorths(game, column_marginals), random);
  const BestJointMove column =
      assignment.Best(game.columns, ColumnWorths(game, row_marginals), random);
  return {.row = row.move,
          .column = column.move,
          .row_payoff = row.worth - ExpectedWorth(game.column_worth, column_marginals),
          .column_payoff = column.worth - ExpectedWorth(game.row_worth, row_marginals)};
}

PairwiseSolution SolvePairwiseGame(const PairwiseGame& game, const DoubleOracleSettings& settings,
                                   RandomStream* random) {
  PairwiseSolution solution;
  MixedJointMoves& row = solution.row;
  MixedJointMoves& column = solution.column;
  row.moves.assign(settings.rows.begin(), settings.rows.end());
  column.moves.assign(settings.columns.begin(), settings.columns.end());
  BestAnswers answers =
      AnswerBest(game, UniformMarginals(game.rows), UniformMarginals(game.columns), random);
  Join(answers.row, &row.moves);
  Join(answers.column, &column.moves);
  Restricted restricted(game);
  while (true) {
    MatrixSolution found = restricted.Solve(row.moves, column.moves);
    row.probabilities = std::move(found.row);
    column.probabilities = std::move(found.column);
    answers = AnswerBest(game, Marginals(game.rows, row.moves, row.probabilities),
                         Marginals(game.columns, column.moves, column.probabilities), random);
    ++solution.rounds;
    solution.gap = std::max(0.0, answers.row_payoff + answers.column_payoff);
    solution.value = (answers.row_payoff - answers.column_payoff) / 2;
    if (solution.gap <= settings.gap || solution.rounds >= settings.max_rounds) {
      return solution;
    }
    std::vector<JointOptions> rows = row.moves;
    std::vector<JointOptions> columns = column.moves;
    const bool row_is_new = Join(answers.row, &rows);
    const bool column_is_new = Join(answers.column, &columns);
    if (!row_is_new && !column_is_new) {
      return solution;  // rounding prevents further gains
    }
    row.moves = std::move(rows);
    column.moves = std::move(columns);
  }
}

}  // namespace kvintet::selfplay::solvers
