// FitRatings: see the header.
#include "arena/statistics/rating.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/check.h"

namespace kvintet::arena {
namespace {

constexpr int kMaxNewtonSteps = 100;
// A step is halved up to this often.
constexpr int kMaxHalvings = 20;
constexpr double kTolerance = 1e-10;

// A symmetric matrix in row-major order.
struct Matrix {
  explicit Matrix(size_t n) : size(n), cells(n * n, 0.0) {}
  double& At(size_t i, size_t j) { return cells[i * size + j]; }
  double At(size_t i, size_t j) const { return cells[i * size + j]; }

  size_t size;
  std::vector<double> cells;
};

// Replaces a positive definite matrix by its Cholesky factor in the lower triangle.
void Factor(Matrix* m) {
  for (size_t j = 0; j < m->size; ++j) {
    for (size_t i = j; i < m->size; ++i) {
      double sum = m->At(i, j);
      for (size_t k = 0; k < j; ++k) {
        sum -= m->At(i, k) * m->At(j, k);
      }
      m->At(i, j) = i == j ? std::sqrt(sum) : sum / m->At(j, j);
    }
  }
}

// Solves for one right-hand side with the factor.
void Solve(const Matrix& factor, std::span<double> x) {
  const size_t n = factor.size;
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < i; ++k) {
      x[i] -= factor.At(i, k) * x[k];
    }
    x[i] /= factor.At(i, i);
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; ++k) {
      x[i] -= factor.At(k, i) * x[k];
    }
    x[i] /= factor.At(i, i);
  }
}

GameChances ChancesOf(double difference, double draw) {
  const double most = std::max(std::abs(difference) / 2, draw);
  const double win = std::exp(difference / 2 - most);
  const double loss = std::exp(-difference / 2 - most);
  const double drawn = std::exp(draw - most);
  const double sum = win + loss + drawn;
  return {.win = win / sum, .draw = drawn / sum, .loss = loss / sum};
}

double LogChance(const GameChances& chances, const SeatedCounts& games) {
  // A count of 0 with probability 0 contributes nothing.
  const auto part = [](double count, double chance) {
    return count == 0 ? 0 : count * std::log(std::max(chance, 1e-300));
  };
  return part(games.wins, chances.win) + part(games.draws, chances.draw) +
         part(games.losses, chances.loss);
}

// The log posterior, which is concave, so that Newton's method finds its maximum.
class Posterior {
 public:
  Posterior(size_t num_players, std::span<const SeatedCounts> counts, const RatingPrior& prior)
      : players_(num_players), prior_(prior) {
    std::map<std::pair<size_t, size_t>, SeatedCounts> sums;
    for (const SeatedCounts& games : counts) {
      KVINTET_CHECK(games.seat0 < players_ && games.seat1 < players_ && games.seat0 != games.seat1);
      SeatedCounts& sum = sums[{games.seat0, games.seat1}];
      sum.seat0 = games.seat0;
      sum.seat1 = games.seat1;
      sum.wins += games.wins;
      sum.draws += games.draws;
      sum.losses += games.losses;
    }
    for (const auto& [players, sum] : sums) {
      games_.push_back(sum);
    }
  }

  size_t Size() const { return players_ + 2; }

  double Mean(size_t i) const { return i == players_ + 1 ? prior_.draw_mean : 0; }
  double Precision(size_t i) const {
    const double deviation = i < players_    ? prior_.rating
                             : i == players_ ? prior_.seat
                                             : prior_.draw;
    return 1 / (deviation * deviation);
  }

  double Log(std::span<const double> at) const {
    double sum = 0;
    for (const SeatedCounts& games : games_) {
      sum += LogChance(ChancesOf(Difference(at, games), at[players_ + 1]), games);
    }
    for (size_t i = 0; i < Size(); ++i) {
      sum -= Precision(i) * (at[i] - Mean(i)) * (at[i] - Mean(i)) / 2;
    }
    return sum;
  }

  // Computes the gradient and the negative Hessian.
  void Derive(std::span<const double> at, std::span<double> gradient, Matrix* curvature) const {
    for (size_t i = 0; i < Size(); ++i) {
      gradient[i] = -Precision(i) * (at[i] - Mean(i));
      curvature->At(i, i) += Precision(i);
    }
    for (const SeatedCounts& games : games_) {
      const GameChances chances = ChancesOf(Difference(at, games), at[players_ + 1]);
      const double n = games.wins + games.draws + games.losses;
      const double mean = (chances.win - chances.loss) / 2;
      const double slope = (games.wins - games.losses) / 2 - n * mean;
      const double draw_slope = games.draws - n * chances.draw;
      const double bend = n * ((chances.win + chances.loss) / 4 - mean * mean);
      const double draw_bend = n * chances.draw * (1 - chances.draw);
      const double cross = -n * mean * chances.draw;
      // Derivatives of the difference by its three terms.
      const std::array<std::pair<size_t, double>, 3> terms = {
          {{games.seat0, 1.0}, {games.seat1, -1.0}, {players_, 1.0}}};
      const size_t draw = players_ + 1;
      for (const auto& [i, sign_i] : terms) {
        gradient[i] += sign_i * slope;
        for (const auto& [j, sign_j] : terms) {
          curvature->At(i, j) += sign_i * sign_j * bend;
        }
        curvature->At(i, draw) += sign_i * cross;
        curvature->At(draw, i) += sign_i * cross;
      }
      gradient[draw] += draw_slope;
      curvature->At(draw, draw) += draw_bend;
    }
  }

