// RegretMatching: see the header.
#include "selfplay/solvers/matrix/regret_matching.h"

#include <algorithm>

#include "base/check.h"

namespace kvintet::selfplay::solvers {
namespace {

// Normalises the weights; uniform if their sum is zero.
template <typename Real>
void Share(const std::vector<Real>& weights, std::vector<Real>* shares) {
  Real total = 0;
  for (const Real weight : weights) {
    total += weight;
  }
  const Real uniform = Real(1) / static_cast<Real>(weights.size());
  const Real scale = total > 0 ? 1 / total : 0;
  for (size_t k = 0; k < weights.size(); ++k) {
    (*shares)[k] = total > 0 ? weights[k] * scale : uniform;
  }
}

}  // namespace

template <typename Real>
void RegretMatching<Real>::Seat::Reset(size_t size) {
  regrets.assign(size, 0);
  sums.assign(size, 0);
  payoffs.assign(size, 0);
  current.assign(size, Real(1) / static_cast<Real>(size));
  average = current;
}

template <typename Real>
void RegretMatching<Real>::Seat::Learn(Real sign) {
  Real expected = 0;
  for (size_t k = 0; k < payoffs.size(); ++k) {
    expected += current[k] * payoffs[k];
  }
  for (size_t k = 0; k < payoffs.size(); ++k) {
    regrets[k] = std::max(regrets[k] + sign * (payoffs[k] - expected), Real(0));
  }
  Share(regrets, &current);
}

template <typename Real>
void RegretMatching<Real>::Seat::AddToAverage(Real weight) {
  for (size_t k = 0; k < sums.size(); ++k) {
    sums[k] += weight * current[k];
  }
}

template <typename Real>
void RegretMatching<Real>::Start(std::span<const Real> payoffs, size_t rows, size_t columns) {
  KVINTET_CHECK_GT(rows * columns, 0);
  KVINTET_CHECK_EQ(payoffs.size(), rows * columns);
  by_rows_.assign(payoffs.begin(), payoffs.end());
  by_columns_.resize(payoffs.size());
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      by_columns_[j * rows + i] = payoffs[i * columns + j];
    }
  }
  row_.Reset(rows);
  column_.Reset(columns);
  num_iterations_ = 0;
  Judge();
}

// Adds whole rows of the matrix, which vectorises, and skips the many zeros of strategies.
template <typename Real>
void RegretMatching<Real>::Mix(std::span<const Real> matrix, std::span<const Real> weights,
                               std::span<Real> out) {
  std::ranges::fill(out, Real(0));
  const size_t size = out.size();
  Real* const to = out.data();
  for (size_t i = 0; i < weights.size(); ++i) {
    const Real weight = weights[i];
    const Real* const from = matrix.data() + i * size;
    for (size_t k = 0; weight != 0 && k < size; ++k) {
      to[k] += weight * from[k];
    }
  }
}

template <typename Real>
void RegretMatching<Real>::Iterate(int iterations) {
  for (int i = 0; i < iterations; ++i) {
    const Real weight = static_cast<Real>(++num_iterations_);
    Mix(by_columns_, column_.current, row_.payoffs);
    row_.Learn(1);
    row_.AddToAverage(weight);
    Mix(by_rows_, row_.current, column_.payoffs);
    column_.Learn(-1);
    column_.AddToAverage(weight);
  }
  Share(row_.sums, &row_.average);
  Share(column_.sums, &column_.average);
  Judge();
}

template <typename Real>
Real RegretMatching<Real>::IterateUntil(Real gap, int max_iterations, int stride) {
  while (gap_ > gap && num_iterations_ < max_iterations) {
    Iterate(std::min(stride, max_iterations - num_iterations_));
  }
  return gap_;
}

template <typename Real>
void RegretMatching<Real>::Judge() {
  Mix(by_columns_, column_.average, row_.payoffs);
  Mix(by_rows_, row_.average, column_.payoffs);
  gap_ = std::ranges::max(row_.payoffs) - std::ranges::min(column_.payoffs);
  value_ = 0;
  for (size_t i = 0; i < row_.payoffs.size(); ++i) {
    value_ += row_.average[i] * row_.payoffs[i];
  }
}

template class RegretMatching<float>;
template class RegretMatching<double>;

}  // namespace kvintet::selfplay::solvers
