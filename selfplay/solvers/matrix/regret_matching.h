// RegretMatching: approximates an equilibrium of a matrix game by regret matching plus.
//
// Tammelin, Burch, Johanson, Bowling, "Solving heads-up limit Texas hold'em", 2015: regrets are
// clipped at zero, updates alternate between the seats, and the strategy of iteration t has weight
// t in the average. For matrices of a few dozen rows, about 50 iterations leave a gap of a
// hundredth of the payoffs' range. A solver reuses its memory; only a game larger than all before
// allocates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kvintet::selfplay::solvers {

// Solves one game at a time; `Real` is float or double. One thread at a time.
template <typename Real>
class RegretMatching {
 public:
  // Starts a game: `payoffs` [rows, columns] to the row seat, which are copied. Both seats start
  // with the uniform strategy. REQUIRES: rows > 0, columns > 0, payoffs.size() is their product.
  void Start(std::span<const Real> payoffs, size_t rows, size_t columns);

  void Iterate(int iterations);
  // Iterates until Gap() <= gap, checked every `stride` iterations, or max_iterations in total.
  // Returns the gap reached.
  Real IterateUntil(Real gap, int max_iterations, int stride = 8);
  int NumIterations() const { return num_iterations_; }

  // The average strategies: probabilities [rows], [columns]. Valid until the next non-const call.
  std::span<const Real> Row() const { return row_.average; }
  std::span<const Real> Column() const { return column_.average; }
  // The row seat's payoff under them, and their NashConv.
  Real Value() const { return value_; }
  Real Gap() const { return gap_; }

 private:
  // State of one seat, with an entry for each of its choices.
  struct Seat {
    std::vector<Real> regrets = {};
    std::vector<Real> current = {};
    std::vector<Real> sums = {};
    std::vector<Real> average = {};
    // Payoff of each choice against the other seat's strategy; scratch.
    std::vector<Real> payoffs = {};
    void Reset(size_t size);
    // Updates the regrets by `payoffs` (times sign) for the seat that plays `current`.
    void Learn(Real sign);
    void AddToAverage(Real weight);
  };

  // out[k] = sum over i of weights[i] * matrix[i, k].
  static void Mix(std::span<const Real> matrix, std::span<const Real> weights, std::span<Real> out);
  void Judge();

  // The payoffs by rows, [rows, columns], and by columns, [columns, rows].
  std::vector<Real> by_rows_;
  std::vector<Real> by_columns_;
  Seat row_;
  Seat column_;
  int num_iterations_ = 0;
  Real value_ = 0;
  Real gap_ = 0;
};

extern template class RegretMatching<float>;
extern template class RegretMatching<double>;

}  // namespace kvintet::selfplay::solvers
