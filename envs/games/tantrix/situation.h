// Situation: a position of Tantrix, or what one viewer knows of it.
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
  kLay,        // the mover chooses its place
  kOver,
  kUntold  // in a view being followed: it is not known yet whether the mover's turn continues
};

// How the game ended.
enum class End : uint8_t { kNone, kTiles, kDeadlock };

// The complete state, or what one viewer knows of it. Everything except racks and `choices` is
// public.
struct Situation {
  Table table;
  // The tiles that fill some forced space now, wherever the tiles are. Between a placement and its
  // draw, with the restrictions that hold after the draw.
  TileSet fillers;
  // Empty if the viewer does not know the rack.
  std::array<TileSet, kNumSeats> racks;
  // In kChoose, known to the mover: the tiles that may be chosen.
  TileSet choices;
  std::array<Evidence, kNumSeats> evidence;
  std::array<uint8_t, kNumSeats> rack_sizes;
  std::array<uint8_t, kNumSeats> num_drawn;
  // The best line or loop of each seat (T6).
  std::array<Line, kNumSeats> best;
  Stage stage;
  End end;
  // The seat whose turn it is; during the deal, the seat that begins.
  uint8_t mover;
  uint8_t moved;  // 1 after the turn's free move
  // The first lot in kSecondLot, or the chosen tile in kLay: index + 1; otherwise 0.
  uint8_t tile;
  uint8_t bag_size;
  std::array<uint8_t, 6> zero;
};

// Whether the restrictions of T4 hold.
inline bool Restricted(const Situation& s) { return s.bag_size > 0; }

}  // namespace kvintet::envs::tantrix
