// FitPairwise: see the header.
#include "selfplay/kontranto/pairwise_fit.h"

#include <cmath>
#include <cstddef>

namespace kvintet::selfplay::kontranto {
namespace {

using solvers::PairwiseGame;

// Ridge weights, in units of observations of zero: for the worth of an option, and for the constant
// and the meetings.
constexpr double kOptionRidge = 0.5;
constexpr double kOtherRidge = 1e-3;

// Ridge regression: minimises the sum of (target - features . unknowns)^2 plus ridge penalties.
class LeastSquares {
 public:
  explicit LeastSquares(size_t size) : size_(size), matrix_(size * size, 0.0), right_(size, 0.0) {}

  void AddRidge(size_t unknown, double weight) { At(unknown, unknown) += weight; }
  void Add(std::span<const std::pair<size_t, double>> features, double target) {
    for (const auto& [i, x] : features) {
      right_[i] += x * target;
      for (const auto& [j, y] : features) {
        At(i, j) += x * y;
      }
    }
  }
  // Solves by Cholesky decomposition. REQUIRES: a ridge on every unknown.
  std::vector<double> Solve() {
    for (size_t j = 0; j < size_; ++j) {
      for (size_t i = j; i < size_; ++i) {
        double sum = At(i, j);
        for (size_t k = 0; k < j; ++k) {
          sum -= At(i, k) * At(j, k);
        }
        At(i, j) = i == j ? std::sqrt(sum) : sum / At(j, j);
      }
    }
    std::vector<double> x = right_;
    for (size_t i = 0; i < size_; ++i) {
      for (size_t k = 0; k < i; ++k) {
        x[i] -= At(i, k) * x[k];
      }
      x[i] /= At(i, i);
    }
    for (size_t i = size_; i-- > 0;) {
      for (size_t k = i + 1; k < size_; ++k) {
        x[i] -= At(k, i) * x[k];
      }
      x[i] /= At(i, i);
    }
    return x;
  }

 private:
  double& At(size_t i, size_t j) { return matrix_[i * size_ + j]; }

  size_t size_;
  std::vector<double> matrix_;
  std::vector<double> right_;
};

}  // namespace

PairwiseGame FitPairwise(const PairwiseGame& meetings, std::span<const SeenPayoff> seen) {
  const size_t rows = meetings.rows.options.size();
  const size_t columns = meetings.columns.options.size();
  // Unknowns: row options, column options, the scale of meetings, the constant.
  const size_t scale = rows + columns;
  LeastSquares squares(scale + 2);
  for (size_t k = 0; k < scale + 2; ++k) {
    squares.AddRidge(k, k < scale ? kOptionRidge : kOtherRidge);
  }
  std::vector<std::pair<size_t, double>> features;
  for (const SeenPayoff& one : seen) {
    features.assign({{scale, PayoffOf(meetings, one.row, one.column)}, {scale + 1, 1.0}});
    for (size_t i = 0; i < meetings.rows.num_pieces; ++i) {
      features.emplace_back(one.row[i], 1.0);
    }
    for (size_t j = 0; j < meetings.columns.num_pieces; ++j) {
      features.emplace_back(rows + one.column[j], -1.0);
    }
    squares.Add(features, one.payoff);
  }
  const std::vector<double> found = squares.Solve();
  PairwiseGame game = meetings;
  for (size_t k = 0; k < scale; ++k) {
    (k < rows ? game.row_worth[k] : game.column_worth[k - rows]) = found[k];
  }
  for (double& worth : game.pair_worth) {
    worth *= found[scale];
  }
  return game;
}

}  // namespace kvintet::selfplay::kontranto
