// Simplex: solves linear programs that start from a feasible basis.
//
// Maximises c.x under A x + s = b, x >= 0, s >= 0, where b >= 0, so that s = b is feasible. The
// variable with the largest gain enters (Dantzig). Ties for the leaving variable: exact numbers
// take the lexicographically least (Dantzig, Orden and Wolfe, "The generalized simplex method",
// 1955), which prevents cycling. Floating-point numbers take the largest pivot (Harris, "Pivot
// selection methods of the Devex LP code", 1973), which limits rounding, and the lexicographically
// least while the objective stalls. The tableau is dense and condensed (Tucker): [rows + 1, columns
// + 1].
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace kvintet::selfplay::solvers {

// `Number` is a floating-point type, or an exact type with + - * / and comparisons.
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

  // False if the objective is unbounded, or after max_pivots. REQUIRES: bounds are not negative.
  bool Maximise(size_t max_pivots) {
    for (; num_pivots_ < max_pivots; ++num_pivots_) {
      const size_t column = Entering();
      if (column == columns_) {
        return true;
      }
      const bool steady = std::is_floating_point_v<Number> && idle_pivots_ <= rows_ + columns_;
      const size_t row = steady ? SteadiestLeaving(column) : LeastLeaving(column);
      if (row == rows_) {
        return false;
      }
      const Number before = Objective();
      Pivot(row, column);
      idle_pivots_ = before + Tolerance(1e-12) < Objective() ? 0 : idle_pivots_ + 1;
    }
    return false;
  }

  size_t NumPivots() const { return num_pivots_; }
  const Number& Objective() const { return Cell(rows_, columns_); }
  // The current solution: x of a column, s of a row.
  Number Variable(size_t column) const { return Value(column); }
  Number Slack(size_t row) const { return Value(columns_ + row); }
  // Dual variable of a row: the gain of the objective per unit of the row's bound.
  Number Price(size_t row) const { return Loss(columns_ + row); }
  // The loss of the objective per unit of a column's variable.
  Number ReducedCost(size_t column) const { return Loss(column); }

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

  Number Loss(size_t variable) const {
    const size_t place = place_[variable];
    return place < columns_ ? Cell(rows_, place) : Number(0);
  }

  // The column with the largest gain, or columns_ if none gains.
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

  // Whether a row limits the column at all.
  bool Bounds(size_t row, size_t column) const { return Cell(row, column) > Tolerance(1e-9); }

  // The row whose bound the column reaches first, or rows_ if there is none. This version takes the
  // largest pivot among the rows reached first up to rounding.
  size_t SteadiestLeaving(size_t column) const {
    size_t best = rows_;
    Number limit(0);
    for (size_t i = 0; i < rows_; ++i) {
      if (Bounds(i, column)) {
        const Number ratio = (Cell(i, columns_) + Tolerance(1e-13)) / Cell(i, column);
        limit = best == rows_ || ratio < limit ? ratio : limit;
        best = i;
      }
    }
    for (size_t i = 0; i < rows_; ++i) {
      const bool met = Bounds(i, column) && !(limit < Cell(i, columns_) / Cell(i, column));
      const bool was_met = best < rows_ && !(limit < Cell(best, columns_) / Cell(best, column));
      if (met && (!was_met || Cell(best, column) < Cell(i, column))) {
        best = i;
      }
    }
    return best;
  }

  // The same, with ties broken lexicographically.
  size_t LeastLeaving(size_t column) const {
    size_t best = rows_;
    Number least(0);
    for (size_t i = 0; i < rows_; ++i) {
      if (!Bounds(i, column)) {
        continue;
      }
      const Number ratio = Cell(i, columns_) / Cell(i, column);
      const Number tie = Tolerance(1e-13);
      if (best == rows_ || ratio < least - tie ||
          (!(least + tie < ratio) && LexicographicallyLess(i, best, column))) {
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
    std::swap(across_[column], down_[row]);
    place_[across_[column]] = column;
    place_[down_[row]] = columns_ + row;
  }

  size_t rows_;
  size_t columns_;
  std::vector<Number> cells_;
  // The variables across (not in the basis) and down (in the basis), numbered columns first, then
  // rows; and the place of each variable, numbered across first, then down.
  std::vector<size_t> across_;
  std::vector<size_t> down_;
  std::vector<size_t> place_;
  size_t num_pivots_ = 0;
  // Pivots since the objective last grew.
  size_t idle_pivots_ = 0;
};

}  // namespace kvintet::selfplay::solvers
