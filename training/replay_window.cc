// ReplayWindow: see the header.
#include "training/replay_window.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace kvintet::training {

void ReplayWindow::Add(selfplay::GameRecord record) {
  const auto rows = static_cast<int64_t>(record.rows.size());
  if (rows > 0) {
    games_.push_back({std::move(record), total_rows_});
    total_rows_ += rows;
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

}  // namespace kvintet::training
