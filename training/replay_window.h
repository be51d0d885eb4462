// ReplayWindow: the newest games of a run in memory, to sample rows from.
#pragma once

#include <cstdint>
#include <deque>

#include "selfplay/game_record.h"

namespace kvintet::training {

// One row of one game; borrowed until the window is trimmed.
struct WindowRow {
  const selfplay::GameRecord* record = nullptr;
  // Index in record->rows.
  int row = 0;
};

// Rows are numbered over the whole run, in the order of their games; the window holds the last of
// them. One thread at a time.
class ReplayWindow {
 public:
  // `rows_before`: rows of the run's games that are not held, all older than those to come.
  explicit ReplayWindow(int64_t rows_before = 0) : total_rows_(rows_before) {}

  void Add(selfplay::GameRecord record);
  // Forgets the oldest games that the newest `rows` rows do not need.
  void Trim(int64_t rows);

  // Rows of the run so far, held or not.
  int64_t TotalRows() const { return total_rows_; }
  // Row `index` of the newest `rows` rows. REQUIRES: 0 <= index < rows, and they are held.
  WindowRow At(int64_t index, int64_t rows) const;

  // Sum over the newest `rows` rows of SurpriseUnits. REQUIRES: they are held.
  int64_t Surprise(int64_t rows) const;
  // The first of them with which the sum so far exceeds `units`. REQUIRES: 0 <= units <
  // Surprise(rows).
  WindowRow BySurprise(int64_t units, int64_t rows) const;

 private:
  struct Entry {
    selfplay::GameRecord record;
    int64_t first_row;
    // Sum of SurpriseUnits of all games added before.
    int64_t surprise_before;
  };
  // Of all rows added before the oldest of the newest `rows`.
  int64_t SurpriseBefore(int64_t rows) const;

  std::deque<Entry> games_;
  int64_t total_rows_;
  int64_t total_surprise_ = 0;
};

}  // namespace kvintet::training
