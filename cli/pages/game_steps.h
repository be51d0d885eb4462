// GameSteps: a record as a series of pictures, as one viewer saw the game.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "cli/pages/scene_page.h"
#include "envs/game.h"

namespace kvintet::cli {

// Whose view of a recorded game is shown.
enum class Viewer { kSeat0, kSeat1, kSpectator, kAll };

// The seats whose views a viewer sees. One is enough for kAll if the game hides nothing.
std::vector<envs::Seat> SeatsOf(const envs::Game& game, Viewer viewer);
// "seat 0", "spectator".
std::string SeatName(envs::Seat seat);

// The starting position and the position after each event of a complete record. An event is written
// as the viewer may write it at the end of the record, with `?` for what the viewer never learnt.
// InvalidArgument, naming the event, for an invalid record.
absl::StatusOr<std::vector<PageStep>> StepsOf(const envs::Game& game, const std::string& record,
                                              Viewer viewer);

// The same for a seat's own record, which may contain `?`; it is replayed from that seat's
// knowledge alone.
absl::StatusOr<std::vector<PageStep>> StepsOfSeat(const envs::Game& game, envs::Seat seat,
                                                  const std::string& record);

}  // namespace kvintet::cli
