// StageAccount: see the header.
#include "selfplay/equilibrium/stage_account.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace kvintet::selfplay {
namespace {

// Payoffs that differ by less are equal.
constexpr double kTie = 1e-9;

// A joined move, by its number in the table.
struct Joined {
  size_t number = 0;
  double probability = 0;
  // To the seat that moves, against the other seat's strategy.
  double worth = 0;
  bool best = false;
};

// The joined moves of a seat, likeliest first, with a best response among the first `most`.
std::vector<Joined> InOrder(const PayoffTable& table, const StageEquilibrium& equilibrium,
                            size_t seat, size_t most) {
  std::vector<Joined> moves;
  for (size_t k = 0; k < table.Moves(seat).size(); ++k) {
    if (table.Joined(seat, k)) {
      moves.push_back({.number = k,
                       .probability = equilibrium.probabilities[seat][k],
                       .worth = table.Worth(seat, k, equilibrium.probabilities[1 - seat])});
    }
  }
  const double best = std::ranges::max_element(moves, {}, &Joined::worth)->worth;
  for (Joined& move : moves) {
    move.best = move.worth >= best - kTie;
  }
  std::ranges::stable_sort(moves, std::greater<>(), &Joined::probability);
  const auto found = std::ranges::find(moves, true, &Joined::best);
  if (most > 0 && found - moves.begin() >= static_cast<std::ptrdiff_t>(most)) {
    std::swap(moves[most - 1], *found);
  }
  return moves;
}

// The payoffs of seat `own` for each of its moves against each of the other's, row by row.
std::vector<double> PayoffsTo(size_t own, const PayoffTable& table,
                              const std::vector<size_t>& own_moves,
                              const std::vector<size_t>& other_moves) {
  std::vector<double> payoffs;
  for (const size_t row : own_moves) {
    for (const size_t column : other_moves) {
      const double payoff = *table.Payoff(own == 0 ? MovePair{row, column} : MovePair{column, row});
      payoffs.push_back(own == 0 ? payoff : -payoff);
    }
  }
  return payoffs;
}

}  // namespace

ExplainedStage StageAccount(const PayoffTable& table, const StageEquilibrium& equilibrium,
                            size_t own, size_t most, const MoveTexts& texts) {
  ExplainedStage stage = {.value = own == 0 ? equilibrium.value : -equilibrium.value};
  std::array<std::vector<size_t>, 2> told;
  for (const size_t seat : {own, 1 - own}) {
    ExplainedStrategy& strategy = seat == own ? stage.own : stage.other;
    for (const Joined& move : InOrder(table, equilibrium, seat, most)) {
      ++strategy.considered;
      if (told[seat].size() >= most) {
        strategy.left_out += move.probability;
        continue;
      }
      told[seat].push_back(move.number);
      strategy.moves.push_back({.text = texts(seat, table.Moves(seat)[move.number]),
                                .probability = move.probability,
                                .value = seat == own ? move.worth : -move.worth,
                                .best = move.best});
    }
  }
  stage.payoffs = PayoffsTo(own, table, told[own], told[1 - own]);
  return stage;
}

}  // namespace kvintet::selfplay
