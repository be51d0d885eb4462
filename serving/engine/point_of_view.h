// PointOfView: what a seat knows of a game when it is asked for a decision.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "envs/text/playthrough.h"
#include "envs/text/seat_play.h"
#include "serving/engine/game_cache.h"

namespace kvintet::serving {

// What a seat knows now, and the history behind it. Analysis uses nothing else.
struct PointOfView {
  std::shared_ptr<const ServedGame> game;
  envs::Seat seat;
  // One row.
  envs::ViewBuffer view;
  envs::RepetitionHistory history;
  // The seat's record, as Playthrough::SeatRecord returns it, from the start of the game. Empty if
  // the game is known from a position on, or if no search of this game infers anything from it.
  std::string record = {};
};

// A game that has been played in full, or as one seat saw it.
using FollowedPlay = std::variant<envs::Playthrough, envs::SeatPlay>;

// REQUIRES: the play began at the start of the game. If it is as one seat saw it, `seat` is that
// seat.
PointOfView PointOfViewOf(std::shared_ptr<const ServedGame> game, const FollowedPlay& play,
                          envs::Seat seat);

}  // namespace kvintet::serving
