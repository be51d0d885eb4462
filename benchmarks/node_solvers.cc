// node_solvers: compares how exploitable the solutions of a stage game of K x K joint moves are, by
// solvers that may evaluate the same number of its entries.
//
// node_solvers [GAMES [SEED]]: prints a table over GAMES random stage games of Kontranto for each
// of K = 16, 32, 64. Linear programming and regret matching plus solve the whole matrix (K^2
// evaluations). They are compared with bandits that evaluate one entry at a time: decoupled UCT,
// Exp3 and sampled regret matching, with K^2, 4 K^2 and 16 K^2 evaluations.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"

#include "base/rng.h"
#include "selfplay/kontranto/step_game.h"
#include "selfplay/solvers/matrix/matrix_game.h"
#include "selfplay/solvers/matrix/regret_matching.h"
#include "tests/support/random_step.h"

namespace {

using kvintet::Purpose;
using kvintet::RandomStream;
using kvintet::selfplay::solvers::JointOptions;
using kvintet::selfplay::solvers::MatrixGame;
using kvintet::selfplay::solvers::NashConv;
using kvintet::selfplay::solvers::PairwiseGame;
using kvintet::selfplay::solvers::RegretMatching;
using kvintet::selfplay::solvers::SolveMatrixGame;

// The stage game of K random joint moves per side in a crowded position, with payoffs in (-1, 1)
// for clashes and what may follow them.
MatrixGame StageGame(size_t k, RandomStream* random) {
  const auto step = kvintet::testing::RandomStep(4, 0, random);
  PairwiseGame game = kvintet::selfplay::kontranto::StepGame(step.white, step.black);
  for (auto* worths : {&game.row_worth, &game.column_worth}) {
    for (double& worth : *worths) {
      worth = 0.2 * random->Normal();
    }
  }
  std::vector<JointOptions> rows = AllJointMoves(game.rows);
  std::vector<JointOptions> columns = AllJointMoves(game.columns);
  random->Shuffle(std::span(rows));
  random->Shuffle(std::span(columns));
  MatrixGame stage(std::min(k, rows.size()), std::min(k, columns.size()));
  for (size_t i = 0; i < stage.Rows(); ++i) {
    for (size_t j = 0; j < stage.Columns(); ++j) {
      stage.At(i, j) = std::tanh(PayoffOf(game, rows[i], columns[j]) / 2);
    }
  }
  return stage;
}

// One seat of a bandit algorithm, which learns only the payoff of the entry that was chosen.
class Bandit {
 public:
  explicit Bandit(size_t size) : sums_(size, 0.0), counts_(size, 0.0), average_(size, 0.0) {}
  virtual ~Bandit() = default;
  virtual size_t Choose(RandomStream* random) = 0;
  // `payoff` in [0, 1] to this seat.
  virtual void Learn(size_t choice, double payoff) = 0;

  std::vector<double> Average() const {
    double total = 0;
    for (const double weight : average_) {
      total += weight;
    }
    std::vector<double> strategy = average_;
    for (double& p : strategy) {
      p /= total;
    }
    return strategy;
  }

 protected:
  static size_t Draw(const std::vector<double>& p, RandomStream* random) {
    double rest = random->Uniform();
    for (size_t k = 0; k + 1 < p.size(); ++k) {
      rest -= p[k];
      if (rest < 0) {
        return k;
      }
    }
    return p.size() - 1;
  }

  std::vector<double> sums_;
  std::vector<double> counts_;
  std::vector<double> average_;
};

// Upper confidence bounds, with ties broken at random.
class Uct : public Bandit {
 public:
  using Bandit::Bandit;
  size_t Choose(RandomStream* random) override {
    double best = -1;
    std::vector<size_t> ties;
    for (size_t k = 0; k < sums_.size(); ++k) {
      const double bound =
          counts_[k] == 0 ? 1e9
                          : sums_[k] / counts_[k] + std::sqrt(2 * std::log(num_ + 1) / counts_[k]);
      if (bound > best) {
        best = bound;
        ties.clear();
      }
      if (bound == best) {
        ties.push_back(k);
      }
    }
    return ties[random->Below(static_cast<uint32_t>(ties.size()))];
  }
  void Learn(size_t choice, double payoff) override {
    ++num_;
    ++counts_[choice];
    ++average_[choice];
    sums_[choice] += payoff;
  }

 private:
  double num_ = 0;
};

// Exponential weights, with an exploration of 0.1.
class Exp3 : public Bandit {
 public:
  using Bandit::Bandit;
  size_t Choose(RandomStream* random) override {
    const auto size = static_cast<double>(sums_.size());
    const double most = *std::ranges::max_element(sums_);
    p_.assign(sums_.size(), 0.0);
    double total = 0;
    for (size_t k = 0; k < p_.size(); ++k) {
      p_[k] = std::exp(kExploration / size * (sums_[k] - most));
      total += p_[k];
    }
    for (size_t k = 0; k < p_.size(); ++k) {
      average_[k] += p_[k] / total;
      p_[k] = (1 - kExploration) * p_[k] / total + kExploration / size;
    }
    return Draw(p_, random);
  }
  void Learn(size_t choice, double payoff) override { sums_[choice] += payoff / p_[choice]; }

