// NashAveraging: see the header.
#include "arena/nash_averaging.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace kvintet::arena {
namespace {

// As fractions of the largest odds: the final temperature, and the tolerance of each equilibrium.
constexpr double kLastTemperature = 1e-8;
constexpr double kEquilibriumTolerance = 1e-13;
constexpr int kMaxEquilibriumSteps = 60;
// A step is halved up to this often.
constexpr int kMaxHalvings = 40;

double Norm(std::span<const double> x) {
  return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

std::vector<double> Softmax(std::span<const double> logits) {
  const double most = *std::ranges::max_element(logits);
  std::vector<double> mix;
  double sum = 0;
  for (const double logit : logits) {
    mix.push_back(std::exp(logit - most));
    sum += mix.back();
  }
  for (double& probability : mix) {
    probability /= sum;
  }
  return mix;
}

// [N] each row's odds against the mix.
std::vector<double> Payoffs(const LogOdds& odds, std::span<const double> mix) {
  std::vector<double> payoffs(mix.size(), 0.0);
  for (size_t i = 0; i < mix.size(); ++i) {
    for (size_t j = 0; j < mix.size(); ++j) {
      payoffs[i] += odds.odds[i * mix.size() + j] * mix[j];
    }
  }
  return payoffs;
}

// Solves matrix x = right by Gaussian elimination with row pivoting; stores x in `right`. REQUIRES:
// matrix [N, N] is not singular.
void SolveLinear(std::vector<double> matrix, std::span<double> right) {
  const size_t n = right.size();
  const auto at = [&](size_t i, size_t j) -> double& { return matrix[i * n + j]; };
  for (size_t k = 0; k < n; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < n; ++i) {
      pivot = std::abs(at(i, k)) > std::abs(at(pivot, k)) ? i : pivot;
    }
    for (size_t j = 0; j < n; ++j) {
      std::swap(at(k, j), at(pivot, j));
    }
    std::swap(right[k], right[pivot]);
    for (size_t i = k + 1; i < n; ++i) {
      const double factor = at(i, k) / at(k, k);
      for (size_t j = k; j < n; ++j) {
        at(i, j) -= factor * at(k, j);
      }
      right[i] -= factor * right[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) {
      right[k] -= at(k, j) * right[j];
    }
    right[k] /= at(k, k);
  }
}

// The equilibrium of the game with an entropy bonus: the logits z with z = odds softmax(z) /
// temperature, solved from a nearby start. Since the odds are antisymmetric, the Jacobian's
// eigenvalues are 1 + i w, so that Newton's method has a direction everywhere.
class TemperedGame {
 public:
  TemperedGame(const LogOdds& odds, double temperature) : odds_(odds), temperature_(temperature) {}

  std::vector<double> Solve(std::vector<double> logits, double tolerance) const {
    std::vector<double> error = Error(logits);
    for (int step = 0; step < kMaxEquilibriumSteps && Norm(error) * temperature_ > tolerance;
         ++step) {
      std::vector<double> direction = error;
      SolveLinear(Jacobian(logits), direction);
      std::vector<double> next(logits.size());
      std::vector<double> next_error;
      for (int halvings = 0; halvings < kMaxHalvings; ++halvings) {
        const double part = std::ldexp(1.0, -halvings);
        for (size_t i = 0; i < logits.size(); ++i) {
          next[i] = logits[i] - part * direction[i];
        }
        next_error = Error(next);
        if (Norm(next_error) < Norm(error)) {
          break;
        }
      }
      if (!(Norm(next_error) < Norm(error))) {
        break;
      }
      logits = std::move(next);
      error = std::move(next_error);
    }
    return logits;
  }

 private:
  std::vector<double> Error(std::span<const double> logits) const {
    std::vector<double> error = Payoffs(odds_, Softmax(logits));
    for (size_t i = 0; i < logits.size(); ++i) {
      error[i] = logits[i] - error[i] / temperature_;
    }
    return error;
  }

  std::vector<double> Jacobian(std::span<const double> logits) const {
    const size_t n = logits.size();
    const std::vector<double> mix = Softmax(logits);
    const std::vector<double> payoffs = Payoffs(odds_, mix);
    std::vector<double> jacobian(n * n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        jacobian[i * n + j] =
            (i == j ? 1.0 : 0.0) - mix[j] * (odds_.odds[i * n + j] - payoffs[i]) / temperature_;
      }
    }
    return jacobian;
  }

  const LogOdds& odds_;
  const double temperature_;
};

// As the temperature falls, the equilibrium converges to the one of largest entropy, because at
// every temperature it has at least the entropy of any equilibrium of the game itself.
std::vector<double> MaxEntropyEquilibrium(const LogOdds& odds) {
  double largest = 0;
  for (const double one : odds.odds) {
    largest = std::max(largest, std::abs(one));
  }
  std::vector<double> logits(odds.num_players, 0.0);
  for (double share = 1; share >= kLastTemperature && largest > 0; share /= 2) {
    logits = TemperedGame(odds, share * largest)
                 .Solve(std::move(logits), kEquilibriumTolerance * largest);
  }
  return Softmax(logits);
}

void SplitCycles(const LogOdds& odds, NashAveraging* result) {
  const size_t n = odds.num_players;
  for (size_t i = 0; i < n; ++i) {
    const auto row = std::span(odds.odds).subspan(i * n, n);
    result->means.push_back(std::accumulate(row.begin(), row.end(), 0.0) / static_cast<double>(n));
  }
  double cyclic = 0;
  double all = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      const double one = odds.odds[i * n + j];
      const double rest = one - (result->means[i] - result->means[j]);
      cyclic += rest * rest;
      all += one * one;
    }
  }
  if (all == 0) {
    return;
  }
  result->cyclic_share = cyclic / all;
  // Of the N (N - 1) / 2 dimensions of the odds, N - 1 are transitive.
  const double noise = std::accumulate(odds.variances.begin(), odds.variances.end(), 0.0);
  const double share = 1 - 2 / static_cast<double>(n);
  result->cyclic_share_of_noise = std::clamp(noise * share / all, 0.0, 1.0);
}

}  // namespace

LogOdds LogOddsOf(const CrossTable& table) {
  const size_t n = table.agents.size();
  LogOdds result = {.num_players = n};
  result.odds.assign(n * n, 0.0);
  result.variances.assign(n * n, 0.0);
  for (size_t a = 0; a < n; ++a) {
    for (size_t b = 0; b < n; ++b) {
      if (a != b) {
        const PairScores scores = table.Scores(a, b);
        const double pairs = static_cast<double>(scores.NumPairs()) + 1;
        const double mean = ((pairs - 1) * scores.Mean() + 0.5) / pairs;
        const double slope = 1 / (mean * (1 - mean));
        result.odds[a * n + b] = std::log(mean / (1 - mean));
        result.variances[a * n + b] = slope * slope * scores.Variance() / pairs;
      }
    }
  }
  return result;
}

NashAveraging AverageByNash(const LogOdds& odds) {
  const size_t n = odds.num_players;
  KVINTET_CHECK(n > 0 && odds.odds.size() == n * n);
  KVINTET_CHECK(odds.variances.empty() || odds.variances.size() == n * n);
  NashAveraging result = {.mix = MaxEntropyEquilibrium(odds)};
  result.ratings = Payoffs(odds, result.mix);
  double entropy = 0;
  for (const double probability : result.mix) {
    entropy -= probability > 0 ? probability * std::log(probability) : 0;
  }
  result.effective_players = std::exp(entropy);
  SplitCycles(odds, &result);
  return result;
}

}  // namespace kvintet::arena
