// SolveMatrixGame: the value and optimal strategies of a zero-sum matrix game, for exact tests.
//
// The simplex method with Bland's rule on a dense tableau: for matrices of a few dozen rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "base/check.h"

namespace kvintet::testing {

// What the row seat gets for each pair of choices: [rows][columns].
using PayoffMatrix = std::vector<std::vector<double>>;

// The value to the row seat, with optimal strategies of both.
struct MatrixSolution {
  double value = 0;
  std::vector<double> row = {};
  std::vector<double> column = {};
  // How much the value can be wrong: what best answers to the two strategies leave open.
  double gap = 0;
};

namespace matrix_game_internal {

// Rows: the constraints `payoff * y + slack = 1`, and last the objective's reduced costs. Columns:
// y, slacks, right side.
struct Tableau {
  std::vector<std::vector<double>> cells;
  std::vector<size_t> basis;

  double& Right(size_t i) { return cells[i].back(); }
};

inline Tableau MakeTableau(const PayoffMatrix& payoff, double lowest) {
  const size_t rows = payoff.size();
  const size_t columns = payoff[0].size();
  Tableau t{PayoffMatrix(rows + 1, std::vector<double>(columns + rows + 1, 0)), {}};
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      t.cells[i][j] = payoff[i][j] - lowest + 1;
    }
    t.cells[i][columns + i] = 1;
    t.Right(i) = 1;
    t.basis.push_back(columns + i);
  }
  std::fill_n(t.cells[rows].begin(), columns, -1.0);
  return t;
}

inline void Pivot(size_t row, size_t column, Tableau* t) {
  const double pivot = t->cells[row][column];
  for (double& cell : t->cells[row]) {
    cell /= pivot;
  }
  for (size_t i = 0; i < t->cells.size(); ++i) {
    const double factor = t->cells[i][column];
    for (size_t j = 0; i != row && factor != 0 && j < t->cells[i].size(); ++j) {
      t->cells[i][j] -= factor * t->cells[row][j];
    }
  }
  t->basis[row] = column;
}

inline void Maximise(Tableau* t) {
  constexpr double kZero = 1e-12;
  const size_t rows = t->basis.size();
  while (true) {
    const auto& costs = t->cells[rows];
    const auto entering =
        std::find_if(costs.begin(), costs.end() - 1, [](double cost) { return cost < -kZero; });
    if (entering == costs.end() - 1) {
      return;
    }
    const auto column = static_cast<size_t>(entering - costs.begin());
    size_t leaving = rows;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < rows; ++i) {
      const double ratio = t->Right(i) / t->cells[i][column];
      const bool tie = leaving < rows && ratio == least && t->basis[i] < t->basis[leaving];
      if (t->cells[i][column] > kZero && (ratio < least || tie)) {
        leaving = i;
        least = ratio;
      }
    }
    KVINTET_CHECK_LT(leaving, rows);
    Pivot(leaving, column, t);
  }
}

}  // namespace matrix_game_internal

// REQUIRES: at least one row and one column, all rows of one length.
inline MatrixSolution SolveMatrixGame(const PayoffMatrix& payoff) {
  using matrix_game_internal::Tableau;
  const size_t rows = payoff.size();
  const size_t columns = payoff[0].size();
  double lowest = payoff[0][0];
  for (const auto& row : payoff) {
    lowest = std::min(lowest, *std::ranges::min_element(row));
  }
  Tableau t = matrix_game_internal::MakeTableau(payoff, lowest);
  matrix_game_internal::Maximise(&t);
  const double total = t.Right(rows);
  MatrixSolution solution = {.value = 1 / total + lowest - 1,
                             .row = std::vector<double>(rows),
                             .column = std::vector<double>(columns)};
  for (size_t i = 0; i < rows; ++i) {
    solution.row[i] = t.cells[rows][columns + i] / total;
    if (t.basis[i] < columns) {
      solution.column[t.basis[i]] = t.Right(i) / total;
    }
  }
  double best = -std::numeric_limits<double>::infinity();
  double worst = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < rows; ++i) {
    best = std::max(
        best, std::inner_product(payoff[i].begin(), payoff[i].end(), solution.column.begin(), 0.0));
  }
  for (size_t j = 0; j < columns; ++j) {
    double against = 0;
    for (size_t i = 0; i < rows; ++i) {
      against += solution.row[i] * payoff[i][j];
    }
    worst = std::min(worst, against);
  }
  solution.gap = best - worst;
  return solution;
}

}  // namespace kvintet::testing
