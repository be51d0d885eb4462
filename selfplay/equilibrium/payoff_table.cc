// PayoffTable: see the header.
#include "selfplay/equilibrium/payoff_table.h"

#include <algorithm>

#include "base/check.h"

namespace kvintet::selfplay {
namespace {

// Returns are in [-1, 1].
constexpr double kGap = 5e-4;
constexpr int kMostIterations = 4000;

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

StageEquilibrium PayoffTable::Solve() {
  std::array<std::vector<size_t>, 2> numbers;
  StageEquilibrium found;
  for (size_t seat = 0; seat < 2; ++seat) {
    found.probabilities[seat].assign(moves_[seat].size(), 0.0);
    for (size_t k = 0; k < moves_[seat].size(); ++k) {
      if (joined_[seat][k]) {
        numbers[seat].push_back(k);
      }
    }
  }
  std::vector<double> payoffs;
  for (const size_t row : numbers[0]) {
    for (const size_t column : numbers[1]) {
      KVINTET_CHECK(payoffs_[row][column].has_value());
      payoffs.push_back(*payoffs_[row][column]);
    }
  }
  solver_.Start(payoffs, numbers[0].size(), numbers[1].size());
  solver_.IterateUntil(kGap, kMostIterations);
  for (size_t seat = 0; seat < 2; ++seat) {
    const std::span<const double> average = seat == 0 ? solver_.Row() : solver_.Column();
    for (size_t k = 0; k < average.size(); ++k) {
      found.probabilities[seat][numbers[seat][k]] = average[k];
    }
  }
  found.value = solver_.Value();
  return found;
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
