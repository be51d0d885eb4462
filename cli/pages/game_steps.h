// GameSteps: a record as pictures, one step after the other, as somebody saw it.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "cli/pages/scene_page.h"
#include "envs/game.h"

namespace kvintet::cli {

// Who looks at a recorded game.
enum class Looker { kSeat0, kSeat1, kSpectator, kAll };

// The seats whose pictures a looker sees. Where nothing is hidden one picture is enough for all.
std::vector<envs::Seat> SeatsOf(const envs::Game& game, Looker looker);
// "seat 0", "spectator".
std::string SeatName(envs::Seat seat);

// The start and what follows each event of a whole record. Events are as the looker may write them
// at the end: `?` for what it never learnt. InvalidArgument, naming the event, for a bad record.
absl::StatusOr<std::vector<PageStep>> StepsOf(const envs::Game& game, const std::string& record,
                                              Looker looker);

// The same of a seat's own record, which holds `?`, without any true position.
absl::StatusOr<std::vector<PageStep>> StepsOfSeat(const envs::Game& game, envs::Seat seat,
                                                  const std::string& record);

}  // namespace kvintet::cli
