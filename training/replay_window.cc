// ReplayWindow: see the header.
#include "training/replay_window.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace kvintet::training {
namespace {

// Of its first `rows` rows.
int64_t SumOfSurprise(const selfplay::GameRecord& record, size_t rows) {
  int64_t sum = 0;
  for (size_t i = 0; i < rows; ++i) {
    sum += selfplay::SurpriseUnits(record.rows[i].surprise);
  }
  return sum;
}

}  // namespace

void ReplayWindow::Add(selfplay::GameRecord record) {
  const auto rows = static_cast<int64_t>(record.rows.size());
  if (rows > 0) {
    const int64_t surprise = SumOfSurprise(record, record.rows.size());
    games_.push_back({std::move(record), total_rows_, total_surprise_});
    total_rows_ += rows;
    total_surprise_ += surprise;
  }
}

void ReplayWindow::Trim(int64_t rows) {
  const int64_t first = total_rows_ - rows;
  while (games_.size() > 1 && games_[1].first_row <= first) {
    games_.pop_front();
  }
}

WindowRow ReplayWindow::At(int64_t index, int64_t rows) const {
  const int64_t number = total_rows_ - rows + index;
  const auto after = std::ranges::upper_bound(games_, number, {}, &Entry::first_row);
  KVINTET_CHECK(after != games_.begin() && number < total_rows_);
  const Entry& entry = *std::prev(after);
  return {&entry.record, static_cast<int>(number - entry.first_row)};
}

int64_t ReplayWindow::SurpriseBefore(int64_t rows) const {
  const int64_t number = total_rows_ - rows;
  const auto after = std::ranges::upper_bound(games_, number, {}, &Entry::first_row);
  KVINTET_CHECK(after != games_.begin());
  const Entry& entry = *std::prev(after);
  return entry.surprise_before +
         SumOfSurprise(entry.record, static_cast<size_t>(number - entry.first_row));
}

int64_t ReplayWindow::Surprise(int64_t rows) const {
  return total_surprise_ - SurpriseBefore(rows);
}

WindowRow ReplayWindow::BySurprise(int64_t units, int64_t rows) const {
  const int64_t wanted = SurpriseBefore(rows) + units;
  KVINTET_CHECK(units >= 0 && wanted < total_surprise_);
  const auto after = std::ranges::upper_bound(games_, wanted, {}, &Entry::surprise_before);
  const Entry& entry = *std::prev(after);
  int64_t sum = entry.surprise_before;
  size_t row = 0;
  while (sum += selfplay::SurpriseUnits(entry.record.rows[row].surprise), sum <= wanted) {
    ++row;
  }
  return {&entry.record, static_cast<int>(row)};
}

}  // namespace kvintet::training
