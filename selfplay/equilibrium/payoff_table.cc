// PayoffTable: see the header.
#include "selfplay/equilibrium/payoff_table.h"

#include <algorithm>

#include "base/check.h"

namespace kvintet::selfplay {
namespace {

// Gap of the solution; returns are in [-1, 1].
constexpr double kGap = 5e-4;
constexpr int kMaxIterations = 4000;
// Accuracy of probabilities.
constexpr double kDistance = 1e-3;

}  // namespace

void PayoffTable::Clear() {
  moves_ = {};
  joined_ = {};
  payoffs_.clear();
}

bool PayoffTable::Add(size_t seat, const JointMove& move, bool joined) {
  if (std::ranges::find(moves_[seat], move) != moves_[seat].end()) {
    return false;
  }
  moves_[seat].push_back(move);
  joined_[seat].push_back(joined);
  payoffs_.resize(moves_[0].size());
  for (auto& row : payoffs_) {
    row.resize(moves_[1].size());
  }
  return true;
}

size_t PayoffTable::NumJoined(size_t seat) const {
  return static_cast<size_t>(std::ranges::count(joined_[seat], true));
}

void PayoffTable::ListUnknown(std::vector<MovePair>* pairs) const {
  for (size_t row = 0; row < moves_[0].size(); ++row) {
    for (size_t column = 0; column < moves_[1].size(); ++column) {
      if (joined_[0][row] && joined_[1][column] && !payoffs_[row][column]) {
        pairs->push_back({row, column});
      }
    }
  }
}

void PayoffTable::ListUnknown(size_t seat, size_t number, std::span<const double> other,
                              std::vector<MovePair>* pairs) const {
  for (size_t k = 0; k < other.size(); ++k) {
    const MovePair pair = PairOf(seat, number, k);
    if (other[k] > 0 && !Payoff(pair)) {
      pairs->push_back(pair);
    }
  }
}

PayoffTable::JoinedGame PayoffTable::Joined() const {
  JoinedGame game;
  for (size_t seat = 0; seat < 2; ++seat) {
    for (size_t k = 0; k < moves_[seat].size(); ++k) {
      if (joined_[seat][k]) {
        game.numbers[seat].push_back(k);
      }
    }
  }
  for (const size_t row : game.numbers[0]) {
    for (const size_t column : game.numbers[1]) {
      KVINTET_CHECK(payoffs_[row][column].has_value());
      game.payoffs.push_back(*payoffs_[row][column]);
    }
  }
  return game;
}

StageEquilibrium PayoffTable::Spread(const JoinedGame& game, std::span<const double> row,
                                     std::span<const double> column, double value) const {
  StageEquilibrium found = {.value = value};
  for (size_t seat = 0; seat < 2; ++seat) {
    const std::span<const double> shares = seat == 0 ? row : column;
    found.probabilities[seat].assign(moves_[seat].size(), 0.0);
    for (size_t k = 0; k < shares.size(); ++k) {
      found.probabilities[seat][game.numbers[seat][k]] = shares[k];
    }
  }
  return found;
}

StageEquilibrium PayoffTable::Solve() {
  const JoinedGame game = Joined();
  solver_.Start(game.payoffs, game.numbers[0].size(), game.numbers[1].size());
  solver_.IterateUntil(kGap, kMaxIterations);
  return Spread(game, solver_.Row(), solver_.Column(), solver_.Value());
}

StageEquilibrium PayoffTable::SolveNear(const std::array<std::vector<double>, 2>& anchors,
                                        double kl) {
  const JoinedGame game = Joined();
  std::array<std::vector<double>, 2> joined;
  for (size_t seat = 0; seat < 2; ++seat) {
    for (const size_t number : game.numbers[seat]) {
      joined[seat].push_back(anchors[seat][number]);
    }
  }
  anchored_.Start(game.payoffs, joined[0], joined[1], kl);
  anchored_.IterateUntil(kDistance, kMaxIterations);
  return Spread(game, anchored_.Row(), anchored_.Column(), anchored_.Value());
}

double PayoffTable::Worth(size_t seat, size_t number, std::span<const double> other) const {
  double worth = 0;
  for (size_t k = 0; k < other.size(); ++k) {
    if (other[k] > 0) {
      const std::optional<double>& payoff = Payoff(PairOf(seat, number, k));
      KVINTET_CHECK(payoff.has_value());
      worth += other[k] * *payoff;
    }
  }
  return seat == 0 ? worth : -worth;
}

}  // namespace kvintet::selfplay
