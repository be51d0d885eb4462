// Situation: a position of Tantrix, or what one looker knows of it.
#pragma once

#include <array>
#include <cstdint>

#include "envs/actor.h"
#include "envs/games/tantrix/evidence.h"
#include "envs/games/tantrix/line.h"
#include "envs/games/tantrix/table.h"
#include "envs/games/tantrix/tile.h"

namespace kvintet::envs::tantrix {

// What happens next.
enum class Stage : uint8_t {
  kFirstLot,   // chance: seat 0's lot
  kSecondLot,  // chance: seat 1's
  kDeal,       // chance: a tile to seat 0 until its rack is full, then to seat 1
  kDraw,       // chance: a tile to the mover
  kChoose,     // the mover chooses a tile
  kLay,        // and where it goes
  kOver,
  kUntold  // in a followed view: whether the mover goes on has not been told yet
};

// How the game ended.
enum class End : uint8_t { kNone, kTiles, kDeadlock };

// All there is to know, or what one looker knows of it; everything but racks and `choices` is
// public.
struct Situation {
  Table table;
  // The tiles that fill some forced space now, wherever they are; none while there is one to draw
  // that lifts the restrictions.
  TileSet fillers;
  // What a looker does not know is empty.
  std::array<TileSet, kNumSeats> racks;
  // In kChoose, for the mover: the tiles that may be chosen.
  TileSet choices;
  std::array<Evidence, kNumSeats> evidence;
  std::array<uint8_t, kNumSeats> rack_sizes;
  std::array<uint8_t, kNumSeats> num_drawn;
  // Best line or loop of each seat (T6).
  std::array<Line, kNumSeats> best;
  Stage stage;
  End end;
  // Whose turn it is; who begins, during the deal.
  uint8_t mover;
  uint8_t moved;  // 1 after the turn's free move
  // The first lot in kSecondLot, the chosen tile in kLay: index + 1; else 0.
  uint8_t tile;
  uint8_t bag_size;
  std::array<uint8_t, 6> zero;
};

// Whether the restrictions of T4 hold.
inline bool Restricted(const Situation& s) { return s.bag_size > 0; }

}  // namespace kvintet::envs::tantrix