 private:
  static constexpr double kExploration = 0.1;
  std::vector<double> p_;
};

// Regret matching on sampled regrets, with decreasing exploration.
class SampledRegrets : public Bandit {
 public:
  using Bandit::Bandit;
  size_t Choose(RandomStream* random) override {
    const auto size = static_cast<double>(sums_.size());
    const double floor = std::min(1.0, 0.4 * std::pow(++num_, -0.25));
    double total = 0;
    for (const double regret : sums_) {
      total += std::max(regret, 0.0);
    }
    p_.assign(sums_.size(), 0.0);
    for (size_t k = 0; k < p_.size(); ++k) {
      const double match = total > 0 ? std::max(sums_[k], 0.0) / total : 1 / size;
      average_[k] += match;
      p_[k] = (1 - floor) * match + floor / size;
    }
    return Draw(p_, random);
  }
  void Learn(size_t choice, double payoff) override {
    for (double& regret : sums_) {
      regret -= payoff;
    }
    sums_[choice] += payoff / p_[choice];
  }

 private:
  double num_ = 0;
  std::vector<double> p_;
};

// Half the NashConv after this many evaluations.
template <typename Seat>
double PlayedOut(const MatrixGame& game, size_t evaluations, RandomStream* random) {
  Seat row(game.Rows());
  Seat column(game.Columns());
  for (size_t n = 0; n < evaluations; ++n) {
    const size_t i = row.Choose(random);
    const size_t j = column.Choose(random);
    const double payoff = (1 + game.At(i, j)) / 2;
    row.Learn(i, payoff);
    column.Learn(j, 1 - payoff);
  }
  return NashConv(game, row.Average(), column.Average()) / 2;
}

// Prints the mean over the games of the exploitability that `solve` leaves, and milliseconds per
// game.
void Report(const std::string& name, size_t evaluations, const std::vector<MatrixGame>& games,
            const std::function<double(const MatrixGame&)>& solve) {
  const auto start = std::chrono::steady_clock::now();
  double sum = 0;
  for (const MatrixGame& game : games) {
    sum += solve(game);
  }
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  const auto n = static_cast<double>(games.size());
  std::cout << absl::StrFormat("| %d | %s | %d | %.4f | %.3f |\n", games[0].Rows(), name,
                               evaluations, sum / n, time.count() / n);
}

template <typename Seat>
void ReportBandit(const std::string& name, const std::vector<MatrixGame>& games,
                  RandomStream* random) {
  for (const size_t times : {1u, 4u, 16u}) {
    const size_t evaluations = times * games[0].Rows() * games[0].Columns();
    Report(name, evaluations, games,
           [&](const MatrixGame& game) { return PlayedOut<Seat>(game, evaluations, random); });
  }
}

void ReportAll(const std::vector<MatrixGame>& games, RandomStream* random) {
  const size_t whole = games[0].Rows() * games[0].Columns();
  Report("uniform", 0, games, [](const MatrixGame& game) {
    const std::vector<double> row(game.Rows(), 1 / static_cast<double>(game.Rows()));
    const std::vector<double> column(game.Columns(), 1 / static_cast<double>(game.Columns()));
    return NashConv(game, row, column) / 2;
  });
  Report("linear program", whole, games,
         [](const MatrixGame& game) { return SolveMatrixGame(game).gap / 2; });
  RegretMatching<float> learner;
  for (const int iterations : {32, 64, 256}) {
    Report(absl::StrFormat("RM+, %d iterations", iterations), whole, games,
           [&](const MatrixGame& game) {
             const std::vector<float> payoffs(game.Payoffs().begin(), game.Payoffs().end());
             learner.Start(payoffs, game.Rows(), game.Columns());
             learner.Iterate(iterations);
             return static_cast<double>(learner.Gap()) / 2;
           });
  }
  ReportBandit<Uct>("DUCT", games, random);
  ReportBandit<Exp3>("Exp3", games, random);
  ReportBandit<SampledRegrets>("sampled RM", games, random);
}

}  // namespace

int main(int argc, char** argv) {
  const int num_games = argc > 1 ? std::stoi(argv[1]) : 40;
  const uint64_t seed = argc > 2 ? std::stoull(argv[2]) : 1;
  std::cout << "| K | solver | evaluations | exploitability | ms |\n|---|---|---|---|---|\n";
  for (const size_t k : {16u, 32u, 64u}) {
    RandomStream random(seed, static_cast<uint32_t>(k), 0, Purpose::kTest);
    std::vector<MatrixGame> games;
    games.reserve(static_cast<size_t>(num_games));
    for (int i = 0; i < num_games; ++i) {
      games.push_back(StageGame(k, &random));
    }
    ReportAll(games, &random);
  }
  return 0;
}
