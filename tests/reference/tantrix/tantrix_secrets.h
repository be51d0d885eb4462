// Secrets: what a seat of the reference Tantrix can't see, and other secrets that fit what it saw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace kvintet::reference::tantrix {

// A tile drawn, as event number `event` of the game.
struct Draw {
  std::size_t event = 0;
  int seat = 0;
  int tile = 0;
};

// Who laid a tile, and as which event.
struct Laying {
  std::size_t event = 0;
  int seat = 0;
};

// After the first `events` events everyone saw that `seat` held none of `tiles`: it ended its fills
// although they could have been laid.
struct Silence {
  std::size_t events = 0;
  int seat = 0;
  std::set<int> tiles;
};

// All that bears on who may hold what.
struct Secrets {
  std::vector<Draw> draws;        // in order of play
  std::map<int, Laying> layings;  // by tile
  std::set<int> bag;
  std::vector<Silence> silences;
  int mover = -1;          // who is now seen to have a move; -1: nobody
  std::set<int> can_move;  // the tiles of which the mover holds at least one
};

// The draws, in order, with those of `hidden_seats` drawn anew from all that fit: each tile laid
// was drawn before by its layer, no silence is broken, and the mover has a move. `seed` chooses.
std::vector<Draw> RedrawHidden(const Secrets& secrets, const std::set<int>& hidden_seats,
                               std::uint64_t seed);

}  // namespace kvintet::reference::tantrix
