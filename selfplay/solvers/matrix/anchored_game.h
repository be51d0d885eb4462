// AnchoredGame: the regularised equilibrium of a matrix game in which both seats stay near given
// strategies.
//
// The unique pair x, y with
//   x = argmax over x of x'Ay - kl * KL(x, p)      y = argmin over y of x'Ay + kl * KL(y, q)
// so that x_i is proportional to p_i exp((Ay)_i / kl), and y likewise. With uniform p and q it is
// the logit quantal response equilibrium (McKelvey, Palfrey, 1995). If payoffs are noisy, the
// anchors keep it from exploiting the noise. It is found by the predictive updates of Cen, Wei,
// Chi, "Fast policy extragradient methods for competitive games with entropy regularization", 2021,
// with the anchors in place of uniform strategies; the distance shrinks by a factor of 1 - step *
// kl per iteration.
#pragma once

#include <span>
#include <vector>

namespace kvintet::selfplay::solvers {

// Solves one game at a time, with the same bits on every machine. One thread at a time.
class AnchoredGame {
 public:
  // `payoffs` [rows, columns] to the row seat; the anchors [rows], [columns] need not sum to 1.
  // REQUIRES: rows > 0, columns > 0, anchors > 0, kl > 0.
  void Start(std::span<const double> payoffs, std::span<const double> row_anchor,
             std::span<const double> column_anchor, double kl);

  // Iterates until Distance() <= distance or max_iterations in total. Returns the distance reached.
  double IterateUntil(double distance, int max_iterations);

  // Probabilities [rows], [columns], and the row seat's payoff. Valid until the next non-const
  // call.
  std::span<const double> Row() const { return row_.now; }
  std::span<const double> Column() const { return column_.now; }
  double Value() const;
  // The greatest difference of a probability from the best response to the other seat's strategy.
  double Distance();

 private:
  // State of one seat, with an entry for each of its choices.
  struct Seat {
    std::vector<double> log_anchor = {};
    std::vector<double> now = {};
    std::vector<double> log_now = {};
    // Predicted strategy, to which the other seat responds; scratch.
    std::vector<double> ahead = {};
    std::vector<double> payoffs = {};
    std::vector<double> logs = {};
    void Reset(std::span<const double> anchor);
    // Updates by `payoffs`: writes normalised exp(keep * log_now + gain * payoffs + ...) to
    // `shares`.
    void Update(double keep, double gain, std::vector<double>* shares);
  };

  // Payoff of each choice of a seat against the other's strategy.
  void PayRow(std::span<const double> column);
  void PayColumn(std::span<const double> row);

  std::vector<double> matrix_;
  double kl_ = 1;
  double step_ = 1;
  Seat row_;
  Seat column_;
  int iterations_ = 0;
};

}  // namespace kvintet::selfplay::solvers
