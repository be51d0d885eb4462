// StageAccount: see the header.
#include "selfplay/equilibrium/stage_account.h"

#include <algorithm>
#include <vector>

namespace kvintet::selfplay {
namespace {

// Payoffs that differ by less are equal.
constexpr double kTie = 1e-9;

// The numbers of the joined moves of a seat, likeliest first.
std::vector<size_t> ByProbability(const PayoffTable& table, const StageEquilibrium& equilibrium,
                                  size_t seat) {
  std::vector<size_t> numbers;
  for (size_t k = 0; k < table.Moves(seat).size(); ++k) {
    if (table.Joined(seat, k)) {
      numbers.push_back(k);
    }
  }
  const std::vector<double>& shares = equilibrium.probabilities[seat];
  std::ranges::stable_sort(numbers, [&](size_t a, size_t b) { return shares[a] > shares[b]; });
  return numbers;
}

}  // namespace

ExplainedStage StageAccount(const PayoffTable& table, const StageEquilibrium& equilibrium,
                            size_t own, size_t most, const MoveTexts& texts) {
  ExplainedStage stage = {.value = own == 0 ? equilibrium.value : -equilibrium.value};
  std::array<std::vector<size_t>, 2> told;
  for (const size_t seat : {own, 1 - own}) {
    ExplainedStrategy& strategy = seat == own ? stage.own : stage.other;
    std::vector<size_t>& numbers = told[seat];
    numbers = ByProbability(table, equilibrium, seat);
    strategy.considered = static_cast<int>(numbers.size());
    // Worth to the seat that moves.
    std::vector<double> worths;
    for (const size_t number : numbers) {
      worths.push_back(table.Worth(seat, number, equilibrium.probabilities[1 - seat]));
    }
    const double best = *std::ranges::max_element(worths);
    for (size_t k = 0; k < numbers.size(); ++k) {
      const double probability = equilibrium.probabilities[seat][numbers[k]];
      if (k >= most) {
        strategy.left_out += probability;
        continue;
      }
      strategy.moves.push_back({.text = texts(seat, table.Moves(seat)[numbers[k]]),
                                .probability = probability,
                                .value = seat == own ? worths[k] : -worths[k],
                                .best = worths[k] >= best - kTie});
    }
    numbers.resize(strategy.moves.size());
  }
  for (const size_t row : told[own]) {
    for (const size_t column : told[1 - own]) {
      const double payoff = *table.Payoff(own == 0 ? MovePair{row, column} : MovePair{column, row});
      stage.payoffs.push_back(own == 0 ? payoff : -payoff);
    }
  }
  return stage;
}

}  // namespace kvintet::selfplay
