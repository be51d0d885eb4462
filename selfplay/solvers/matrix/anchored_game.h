// AnchoredGame: what both seats of a matrix game play who want to stay near given strategies too.
//
// The one pair x, y for which
//   x = argmax over x of x'Ay - kl * KL(x, p)      y = argmin over y of x'Ay + kl * KL(y, q)
// so that x_i is in proportion to p_i exp((Ay)_i / kl), and y likewise. With uniform p and q it is
// the logit quantal response equilibrium (McKelvey, Palfrey, 1995). Where payoffs are known only
// roughly, the anchors keep it from playing what merely looks good. Found by the predictive updates
// of Cen, Wei, Chi, "Fast policy extragradient methods for competitive games with entropy
// regularization", 2021, with the anchors in place of uniform strategies: the distance shrinks by
// 1 - step * kl in each iteration.
#pragma once

#include <span>
#include <vector>

namespace kvintet::selfplay::solvers {

// One game at a time; the same bits on every machine. Of one thread.
class AnchoredGame {
 public:
  // `payoffs` [rows, columns] to the row seat; the anchors [rows], [columns] need not sum to 1.
  // REQUIRES: rows > 0, columns > 0, anchors > 0, kl > 0.
  void Start(std::span<const double> payoffs, std::span<const double> row_anchor,
             std::span<const double> column_anchor, double kl);

  // Iterates until Distance() <= distance or max_iterations in all. Returns the distance reached.
  double IterateUntil(double distance, int max_iterations);

  // Probabilities [rows], [columns], and what the row seat gets by them. Until the next call that
  // is not const.
  std::span<const double> Row() const { return row_.now; }
  std::span<const double> Column() const { return column_.now; }
  double Value() const;
  // The greatest difference of a probability from what the other seat's strategy makes best.
  double Distance();

 private:
  // What one seat remembers: an entry for each of its choices.
  struct Seat {
    std::vector<double> log_anchor = {};
    std::vector<double> now = {};
    std::vector<double> log_now = {};
    // Where the other seat expects this one to go; scratch.
    std::vector<double> ahead = {};
    std::vector<double> payoffs = {};
    std::vector<double> logs = {};
    void Reset(std::span<const double> anchor);
    // What `payoffs` make of it: shares of exp(keep * log_now + gain * payoffs + ...).
    void Update(double keep, double gain, std::vector<double>* shares);
  };

  // What each choice of a seat brings it against the other's strategy.
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
