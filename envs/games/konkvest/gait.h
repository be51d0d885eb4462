// Gait: the table of how each figure moves (Q2), and the cells that pieces reach with it.
//
// Moves are computed for whole sets of cells: a step is a shift, a line is a step repeated over
// free cells, and a two-step move passes over the free ones of the cells in between. No loop visits
// the pieces one by one.
#pragma once

#include <array>
#include <cstdint>

#include "envs/games/konkvest/board.h"
#include "envs/games/konkvest/cells.h"

namespace kvintet::envs::konkvest {

// Where a piece may go, from its owner's point of view. Two letters are two steps with a free cell
// between them.
enum Reach : uint32_t {
  kL = 1 << 0,
  kR = 1 << 1,
  kFL = 1 << 2,
  kFR = 1 << 3,
  kBL = 1 << 4,
  kBR = 1 << 5,
  kLL = 1 << 6,
  kRR = 1 << 7,
  kFLFL = 1 << 8,
  kFRFR = 1 << 9,
  kBLBL = 1 << 10,
  kBRBR = 1 << 11,
  // Q1. Deduced: straight forward two is two rows ahead. It and lateral forward need one of two
  // cells to be free.
  kF2 = 1 << 12,
  kSL = 1 << 13,
  kSR = 1 << 14,
  // Straight back two; both cells in between must be free.
  kB2 = 1 << 15,
  // Any number of cells along a line.
  kLineL = 1 << 16,
  kLineR = 1 << 17,
  kLineFL = 1 << 18,
  kLineFR = 1 << 19
};

// Q2. Decided: "one or two" of a guard and a general means lines, and a queen retreats straight;
// each has the other reading as an option. Deduced: "diagonally forward" means the lines FL and FR.
// An attack captures or ends on a free cell; a relocation ends on a free cell.
struct Gait {
  uint32_t attacks;
  uint32_t relocations;
};

// Rows of the table: the figures and their variants under the options.
enum GaitName : uint8_t {
  kPawnGait,
  kSupportGait,
  kGuardLines,
  kGuardStraight,
  kHunterGait,
  kRookGait,
  kGeneralLines,
  kGeneralArea,
  kQueenStraight,
  kQueenLines,
  kHeroGait,
  kChampionGait
};
inline constexpr uint32_t kSides = kL | kR;
inline constexpr uint32_t kFront = kFL | kFR;
inline constexpr uint32_t kBack = kBL | kBR;
inline constexpr std::array<Gait, 12> kGaits = {{
    {kFront, kF2},                                                           // pawn
    {kF2 | kSL | kSR, kFront},                                               // support
    {kFront | kFLFL | kFRFR, kSides},                                        // guard: lines
    {kFront | kF2, kSides},                                                  // guard: straight
    {kLineFL | kLineFR, 0},                                                  // hunter
    {kLineL | kLineR | kFront, 0},                                           // rook
    {kSides | kFront | kLL | kRR | kFLFL | kFRFR, kBack},                    // general: lines
    {kSides | kFront | kLL | kRR | kFLFL | kFRFR | kF2 | kSL | kSR, kBack},  // general: area
    {kSides | kFront | kBack, kLL | kRR | kB2},                              // queen: straight
    {kSides | kFront | kBack, kLL | kRR | kBLBL | kBRBR},                    // queen: lines
    {kSides | kFront | kF2, kBack},                                          // hero
    {kLineL | kLineR | kLineFL | kLineFR, kBack},                            // champion
}};

// The functions of one gait for one seat. Results may contain numbers that are no cells unless the
// caller intersects them with a set of cells.
struct Mover {
  // The cells that one piece may move to: free ones, and with an attack those of `capturable`.
  Cells (*targets)(const Cells& piece, const Cells& free, const Cells& capturable);
  // The cells where some of the pieces could capture an enemy piece.
  Cells (*attacked)(const Cells& pieces, const Cells& free);
};
const Mover& MoverOf(size_t seat, GaitName gait);

}  // namespace kvintet::envs::konkvest
