// MatrixGame: see the header.
#include "selfplay/solvers/matrix/matrix_game.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/check.h"
#include "selfplay/solvers/matrix/simplex.h"

namespace kvintet::selfplay::solvers {
namespace {

// Clips and normalises a strategy to remove rounding errors.
void Normalise(std::vector<double>* strategy) {
  double total = 0;
  for (double& p : *strategy) {
    p = std::max(p, 0.0);
    total += p;
  }
  for (double& p : *strategy) {
    p = total > 0 ? p / total : 1.0 / static_cast<double>(strategy->size());
  }
}

double Dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

MatrixGame::MatrixGame(std::initializer_list<std::initializer_list<double>> rows)
    : columns_(rows.size() == 0 ? 0 : rows.begin()->size()) {
  for (const auto& row : rows) {
    KVINTET_CHECK_EQ(row.size(), columns_);
    payoffs_.insert(payoffs_.end(), row.begin(), row.end());
  }
}

MatrixSolution SolveMatrixGame(const MatrixGame& game) {
  const size_t rows = game.Rows();
  const size_t columns = game.Columns();
  KVINTET_CHECK_GT(rows * columns, 0);
  const auto [lowest, highest] = std::ranges::minmax(game.Payoffs());
  KVINTET_CHECK(std::isfinite(highest - lowest));
  // With payoffs in [1, 2], the column seat's optimal strategy divided by the value is the vector
  // of largest sum against which no row gets more than 1.
  const double range = highest > lowest ? highest - lowest : 1;
  Simplex<double> program(rows, columns);
  for (size_t i = 0; i < rows; ++i) {
    program.SetBound(i, 1);
    for (size_t j = 0; j < columns; ++j) {
      program.SetCoefficient(i, j, 1 + (game.At(i, j) - lowest) / range);
    }
  }
  for (size_t j = 0; j < columns; ++j) {
    program.SetGain(j, 1);
  }
  program.Maximise(100 * (rows + columns));
  MatrixSolution solution;
  for (size_t i = 0; i < rows; ++i) {
    solution.row.push_back(program.Price(i));
  }
  for (size_t j = 0; j < columns; ++j) {
    solution.column.push_back(program.Variable(j));
  }
  Normalise(&solution.row);
  Normalise(&solution.column);
  const double upper = std::ranges::max(RowPayoffs(game, solution.column));
  const double lower = std::ranges::min(ColumnPayoffs(game, solution.row));
  solution.value = ExpectedPayoff(game, solution.row, solution.column);
  solution.gap = std::max(0.0, upper - lower);
  return solution;
}

std::vector<double> RowPayoffs(const MatrixGame& game, std::span<const double> column) {
  KVINTET_CHECK_EQ(column.size(), game.Columns());
  std::vector<double> payoffs;
  for (size_t i = 0; i < game.Rows(); ++i) {
    payoffs.push_back(Dot(game.Row(i), column));
  }
  return payoffs;
}

std::vector<double> ColumnPayoffs(const MatrixGame& game, std::span<const double> row) {
  KVINTET_CHECK_EQ(row.size(), game.Rows());
  std::vector<double> payoffs(game.Columns(), 0.0);
  for (size_t i = 0; i < game.Rows(); ++i) {
    for (size_t j = 0; row[i] != 0 && j < payoffs.size(); ++j) {
      payoffs[j] += row[i] * game.At(i, j);
    }
  }
  return payoffs;
}

double ExpectedPayoff(const MatrixGame& game, std::span<const double> row,
                      std::span<const double> column) {
  return Dot(RowPayoffs(game, column), row);
}

double NashConv(const MatrixGame& game, std::span<const double> row,
                std::span<const double> column) {
  return std::ranges::max(RowPayoffs(game, column)) - std::ranges::min(ColumnPayoffs(game, row));
}

}  // namespace kvintet::selfplay::solvers
