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

#include "base/hash.h"
#include "envs/game.h"
#include "envs/repetition_history.h"
#include "envs/text/playthrough.h"

namespace kvintet::python {

using SharedGame = std::shared_ptr<const envs::Game>;

// The Python class Game.
struct GameHandle {
  SharedGame game;
};

// The Python class View. `earlier` holds the positions that the rules about repetition count, where
// it is known which ones there were; searches begin with them.
struct View {
  SharedGame game;
  envs::ViewBuffer buffer;
  std::vector<Key128> earlier = {};

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

// View::earlier by the history of a game; none where it may tell what is hidden.
std::vector<Key128> EarlierOf(const envs::Game& game, const envs::RepetitionHistory& history);

// ValueError unless 0, 1, or 2 for a spectator; or 0, 1, or 2 for chance.
envs::Seat SeatOf(int seat);
envs::Actor ActorOf(int actor);

}  // namespace kvintet::python
