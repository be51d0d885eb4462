// Tests of AnchoredGame: mutual best responses, between anchors and equilibria.
#include "selfplay/solvers/matrix/anchored_game.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "selfplay/solvers/matrix/matrix_game.h"

namespace kvintet::selfplay::solvers {
namespace {

struct Made {
  MatrixGame game;
  std::vector<double> row_anchor;
  std::vector<double> column_anchor;
};

Made RandomGame(RandomStream* random) {
  Made made = {MatrixGame(1 + random->Below(20), 1 + random->Below(20)), {}, {}};
  for (size_t i = 0; i < made.game.Rows(); ++i) {
    for (size_t j = 0; j < made.game.Columns(); ++j) {
      made.game.At(i, j) = 2 * random->Uniform() - 1;
    }
  }
  for (size_t i = 0; i < made.game.Rows(); ++i) {
    made.row_anchor.push_back(0.01 + random->Uniform());
  }
  for (size_t j = 0; j < made.game.Columns(); ++j) {
    made.column_anchor.push_back(0.01 + random->Uniform());
  }
  return made;
}

// p_k exp(payoff_k / kl), normalised.
std::vector<double> Answer(std::span<const double> anchor, std::span<const double> payoffs,
                           double kl) {
  std::vector<double> answer;
  double sum = 0;
  for (size_t k = 0; k < anchor.size(); ++k) {
    answer.push_back(anchor[k] * std::exp(payoffs[k] / kl));
    sum += answer.back();
  }
  for (double& each : answer) {
    each /= sum;
  }
  return answer;
}

TEST(AnchoredGameTest, EachSeatAnswersTheOther) {
  RandomStream random(1, 0, 0, Purpose::kTest);
  AnchoredGame solver;
  for (int n = 0; n < 60; ++n) {
    const Made made = RandomGame(&random);
    const double kl = std::exp(3 * random.Uniform() - 4);
    solver.Start(made.game.Payoffs(), made.row_anchor, made.column_anchor, kl);
    ASSERT_LE(solver.IterateUntil(1e-7, 100000), 1e-7) << kl;
    std::vector<double> to_row(made.game.Rows());
    std::vector<double> to_column(made.game.Columns());
    double value = 0;
    for (size_t i = 0; i < made.game.Rows(); ++i) {
      for (size_t j = 0; j < made.game.Columns(); ++j) {
        to_row[i] += made.game.At(i, j) * solver.Column()[j];
        to_column[j] -= made.game.At(i, j) * solver.Row()[i];
        value += solver.Row()[i] * made.game.At(i, j) * solver.Column()[j];
      }
    }
    const std::vector<double> row = Answer(made.row_anchor, to_row, kl);
    const std::vector<double> column = Answer(made.column_anchor, to_column, kl);
    for (size_t i = 0; i < row.size(); ++i) {
      ASSERT_NEAR(solver.Row()[i], row[i], 1e-6);
    }
    for (size_t j = 0; j < column.size(); ++j) {
      ASSERT_NEAR(solver.Column()[j], column[j], 1e-6);
    }
    ASSERT_NEAR(solver.Value(), value, 1e-12);
  }
}

// For each seat, a quantal response is within kl times the logarithm of the number of choices of an
// equilibrium.
TEST(AnchoredGameTest, ALittleOfTheAnchorIsNearlyAnEquilibrium) {
  RandomStream random(2, 0, 0, Purpose::kTest);
  AnchoredGame solver;
  for (int n = 0; n < 20; ++n) {
    const Made made = RandomGame(&random);
    const std::vector<double> rows(made.game.Rows(), 1.0);
    const std::vector<double> columns(made.game.Columns(), 1.0);
    solver.Start(made.game.Payoffs(), rows, columns, 0.01);
    solver.IterateUntil(1e-6, 100000);
    const double most = 0.01 * std::log(static_cast<double>(rows.size() * columns.size()));
    EXPECT_LE(NashConv(made.game, {solver.Row().begin(), solver.Row().end()},
                       {solver.Column().begin(), solver.Column().end()}),
              most + 1e-4);
    EXPECT_NEAR(solver.Value(), SolveMatrixGame(made.game).value, most + 1e-4);
  }
}

TEST(AnchoredGameTest, MuchOfTheAnchorIsTheAnchor) {
  RandomStream random(3, 0, 0, Purpose::kTest);
  AnchoredGame solver;
  const Made made = RandomGame(&random);
  solver.Start(made.game.Payoffs(), made.row_anchor, made.column_anchor, 1e6);
  solver.IterateUntil(1e-9, 1000);
  double sum = 0;
  for (const double each : made.row_anchor) {
    sum += each;
  }
  for (size_t i = 0; i < made.row_anchor.size(); ++i) {
    EXPECT_NEAR(solver.Row()[i], made.row_anchor[i] / sum, 1e-5);
  }
}

TEST(AnchoredGameTest, StopsAtItsLimit) {
  RandomStream random(4, 0, 0, Purpose::kTest);
  const Made made = RandomGame(&random);
  AnchoredGame few;
  few.Start(made.game.Payoffs(), made.row_anchor, made.column_anchor, 0.01);
  const double reached = few.IterateUntil(0, 16);
  EXPECT_GT(reached, 0);
  AnchoredGame more;
  more.Start(made.game.Payoffs(), made.row_anchor, made.column_anchor, 0.01);
  EXPECT_LT(more.IterateUntil(0, 16000), reached / 100);
}

}  // namespace
}  // namespace kvintet::selfplay::solvers
