// ReplayRows, RowReplay: replay a record and show its rows as the seats saw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

#include "envs/game.h"
#include "envs/repetition_history.h"
#include "envs/row_span.h"
#include "selfplay/records/game_record.h"

namespace kvintet::selfplay {

// One row in its position. Borrowed during the call.
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

// Calls visit for each row, in order. FailedPrecondition for a record of another game. DataLoss,
// naming the event, if the record breaks the rules or a policy holds an illegal action; earlier
// rows have been visited by then.
absl::Status ReplayRows(const envs::Game& game, const GameRecord& record,
                        absl::FunctionRef<void(const ReplayedRow&)> visit);

// Ok if the rules allow the whole record: ReplayRows succeeds and the result is right. That is the
// game's result, none for a game that was cut off, and for a game resigned before its end a win of
// the other seat.
absl::Status CheckRecord(const envs::Game& game, const GameRecord& record);

// Shows single rows of a record and the positions after them, by replaying the events up to there.
// One thread at a time.
class RowReplay {
 public:
  // `game` must outlive this.
  explicit RowReplay(const envs::Game& game);

  // Row `index`; valid until the next call. REQUIRES: CheckRecord has returned Ok for the record.
  ReplayedRow Show(const GameRecord& record, int index);
  // Continues from the row shown last to a later one. REQUIRES: the same record.
  ReplayedRow ShowLater(const GameRecord& record, int index);
  // Applies the action of the row shown last and returns the position right after it; valid until
  // the next call. REQUIRES: the same record.
  envs::ConstPositions ShowAfter(const GameRecord& record, int index);
  // Continues to the last position; valid until the next call. Empty if the game was cut off or
  // resigned there. REQUIRES: the same record.
  std::optional<envs::ConstPositions> ShowEnd(const GameRecord& record);

 private:
  // Replays the remaining events before event `end`.
  void StepTo(const GameRecord& record, size_t end);

  const envs::Game& game_;
  envs::PositionBuffer position_;
  envs::ViewBuffer view_;
  envs::RepetitionHistory history_;
  std::vector<uint64_t> mask_;
  std::vector<envs::Action> legal_;
  // Number of events applied to the position.
  size_t taken_ = 0;
};

}  // namespace kvintet::selfplay
