// RunIllegalMoves: whether every move that is none is refused, and changes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"

#include "envs/text/playthrough.h"
#include "tests/reference/reference_game.h"

namespace kvintet::conformance {

// What was tried.
struct IllegalCount {
  int64_t positions = 0;
  int64_t refused = 0;
};

// How a move is made: what is under test.
using MoveMaker = std::function<absl::Status(envs::Playthrough*, envs::Actor, const std::string&)>;
absl::Status MakeMove(envs::Playthrough* play, envs::Actor actor, const std::string& text);

// Plays random games of so many positions, their ends included. Which moves are legal says `start`,
// a reference of the same game and options. In each position every actor, be it its turn or not,
// tries moves of other positions, the other's moves, and texts that are no moves; and both seats
// try every action that is not legal, and some beyond the game's range. Each must be
// InvalidArgument and leave position, records and views as they are; a text that is taken must be
// another spelling of a legal move. The error tells of the first that is not so.
absl::StatusOr<IllegalCount> RunIllegalMoves(const envs::Game& game,
                                             const reference::ReferenceGame& start,
                                             int64_t positions, uint64_t seed,
                                             const MoveMaker& make = MakeMove);

}  // namespace kvintet::conformance
