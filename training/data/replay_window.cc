// ReplayWindow: see the header.
#include "training/data/replay_window.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/rng.h"

namespace kvintet::training {
namespace {

// Episode number of the stream that draws held-out games. No training step reaches this number.
constexpr uint32_t kHeldOutEpisode = uint32_t{1} << 30;

// Sum over the game's first `rows` rows.
int64_t SumOfSurprise(const selfplay::GameRecord& record, size_t rows) {
  int64_t sum = 0;
  for (size_t i = 0; i < rows; ++i) {
    sum += selfplay::SurpriseUnits(record.rows[i].surprise);
  }
  return sum;
}

}  // namespace

bool IsHeldOut(uint32_t game_number, double share) {
  return RandomStream(0, game_number, kHeldOutEpisode, Purpose::kSampling).Uniform() < share;
}

int64_t ReplayWindow::SurpriseOf(const Entry& entry, size_t rows) {
  return entry.held_out ? 0 : SumOfSurprise(entry.record, rows);
}

void ReplayWindow::Add(selfplay::GameRecord record) {
  const auto rows = static_cast<int64_t>(record.rows.size());
  if (rows > 0) {
    const bool held_out = IsHeldOut(record.number, held_out_share_);
    games_.push_back({std::move(record), total_rows_, total_surprise_, held_out});
    total_rows_ += rows;
    total_surprise_ += SurpriseOf(games_.back(), static_cast<size_t>(rows));
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
  return {&entry.record, static_cast<int>(number - entry.first_row), entry.held_out};
}

int64_t ReplayWindow::SurpriseBefore(int64_t rows) const {
  const int64_t number = total_rows_ - rows;
  const auto after = std::ranges::upper_bound(games_, number, {}, &Entry::first_row);
  KVINTET_CHECK(after != games_.begin());
  const Entry& entry = *std::prev(after);
  return entry.surprise_before + SurpriseOf(entry, static_cast<size_t>(number - entry.first_row));
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
