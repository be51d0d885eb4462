// MatrixGame: two seats choose at once, and a matrix says what the row seat gets.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace kvintet::selfplay::solvers {

// Payoffs to the row seat, [rows, columns]; the column seat gets as much less.
class MatrixGame {
 public:
  MatrixGame(size_t rows, size_t columns, double payoff = 0)
      : columns_(columns), payoffs_(rows * columns, payoff) {}
  // REQUIRES: rows of one length.
  MatrixGame(std::initializer_list<std::initializer_list<double>> rows);

  size_t Rows() const { return columns_ == 0 ? 0 : payoffs_.size() / columns_; }
  size_t Columns() const { return columns_; }
  double& At(size_t row, size_t column) { return payoffs_[row * columns_ + column]; }
  double At(size_t row, size_t column) const { return payoffs_[row * columns_ + column]; }
  std::span<const double> Row(size_t row) const {
    return std::span(payoffs_).subspan(row * columns_, columns_);
  }
  // [rows, columns]
  std::span<const double> Payoffs() const { return payoffs_; }

 private:
  size_t columns_;
  std::vector<double> payoffs_;
};

// The value to the row seat, with an optimal strategy of each seat: probabilities [rows],
// [columns].
struct MatrixSolution {
  double value = 0;
  std::vector<double> row = {};
  std::vector<double> column = {};
  // NashConv of the two strategies: the value is wrong by no more than this.
  double gap = 0;
};

// By linear programming (von Neumann; Dantzig 1951), exact but for rounding. Of several equilibria
// it finds an extreme one. Time grows like the cube of the size: 0.02 ms for 16 x 16, 0.5 ms for
// 64 x 64. REQUIRES: at least one row and one column, finite payoffs.
MatrixSolution SolveMatrixGame(const MatrixGame& game);

// What the row seat gets for each of its choices against a strategy of the column seat: [rows].
std::vector<double> RowPayoffs(const MatrixGame& game, std::span<const double> column);
// What the row seat gets for each choice of the column seat: [columns].
std::vector<double> ColumnPayoffs(const MatrixGame& game, std::span<const double> row);
// What the row seat gets when both play so.
double ExpectedPayoff(const MatrixGame& game, std::span<const double> row,
                      std::span<const double> column);

// What both seats together could gain by best answers: 0 in an equilibrium. Half of it is what is
// called exploitability.
double NashConv(const MatrixGame& game, std::span<const double> row,
                std::span<const double> column);

}  // namespace kvintet::selfplay::solvers
