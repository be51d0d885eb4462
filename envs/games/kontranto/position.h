// Position, View: the state of a game of Kontranto, and what a seat knows of it; stages, actions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "envs/actor.h"
#include "envs/games/kontranto/grid.h"
#include "envs/games/kontranto/piece_moves.h"

namespace kvintet::envs::kontranto {

// The seat whose side a view shows: its own, or seat 0 for a spectator.
inline size_t OwnSeat(Seat seat) { return seat == Seat::k1 ? 1 : 0; }

// A side; also used as an index.
enum Colour : uint8_t { kWhite = 0, kBlack = 1 };
// A kind of piece.
enum Shape : uint8_t { kCircle = 0, kTriangle = 1 };

// What has to be decided now.
enum class Stage : uint8_t {
  kColours,   // K2: a grey shape
  kFirst,     // K4: a cell for each piece, circles first
  kStep,      // K5, K9: a cell for each piece that is not frozen
  kChoose,    // K9: which pieces take part in extraordinary steps
  kTwoPiece,  // K11: a shape
  kTwoMove,   // K11: stay or go
  kOver
};

// How the game ended.
enum class End : uint8_t { kNone, kEighteen, kNoClash, kTwoStep };

// Actions: a few without a cell, then four groups with one action per cell: place a circle, place a
// triangle, move a piece there, choose a piece.
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

// The maximum number of areas at one time. A side touches an area with a piece on its cells, or
// with one on a conquered cell beside it; at most four unconnected sets of free cells surround such
// a cell, hence 4 * kMaxPieces.
inline constexpr int kMaxAreas = 24;
// The maximum number of areas in which an extraordinary step is due: both sides have a piece on
// their cells.
inline constexpr int kMaxDue = kMaxPieces;

// The pieces of both sides, [colour][shape].
using PieceSets = std::array<std::array<Cells, 2>, 2>;

// No seat: there is no winner yet, or White's seat is not decided yet.
inline constexpr uint8_t kNobody = 2;

// The complete state of a game. Colours are indexed by Colour, shapes by Shape.
struct Position {
  PieceSets pieces;
  std::array<Cells, 2> conquered;  // by colour
  // The pieces that take part in due areas, as far as known; by colour.
  std::array<Cells, 2> chosen;
  // The cells of all areas, and those of the due areas.
  Cells live;
  Cells due;
  // The cells taken by a move in progress; by seat.
  std::array<Cells, kNumSeats> taken;
  // K7: the areas, ordered by their lowest cell (in the frame that `turn` has mirrored); unused
  // entries are 0.
  std::array<Cells, kMaxAreas> areas;
  std::array<uint8_t, kMaxAreas> steps;  // K8's counters
  // A move in progress, by seat: cells or kGivenUp; in stages without cells a shape, or 1 for go.
  std::array<std::array<uint8_t, kMaxPieces>, kNumSeats> targets;
  std::array<uint8_t, kNumSeats> made;  // number of targets already chosen
  uint8_t num_areas;
  Stage stage;
  End end;
  uint8_t winner;      // a seat, or kNobody
  uint8_t white_seat;  // or kNobody
  uint8_t to_act;      // ActorSet bits
  uint8_t actors;      // the seats that decide anything in this stage
  // All 0 in play; nonzero only in images under symmetries: the mirrors that have changed the order
  // of pieces and areas; in the first step, whether the zones are swapped, and bits of the colours
  // that place triangles first.
  uint8_t turn;
  uint8_t zones_changed;
  uint8_t triangles_first;
  std::array<uint8_t, 2> mini;  // K11's shapes once revealed, by colour
  // The current step, or the last one if the game is over. The first step is 1. The steps of the
  // final two-step count, choices of colours and pieces do not. 0 if unknown, after a start from a
  // position text.
  uint16_t step;
  std::array<uint8_t, 4> zero;
};

// The position without the unrevealed choices of others. While a record is being followed, the
// revealed part of one seat's move is kept here until the other seat's move is complete.
struct View {
  Position position;
  Seat seat;
  std::array<uint8_t, 7> zero;
};

}  // namespace kvintet::envs::kontranto
