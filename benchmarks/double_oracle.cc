// double_oracle: measures how fast a step of Kontranto is solved over all joint moves, with a
// certificate.
//
// double_oracle [POSITIONS [SEED]]: prints a table with a line for each kind of position, over
// POSITIONS random ones. The last kinds add a random value to each option and each pair.
#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"

#include "base/rng.h"
#include "selfplay/kontranto/step_game.h"
#include "selfplay/solvers/matrix/double_oracle.h"
#include "tests/support/random_step.h"

namespace {

using kvintet::Purpose;
using kvintet::RandomStream;
using kvintet::selfplay::solvers::PairwiseGame;
using kvintet::selfplay::solvers::PairwiseSolution;
using kvintet::selfplay::solvers::SolvePairwiseGame;

struct Kind {
  std::string name;
  int window = 0;
  size_t conquered = 0;
  // Standard deviation of the random value that is added to every option and every pair.
  double worth = 0;
  double gap = 1e-7;
};

double Quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

PairwiseGame GameOf(const Kind& kind, RandomStream* random) {
  const auto step = kvintet::testing::RandomStep(kind.window, kind.conquered, random);
  PairwiseGame game = kvintet::selfplay::kontranto::StepGame(step.white, step.black);
  for (auto* worths : {&game.row_worth, &game.column_worth, &game.pair_worth}) {
    for (double& worth : *worths) {
      worth += kind.worth == 0 ? 0 : kind.worth * random->Normal();
    }
  }
  return game;
}

void Report(const Kind& kind, int positions, RandomStream* random) {
  std::vector<double> milliseconds;
  std::vector<double> rounds;
  std::vector<double> candidates;
  double gap = 0;
  for (int i = 0; i < positions; ++i) {
    const PairwiseGame game = GameOf(kind, random);
    const auto start = std::chrono::steady_clock::now();
    const PairwiseSolution solution = SolvePairwiseGame(game, {.gap = kind.gap}, random);
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(time.count());
    rounds.push_back(solution.rounds);
    candidates.push_back(
        static_cast<double>(std::max(solution.row.moves.size(), solution.column.moves.size())));
    gap = std::max(gap, solution.gap);
  }
  std::cout << absl::StrFormat(
      "| %s | %.0f / %.0f / %.0f | %.0f / %.0f | %.1e | %.3f / %.3f |\n", kind.name,
      Quantile(rounds, 0.5), Quantile(rounds, 0.95), Quantile(rounds, 1), Quantile(candidates, 0.5),
      Quantile(candidates, 1), gap, Quantile(milliseconds, 0.5), Quantile(milliseconds, 0.95));
}

}  // namespace

int main(int argc, char** argv) {
  const int positions = argc > 1 ? std::stoi(argv[1]) : 1000;
  RandomStream random(argc > 2 ? std::stoull(argv[2]) : 1, 0, 0, Purpose::kTest);
  const std::vector<Kind> kinds = {
      {.name = "anywhere"},
      {.name = "anywhere, 8 cells conquered", .conquered = 8},
      {.name = "anywhere, 16 cells conquered", .conquered = 16},
      {.name = "all in 3 x 3 cells", .window = 3},
      {.name = "all in 4 x 4 cells", .window = 4},
      {.name = "anywhere, worths of 0.05 on all", .worth = 0.05, .gap = 1e-3},
      {.name = "anywhere, worths of 0.2 on all", .worth = 0.2, .gap = 1e-3},
  };
  std::cout << "| positions | rounds: median / 95 % / most | candidates a side: median / most | "
               "largest gap | ms: median / 95 % |\n|---|---|---|---|---|\n";
  for (const Kind& kind : kinds) {
    Report(kind, positions, &random);
  }
  return 0;
}
