// Secrets: what a seat of the reference Tantrix cannot see, and other secrets that fit what it saw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace kvintet::reference::tantrix {

// A drawn tile, with the event number of the draw.
struct Draw {
  std::size_t event = 0;
  int seat = 0;
  int tile = 0;
};

// Who placed a tile, with the event number.
struct Laying {
  std::size_t event = 0;
  int seat = 0;
};

// After the first `events` events all players saw that `seat` held none of `tiles`, since it ended
// its fills although they could have been placed.
struct Silence {
  std::size_t events = 0;
  int seat = 0;
  std::set<int> tiles;
};

// Everything that determines who may hold which tile.
struct Secrets {
  std::vector<Draw> draws;        // in order of play
  std::map<int, Laying> layings;  // by tile
  std::set<int> bag;
  std::vector<Silence> silences;
  int mover = -1;          // the seat known to have a move now; -1: none
  std::set<int> can_move;  // the tiles of which the mover holds at least one
};

// The draws, in order, with those of `hidden_seats` drawn again from all that are consistent: each
// placed tile was drawn before by the seat that placed it, no silence is violated, and the mover
// has a move. `seed` selects them.
std::vector<Draw> RedrawHidden(const Secrets& secrets, const std::set<int>& hidden_seats,
                               std::uint64_t seed);

}  // namespace kvintet::reference::tantrix
