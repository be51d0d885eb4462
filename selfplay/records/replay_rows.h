// ReplayRows, RowReplay: play a record again and show its rows as the seats saw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

#include "envs/game.h"
#include "envs/row_span.h"
#include "envs/trail.h"
#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// One row in its place. Borrowed during the call.
struct ReplayedRow {
  // Index in GameRecord::rows.
  int index = 0;
  const RecordRow* row = nullptr;
  envs::Seat seat = envs::Seat::k0;
  // One row each.
  envs::ConstPositions position = {};
  envs::ConstViews view = {};
  // Ascending.
  std::span<const envs::Action> legal = {};
};

// Calls visit for each row, in order. FailedPrecondition for a record of another game; DataLoss,
// naming the event, where the record does what the rules do not allow (rows before it have been
// shown) or a policy holds an illegal action.
absl::Status ReplayRows(const envs::Game& game, const GameRecord& record,
                        absl::FunctionRef<void(const ReplayedRow&)> visit);

// Ok if the rules allow the whole record: what ReplayRows says, and a result that is the game's;
// of a game that was cut, none; of one that was given up, before its end, the other seat's win.
absl::Status CheckRecord(const envs::Game& game, const GameRecord& record);

// Shows single rows: takes the steps up to a row and looks there only; and what comes after it. One
// thread at a time.
class RowReplay {
 public:
  // `game` must outlive this.
  explicit RowReplay(const envs::Game& game);

  // Row `index`; good until the next call. REQUIRES: CheckRecord has found the record sound.
  ReplayedRow Show(const GameRecord& record, int index);
  // Goes on from the row shown last, to a later one. REQUIRES: the same record.
  ReplayedRow ShowLater(const GameRecord& record, int index);
  // Takes the action of the row shown last: the position right after it, good until the next call.
  // REQUIRES: the same record.
  envs::ConstPositions ShowAfter(const GameRecord& record, int index);
  // Goes on to the last position, good until the next call; empty if the game has not ended there,
  // but was cut or given up. REQUIRES: the same record.
  std::optional<envs::ConstPositions> ShowEnd(const GameRecord& record);

 private:
  // Takes the steps that are left before event `end`.
  void StepTo(const GameRecord& record, size_t end);

  const envs::Game& game_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::Trail trail_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
  // Events of the record that the position has seen.
  size_t taken_ = 0;
};

}  // namespace kvintet::selfplay
