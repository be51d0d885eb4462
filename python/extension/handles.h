// SharedGame, View, Play: what the Python classes Game, View and Playthrough hold.
//
// Each keeps its game alive. A View is all that a seat knows, and nothing that reads a View can see
// the position; a Play is the true game, for code that drives it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "envs/game.h"
#include "envs/text/playthrough.h"

namespace kvintet::python {

using SharedGame = std::shared_ptr<const envs::Game>;

// The Python class Game.
struct GameHandle {
  SharedGame game;
};

// The Python class View.
struct View {
  SharedGame game;
  envs::ViewBuffer buffer;

  const envs::Game& TheGame() const { return *game; }
  envs::ConstViews Row() const { return buffer.Span(); }
};

// The Python class Playthrough. `taken` holds every action and outcome so far in the order in which
// they were applied, and `start` the position text that the game began from, if any, so that a copy
// in another process can repeat them.
struct Play {
  SharedGame game;
  envs::Playthrough through;
  std::optional<std::string> start = {};
  std::vector<std::pair<int, envs::Action>> taken = {};
};

// ValueError unless 0, 1, or 2 for a spectator; or 0, 1, or 2 for chance.
envs::Seat SeatOf(int seat);
envs::Actor ActorOf(int actor);

}  // namespace kvintet::python
