// AnchoredGame: see the header.
#include "selfplay/solvers/matrix/anchored_game.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/portable_math.h"

namespace kvintet::selfplay::solvers {
namespace {

// Number of iterations between checks of the distance.
constexpr int kStride = 8;

// Writes exp(logs), normalised, to `shares`.
void Share(std::span<const double> logs, std::vector<double>* shares) {
  const double most = *std::ranges::max_element(logs);
  double sum = 0;
  for (size_t k = 0; k < logs.size(); ++k) {
    (*shares)[k] = portable::Exp(logs[k] - most);
    sum += (*shares)[k];
  }
  for (double& share : *shares) {
    share /= sum;
  }
}

}  // namespace

void AnchoredGame::Seat::Reset(std::span<const double> anchor) {
  log_anchor.clear();
  for (const double each : anchor) {
    KVINTET_CHECK(each > 0);
    log_anchor.push_back(portable::Log(each));
  }
  log_now = log_anchor;
  now.assign(anchor.size(), 0);
  ahead = payoffs = logs = now;
  Share(log_now, &now);
}

void AnchoredGame::Seat::Update(double keep, double gain, std::vector<double>* shares) {
  for (size_t k = 0; k < logs.size(); ++k) {
    logs[k] = keep * log_now[k] + gain * payoffs[k] + (1 - keep) * log_anchor[k];
  }
  Share(logs, shares);
}

void AnchoredGame::Start(std::span<const double> payoffs, std::span<const double> row_anchor,
                         std::span<const double> column_anchor, double kl) {
  KVINTET_CHECK_GT(payoffs.size(), 0);
  KVINTET_CHECK_EQ(payoffs.size(), row_anchor.size() * column_anchor.size());
  KVINTET_CHECK(kl > 0);
  matrix_.assign(payoffs.begin(), payoffs.end());
  row_.Reset(row_anchor);
  column_.Reset(column_anchor);
  kl_ = kl;
  // A constant in all payoffs does not affect the strategies.
  const auto [least, most] = std::ranges::minmax(payoffs);
  step_ = 1 / (2 * kl + (most - least));
  iterations_ = 0;
}

void AnchoredGame::PayRow(std::span<const double> column) {
  const size_t columns = column.size();
  for (size_t i = 0; i < row_.payoffs.size(); ++i) {
    double sum = 0;
    for (size_t j = 0; j < columns; ++j) {
      sum += matrix_[i * columns + j] * column[j];
    }
    row_.payoffs[i] = sum;
  }
}

void AnchoredGame::PayColumn(std::span<const double> row) {
  const size_t columns = column_.payoffs.size();
  std::ranges::fill(column_.payoffs, 0.0);
  for (size_t i = 0; i < row.size(); ++i) {
    for (size_t j = 0; j < columns; ++j) {
      column_.payoffs[j] -= matrix_[i * columns + j] * row[i];
    }
  }
}

double AnchoredGame::IterateUntil(double distance, int max_iterations) {
  const double keep = 1 - step_ * kl_;
  double reached = Distance();
  while (reached > distance && iterations_ < max_iterations) {
    for (int k = 0; k < kStride; ++k) {
      PayRow(column_.now);
      PayColumn(row_.now);
      row_.Update(keep, step_, &row_.ahead);
      column_.Update(keep, step_, &column_.ahead);
      PayRow(column_.ahead);
      PayColumn(row_.ahead);
      for (Seat* const seat : {&row_, &column_}) {
        seat->Update(keep, step_, &seat->now);
        seat->log_now = seat->logs;
      }
    }
    iterations_ += kStride;
    reached = Distance();
  }
  return reached;
}

double AnchoredGame::Value() const {
  double value = 0;
  for (size_t i = 0; i < row_.now.size(); ++i) {
    for (size_t j = 0; j < column_.now.size(); ++j) {
      value += row_.now[i] * matrix_[i * column_.now.size() + j] * column_.now[j];
    }
  }
  return value;
}

double AnchoredGame::Distance() {
  PayRow(column_.now);
  PayColumn(row_.now);
  double distance = 0;
  for (Seat* const seat : {&row_, &column_}) {
    seat->Update(0, 1 / kl_, &seat->ahead);
    for (size_t k = 0; k < seat->now.size(); ++k) {
      distance = std::max(distance, std::abs(seat->now[k] - seat->ahead[k]));
    }
  }
  return distance;
}

}  // namespace kvintet::selfplay::solvers
