// ReplayWindow: the newest games of a run in memory, to sample rows from. Some are held out.
#pragma once

#include <cstdint>
#include <deque>

#include "selfplay/records/game_record.h"

namespace kvintet::training {

// One row of one game. Borrowed; valid until the window is trimmed.
struct WindowRow {
  const selfplay::GameRecord* record = nullptr;
  // Index in record->rows.
  int row = 0;
  // Whether the row must never be learnt from.
  bool held_out = false;
};

// Whether the game with this number is held out under LearnerConfig::held_out_share. Depends only
// on the two arguments. A larger share holds out every game that a smaller one does.
bool IsHeldOut(uint32_t game_number, double share);

// Rows are numbered over the whole run, in the order of their games. The window holds the last
// ones. One thread at a time.
class ReplayWindow {
 public:
  // `rows_before`: rows of the run's games that are not held, all older than the games to come.
  explicit ReplayWindow(int64_t rows_before = 0, double held_out_share = 0)
      : held_out_share_(held_out_share), total_rows_(rows_before) {}

  void Add(selfplay::GameRecord record);
  // Forgets the oldest games, as long as the newest `rows` rows are kept.
  void Trim(int64_t rows);

  // Rows of the run so far, held or not.
  int64_t TotalRows() const { return total_rows_; }
  // Row `index` of the newest `rows` rows. REQUIRES: 0 <= index < rows, and they are held.
  WindowRow At(int64_t index, int64_t rows) const;

  // Sum of SurpriseUnits over the newest `rows` rows; held-out rows count 0. REQUIRES: these rows
  // are held.
  int64_t Surprise(int64_t rows) const;
  // The first of them at which the running sum exceeds `units`. REQUIRES: 0 <= units <
  // Surprise(rows).
  WindowRow BySurprise(int64_t units, int64_t rows) const;

 private:
  struct Entry {
    selfplay::GameRecord record;
    int64_t first_row;
    // Sum of SurpriseUnits of all games added before.
    int64_t surprise_before;
    bool held_out;
  };
  // Sum over all rows that were added before the oldest of the newest `rows`.
  int64_t SurpriseBefore(int64_t rows) const;

  // Sum over the first `rows` rows of a game.
  static int64_t SurpriseOf(const Entry& entry, size_t rows);

  double held_out_share_;
  std::deque<Entry> games_;
  int64_t total_rows_;
  int64_t total_surprise_ = 0;
};

}  // namespace kvintet::training