 private:
  double Difference(std::span<const double> at, const SeatedCounts& games) const {
    return at[games.seat0] - at[games.seat1] + at[players_];
  }

  const size_t players_;
  const RatingPrior prior_;
  std::vector<SeatedCounts> games_;
};

// Returns the maximum of the posterior.
std::vector<double> Climb(const Posterior& posterior) {
  std::vector<double> at(posterior.Size());
  for (size_t i = 0; i < at.size(); ++i) {
    at[i] = posterior.Mean(i);
  }
  double height = posterior.Log(at);
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    std::vector<double> direction(at.size());
    Matrix curvature(at.size());
    posterior.Derive(at, direction, &curvature);
    Factor(&curvature);
    Solve(curvature, direction);
    double largest = 0;
    for (const double x : direction) {
      largest = std::max(largest, std::abs(x));
    }
    if (largest < kTolerance) {
      break;
    }
    // The step is halved until the posterior rises.
    std::vector<double> next = at;
    double next_height = height;
    for (int halvings = 0; halvings < kMaxHalvings; ++halvings) {
      const double part = std::ldexp(1.0, -halvings);
      for (size_t i = 0; i < at.size(); ++i) {
        next[i] = at[i] + part * direction[i];
      }
      next_height = posterior.Log(next);
      if (next_height >= height) {
        break;
      }
    }
    if (next_height < height) {
      break;
    }
    at = next;
    height = next_height;
  }
  return at;
}

std::vector<double> Inverse(const Matrix& factor) {
  std::vector<double> inverse(factor.size * factor.size, 0.0);
  for (size_t i = 0; i < factor.size; ++i) {
    const std::span<double> row = std::span(inverse).subspan(i * factor.size, factor.size);
    row[i] = 1;
    Solve(factor, row);
  }
  return inverse;
}

}  // namespace

double RatingFit::DifferenceDeviation(size_t i, size_t j) const {
  return std::sqrt(std::max(0.0, Covariance(i, i) + Covariance(j, j) - 2 * Covariance(i, j)));
}

double RatingFit::Deviation(size_t i) const {
  const auto n = static_cast<double>(NumPlayers());
  double variance = Covariance(i, i);
  for (size_t j = 0; j < NumPlayers(); ++j) {
    variance -= 2 * Covariance(i, j) / n;
    for (size_t k = 0; k < NumPlayers(); ++k) {
      variance += Covariance(j, k) / (n * n);
    }
  }
  return std::sqrt(std::max(0.0, variance));
}

GameChances RatingFit::Chances(size_t seat0, size_t seat1) const {
  return ChancesOf(ratings[seat0] - ratings[seat1] + seat, draw);
}

double RatingFit::Information(size_t i, size_t j) const {
  double bend = 0;
  for (const GameChances& chances : {Chances(i, j), Chances(j, i)}) {
    const double mean = (chances.win - chances.loss) / 2;
    bend += (chances.win + chances.loss) / 4 - mean * mean;
  }
  const double deviation = DifferenceDeviation(i, j);
  return std::log1p(bend * deviation * deviation) / 2;
}

RatingFit FitRatings(size_t num_players, std::span<const SeatedCounts> counts,
                     const RatingPrior& prior) {
  const Posterior posterior(num_players, counts, prior);
  const std::vector<double> top = Climb(posterior);
  std::vector<double> unused(top.size());
  Matrix curvature(top.size());
  posterior.Derive(top, unused, &curvature);
  Factor(&curvature);
  RatingFit fit = {.seat = top[num_players], .draw = top[num_players + 1]};
  fit.ratings.assign(top.begin(), top.begin() + static_cast<std::ptrdiff_t>(num_players));
  double mean = 0;
  for (const double rating : fit.ratings) {
    mean += rating / static_cast<double>(num_players);
  }
  for (double& rating : fit.ratings) {
    rating -= mean;
  }
  fit.covariance = Inverse(curvature);
  return fit;
}

double EloOf(double nats) { return nats * 400 / std::log(10.0); }

Pairing BestPairing(const RatingFit& fit) {
  KVINTET_CHECK(fit.NumPlayers() >= 2);
  Pairing best = {.information = -1};
  for (size_t a = 0; a < fit.NumPlayers(); ++a) {
    for (size_t b = a + 1; b < fit.NumPlayers(); ++b) {
      const double information = fit.Information(a, b);
      if (information > best.information) {
        best = {.a = a, .b = b, .information = information};
      }
    }
  }
  return best;
}

}  // namespace kvintet::arena
