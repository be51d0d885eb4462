// ReplayRows: plays a record again and shows each row as the seat saw it.
#pragma once

#include <span>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

#include "envs/game.h"
#include "selfplay/game_record.h"

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

}  // namespace kvintet::selfplay
