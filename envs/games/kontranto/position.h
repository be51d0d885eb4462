// Position, View: a game of Kontranto as it stands, and as a seat knows it; its stages and actions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/actor.h"
#include "envs/games/kontranto/grid.h"
#include "envs/games/kontranto/piece_moves.h"

namespace kvintet::envs::kontranto {

// A side, and the index of what it has.
enum Colour : uint8_t { kWhite = 0, kBlack = 1 };
// A kind of piece.
enum Shape : uint8_t { kCircle = 0, kTriangle = 1 };

// What is to be decided now.
enum class Stage : uint8_t {
  kColours,   // K2: a grey shape
  kFirst,     // K4: a cell for each piece, circles first
  kStep,      // K5, K9: a cell for each piece that is not frozen
  kChoose,    // K9: who takes part in extraordinary steps
  kTwoPiece,  // K11: a shape
  kTwoMove,   // K11: stay or go
  kOver
};

// How the game ended.
enum class End : uint8_t { kNone, kEighteen, kNoClash, kTwoStep };

// Actions: a few without a cell, then four kinds with one, by cell: a circle put, a triangle put, a
// piece moved there, a piece chosen.
inline constexpr Action kGreyCircle = 0;
inline constexpr Action kGreyTriangle = 1;
inline constexpr Action kTwoStepCircle = 2;
inline constexpr Action kTwoStepTriangle = 3;
inline constexpr Action kStay = 4;
inline constexpr Action kGo = 5;
inline constexpr Action kGiveUp = 6;
inline constexpr Action kFirstCellAction = 7;
inline constexpr int kPutCircle = 0;
inline constexpr int kPutTriangle = 1;
inline constexpr int kMovePiece = 2;
inline constexpr int kChoosePiece = 3;
inline constexpr int kCellKinds = 4;

// Areas at one time. A side touches an area by a piece on its cells, or by one on a conquered cell
// beside it, around which at most four sets of free cells do not hang together: 4 * kMaxPieces.
inline constexpr int kMaxAreas = 24;
// Areas that an extraordinary step is due in: both sides have a piece on their cells.
inline constexpr int kMaxDue = kMaxPieces;

// Of the pieces of both sides, [colour][shape].
using PieceSets = std::array<std::array<Cells, 2>, 2>;

// No seat: no winner yet, or nobody plays White yet.
inline constexpr uint8_t kNobody = 2;

// The whole truth of a game. Colours index by Colour, shapes by Shape.
struct Position {
  PieceSets pieces;
  std::array<Cells, 2> conquered;  // by colour
  // The pieces of due areas that take part, as far as known; by colour.
  std::array<Cells, 2> chosen;
  // The cells of all areas, and of those that are due.
  Cells live;
  Cells due;
  // Cells that a move in progress has taken; by seat.
  std::array<Cells, kNumSeats> taken;
  // K7, by their lowest cell (in the frame that `turn` has turned); the rest is empty.
  std::array<Cells, kMaxAreas> areas;
  std::array<uint8_t, kMaxAreas> steps;  // K8's counters
  // A move in progress, by seat: cells, kGivenUp; in stages without cells a shape, or 1 for go.
  std::array<std::array<uint8_t, kMaxPieces>, kNumSeats> targets;
  std::array<uint8_t, kNumSeats> made;  // how many of them
  uint8_t num_areas;
  Stage stage;
  End end;
  uint8_t winner;      // a seat, or kNobody
  uint8_t white_seat;  // or kNobody
  uint8_t to_act;      // ActorSet bits
  uint8_t actors;      // those who decide anything in this stage
  // All 0 in play, not so in images: the mirrors that have turned the order of pieces and areas;
  // in the first step, whether the zones have changed hands, and bits of the colours that put
  // triangles first.
  uint8_t turn;
  uint8_t zones_changed;
  uint8_t triangles_first;
  std::array<uint8_t, 2> mini;  // K11's shapes once shown, by colour
  // The step in play, or the last one of a game that is over: 1 is the first step, those of the
  // final two-step count too, choices of colours and pieces do not. 0 where nobody knows, after a
  // position that was laid out.
  uint16_t step;
  std::array<uint8_t, 4> zero;
};

// The position without what others have chosen and not shown. (While a record is followed, what
// has been shown of one seat's move stands here until the other's is complete.)
struct View {
  Position position;
  Seat seat;
  std::array<uint8_t, 7> zero;
};

}  // namespace kvintet::envs::kontranto
