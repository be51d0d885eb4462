// RunIllegalMoves: checks that every illegal move is refused and changes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"

#include "envs/text/playthrough.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// The number of tries, by kind.
struct IllegalCount {
  int64_t positions = 0;
  int64_t refused = 0;
};

// The function under test, which makes a move.
using MoveMaker = std::function<absl::Status(envs::Playthrough*, envs::Actor, const std::string&)>;
absl::Status MakeMove(envs::Playthrough* play, envs::Actor actor, const std::string& text);

// Plays random games through this many positions, including ends. `start`, a reference of the same
// game and options, says which moves are legal. In each position every actor, on turn or not, tries
// moves of other positions, moves of the other actor, and texts that are not moves; and both seats
// try every illegal action and some outside the game's range. Each must fail with InvalidArgument
// and leave position, records and views unchanged. A text that is accepted must be another spelling
// of a legal move. The error describes the first violation.
absl::StatusOr<IllegalCount> RunIllegalMoves(const envs::Game& game,
                                             const reference::ReferenceGame& start,
                                             int64_t positions, uint64_t seed,
                                             const MoveMaker& make = MakeMove);

}  // namespace kvintet::conformance
