// Board: the pieces on the cells, the kinds of pieces and their two sides, and position keys.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "envs/games/konkvest/cells.h"

namespace kvintet::envs::konkvest {

// Q2: the basic type of a piece, which it keeps when promoted.
enum Kind : uint8_t { kPawn, kSupport, kGuard, kHunter, kRook, kGeneral, kQueen };
inline constexpr int kKinds = 7;
// The kinds that a reserve may hold: all but the queen.
inline constexpr int kReserveKinds = 6;
inline constexpr int kReserveRoom = 14;
inline constexpr std::string_view kKindLetters = "PSGHRNQ";

// How a piece moves: as a kind with its basic side up, or as one of the two promoted sides.
enum Figure : uint8_t { kHero = kKinds, kChampion };
inline constexpr int kFigures = kKinds + 2;

constexpr bool MayPromote(int kind) { return kind < kGeneral; }
constexpr int FigureOf(int kind, bool promoted) {
  return !promoted ? kind : kind < kHunter ? kHero : kChampion;
}

// A piece on a cell, without its owner.
struct Piece {
  int kind = kPawn;
  bool promoted = false;
};

// A trivial type: the set of each seat's pieces, the bits of the kind on each cell, and the
// promoted pieces. Empty cells are in no set.
struct Board {
  std::array<Cells, 2> seats;
  std::array<Cells, 3> kind;
  Cells promoted;

  Cells Free() const { return kBoard & ~(seats[0] | seats[1]); }
  Piece At(int cell) const {
    return {.kind = (kind[0].Has(cell) ? 1 : 0) | (kind[1].Has(cell) ? 2 : 0) |
                    (kind[2].Has(cell) ? 4 : 0),
            .promoted = promoted.Has(cell)};
  }
  // REQUIRES: the cell is empty.
  void Put(size_t seat, Piece piece, int cell) {
    const size_t word = static_cast<size_t>(cell) / 64;
    const int bit = cell % 64;
    const auto code = static_cast<uint64_t>(piece.kind);
    seats[seat].words[word] |= uint64_t{1} << bit;
    kind[0].words[word] |= (code & 1) << bit;
    kind[1].words[word] |= (code >> 1 & 1) << bit;
    kind[2].words[word] |= (code >> 2) << bit;
    promoted.words[word] |= uint64_t{piece.promoted} << bit;
  }
  void Clear(int cell) {
    const size_t word = static_cast<size_t>(cell) / 64;
    const uint64_t keep = ~(uint64_t{1} << (cell % 64));
    for (Cells* set : {&seats[0], &seats[1], &kind[0], &kind[1], &kind[2], &promoted}) {
      set->words[word] &= keep;
    }
  }

  // Sets of pieces of both seats.
  Cells Pawns() const { return Basic() & ~(kind[0] | kind[1] | kind[2]); }
  Cells Supports() const { return Basic() & kind[0] & ~(kind[1] | kind[2]); }
  Cells Guards() const { return Basic() & kind[1] & ~(kind[0] | kind[2]); }
  Cells Generals() const { return kind[2] & kind[0]; }
  Cells Queens() const { return kind[2] & kind[1]; }
  // Pieces that may be promoted: Q2, all basic pieces.
  Cells Promotable() const { return Basic() & ~(kind[2] & (kind[1] | kind[0])); }
  // Pieces of any kind with the basic side up. Also contains empty cells and numbers that are no
  // cells.
  Cells Basic() const { return ~promoted; }
};

// Q8: the key of a position is a sum over the pieces on cells and in reserves, so a turn changes
// only a few terms.
struct PositionKey {
  uint64_t low;
  uint64_t high;

  void Add(const Key128& key) {
    low += key.low;
    high += key.high;
  }
  void Subtract(const Key128& key) {
    low -= key.low;
    high -= key.high;
  }
};
inline Key128 PieceKey(size_t seat, Piece piece, int cell) {
  const auto figure = static_cast<uint64_t>(piece.kind * 2 + (piece.promoted ? 1 : 0));
  return Combine({}, static_cast<uint64_t>(cell) << 8 | figure << 1 | seat);
}
inline Key128 ReserveKey(size_t seat, int kind) {
  return Combine({}, uint64_t{1} << 32 | static_cast<uint64_t>(kind) << 1 | seat);
}

}  // namespace kvintet::envs::konkvest
