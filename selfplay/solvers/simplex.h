// Simplex: linear programs that start from a feasible basis.
//
// Maximises c.x under A x + s = b, x >= 0, s >= 0, where b >= 0, so that s = b is where it begins.
// Dantzig's choice of what enters; of what leaves the lexicographically least (Dantzig, Orden and
// Wolfe, "The generalized simplex method", 1955), so that it cannot cycle where many bounds are
// equal. The tableau is dense and condensed (Tucker): [rows + 1, columns + 1].
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/check.h"

namespace kvintet::selfplay::solvers {

// `Number` is a floating-point type, or an exact one with + - * / and comparisons.
template <typename Number>
class Simplex {
 public:
  // All zero. Fill it in before Maximise.
  Simplex(size_t rows, size_t columns)
      : rows_(rows), columns_(columns), cells_((rows + 1) * (columns + 1), Number(0)) {
    for (size_t v = 0; v < rows + columns; ++v) {
      place_.push_back(v);
      (v < columns ? across_ : down_).push_back(v);
    }
  }

  void SetCoefficient(size_t row, size_t column, Number a) { Cell(row, column) = std::move(a); }
  void AddCoefficient(size_t row, size_t column, const Number& a) { Cell(row, column) += a; }
  void SetBound(size_t row, Number b) { Cell(row, columns_) = std::move(b); }
  void SetGain(size_t column, const Number& c) { Cell(rows_, column) = -c; }

  // False if there is no largest value, or (floating-point only) after max_pivots.
  // REQUIRES: bounds are not negative.
  bool Maximise(size_t max_pivots) {
    for (; num_pivots_ < max_pivots; ++num_pivots_) {
      const size_t column = Entering();
      if (column == columns_) {
        return true;
      }
      const size_t row = Leaving(column);
      if (row == rows_) {
        return false;
      }
      Pivot(row, column);
    }
    return false;
  }

  size_t NumPivots() const { return num_pivots_; }
  const Number& Objective() const { return Cell(rows_, columns_); }
  // Where it has come to: x of a column, s of a row.
  Number Variable(size_t column) const { return Value(column); }
  Number Slack(size_t row) const { return Value(columns_ + row); }
  // What the objective would gain by a unit more of a row's bound: the dual program's variable.
  Number Price(size_t row) const {
    const size_t place = place_[columns_ + row];
    return place < columns_ ? Cell(rows_, place) : Number(0);
  }

 private:
  static Number Tolerance(double size) {
    return std::is_floating_point_v<Number> ? Number(size) : Number(0);
  }

  Number& Cell(size_t row, size_t column) { return cells_[row * (columns_ + 1) + column]; }
  const Number& Cell(size_t row, size_t column) const {
    return cells_[row * (columns_ + 1) + column];
  }

  Number Value(size_t variable) const {
    const size_t place = place_[variable];
    return place < columns_ ? Number(0) : Cell(place - columns_, columns_);
  }

  // The column that gains most, or columns_ if none does.
  size_t Entering() const {
    const Number* gains = &Cell(rows_, 0);
    size_t best = columns_;
    Number least = -Tolerance(1e-12);
    for (size_t j = 0; j < columns_; ++j) {
      if (gains[j] < least) {
        best = j;
        least = gains[j];
      }
    }
    return best;
  }

  // The row whose bound the column meets first, or rows_ if it meets none.
  size_t Leaving(size_t column) const {
    const Number smallest = Tolerance(1e-10);
    size_t best = rows_;
    Number least(0);
    for (size_t i = 0; i < rows_; ++i) {
      if (!(Cell(i, column) > smallest)) {
        continue;
      }
      const Number ratio = Cell(i, columns_) / Cell(i, column);
      const Number tie = Tolerance(1e-13);
      if (best == rows_ || ratio < least - tie ||
          (!(ratio > least + tie) && LexicographicallyLess(i, best, column))) {
        best = i;
        least = ratio;
      }
    }
    return best;
  }

  // Compares two rows of the inverse of the basis, each divided by its pivot.
  bool LexicographicallyLess(size_t a, size_t b, size_t column) const {
    const Number& pivot_a = Cell(a, column);
    const Number& pivot_b = Cell(b, column);
    for (size_t s = columns_; s < columns_ + rows_; ++s) {
      const Number left = Coefficient(a, s) * pivot_b;
      const Number right = Coefficient(b, s) * pivot_a;
      if (left != right) {
        return left < right;
      }
    }
    return false;
  }

  Number Coefficient(size_t row, size_t variable) const {
    const size_t place = place_[variable];
    return place < columns_ ? Cell(row, place) : Number(place - columns_ == row ? 1 : 0);
  }

  void Pivot(size_t row, size_t column) {
    Number* const own = &Cell(row, 0);
    const Number inverse = Number(1) / own[column];
    for (size_t j = 0; j <= columns_; ++j) {
      own[j] *= inverse;
    }
    own[column] = inverse;
    for (size_t i = 0; i <= rows_; ++i) {
      Number* const other = &Cell(i, 0);
      if (i == row || other[column] == Number(0)) {
        continue;
      }
      const Number factor = other[column];
      other[column] = Number(0);
      for (size_t j = 0; j <= columns_; ++j) {
        other[j] -= factor * own[j];
      }
    }
    // Rounding must not make a bound negative.
    for (size_t i = 0; i < rows_; ++i) {
      if (Cell(i, columns_) < Number(0)) {
        Cell(i, columns_) = Number(0);
      }
    }
    std::swap(across_[column], down_[row]);
    place_[across_[column]] = column;
    place_[down_[row]] = columns_ + row;
  }

  size_t rows_;
  size_t columns_;
  std::vector<Number> cells_;
  // The variables that stand across (not in the basis) and down (in it): first those of columns,
  // then those of rows; and the place of each, across before down.
  std::vector<size_t> across_;
  std::vector<size_t> down_;
  std::vector<size_t> place_;
  size_t num_pivots_ = 0;
};

}  // namespace kvintet::selfplay::solvers
