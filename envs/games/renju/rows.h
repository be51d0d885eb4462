// Rows: a board in one vector, so that a few operations process every point along a line at once.
//
// Include this only in source files of this game (envs/rules/vector256.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envs/games/renju/board.h"
#include "envs/rules/vector256.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::renju {

// Lane = row, bit = column, as in Board.
typedef uint16_t Rows __attribute__((vector_size(32)));

inline Rows Load(const Board& board) { return LoadVector<Rows>(board); }
inline void Store(Rows rows, Board* board) { StoreVector(rows, board); }

inline Board Store(Rows rows) {
  Board board;
  Store(rows, &board);
  return board;
}

inline bool Any(Rows rows) { return AnyBit(rows); }

inline Rows AllRows() {
  constexpr uint16_t kAll = (1 << kSize) - 1;
  return Rows{kAll, kAll, kAll, kAll, kAll, kAll, kAll, kAll,
              kAll, kAll, kAll, kAll, kAll, kAll, kAll, 0};
}

// The set of one point.
inline Rows RowsOf(int point) {
  const Rows lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const auto row = static_cast<uint16_t>(RowOf(point));
  const auto bit = static_cast<uint16_t>(1 << ColumnOf(point));
  return reinterpret_cast<Rows>(lanes == row) & bit;
}

// Row r of the result is row r + k; rows beyond the board are empty. REQUIRES: |k| <= 8.
template <int k>
inline Rows ShiftRows(Rows rows) {
  if constexpr (k == 0) {
    return rows;
  } else {
#if defined(__AVX2__)
    const auto v = reinterpret_cast<__m256i>(rows);
    if constexpr (k > 0) {
      return reinterpret_cast<Rows>(
          _mm256_alignr_epi8(_mm256_permute2x128_si256(v, v, 0x81), v, 2 * k));
    } else {
      return reinterpret_cast<Rows>(
          _mm256_alignr_epi8(v, _mm256_permute2x128_si256(v, v, 0x08), 16 + 2 * k));
    }
#else
    uint16_t padded[48] = {};
    std::memcpy(padded + 16, &rows, sizeof(rows));
    std::memcpy(&rows, padded + 16 + k, sizeof(rows));
    return rows;
#endif
  }
}

template <int k>
inline Rows ShiftColumns(Rows rows) {
  if constexpr (k > 0) {
    return rows >> k;
  } else if constexpr (k < 0) {
    return rows << -k;
  } else {
    return rows;
  }
}

// One of the four directions of lines. A step is `kColumns` to the right and `kRows` up.
template <int kColumns, int kRows>
struct Line {
  // Bit p of the result is the bit of `rows` k steps after p.
  template <int k>
  static Rows Ahead(Rows rows) {
    return ShiftColumns<kColumns * k>(ShiftRows<kRows * k>(rows));
  }
  // The point `k` steps after `point`, or kNoPoint if it is off the board.
  static int Step(int point, int k) {
    const int column = ColumnOf(point) + kColumns * k;
    const int row = RowOf(point) + kRows * k;
    return OnBoard(column, row) ? PointAt(column, row) : kNoPoint;
  }
};

using Across = Line<1, 0>;
using Upwards = Line<0, 1>;
using Rising = Line<1, 1>;
using Falling = Line<-1, 1>;

// The points of the windows of four (or five) that start in `first`.
template <typename L>
inline Rows Spread4(Rows first) {
  const Rows two = first | L::template Ahead<-1>(first);
  return two | L::template Ahead<-2>(two);
}

template <typename L>
inline Rows Spread5(Rows first) {
  return Spread4<L>(first) | L::template Ahead<-4>(first);
}

// The first points of five in a row.
template <typename L>
inline Rows FivesAlong(Rows stones) {
  const Rows two = stones & L::template Ahead<1>(stones);
  const Rows four = two & L::template Ahead<2>(two);
  return four & L::template Ahead<4>(stones);
}

// Whether there is a row of five or more.
inline bool HasFiveOrMore(Rows stones) {
  return Any(FivesAlong<Across>(stones) | FivesAlong<Upwards>(stones) | FivesAlong<Rising>(stones) |
             FivesAlong<Falling>(stones));
}

inline bool HasFiveOrMore(const Board& board) { return HasFiveOrMore(Load(board)); }

// The first points of exactly five in a row.
template <typename L>
inline Rows ExactFivesAlong(Rows stones) {
  return FivesAlong<L>(stones) & ~(L::template Ahead<-1>(stones) | L::template Ahead<5>(stones));
}

// The stones of the solid rows through `point`, which has a stone. No other row of five lies in
// their union.
inline Board RowsThrough(const Board& stones, int point) {
  Board rows = {};
  rows.Add(point);
  const auto reach = [&](int columns, int up) {
    int column = ColumnOf(point) + columns;
    int row = RowOf(point) + up;
    while (OnBoard(column, row) && stones.Has(PointAt(column, row))) {
      rows.Add(PointAt(column, row));
      column += columns;
      row += up;
    }
  };
  for (const int sign : {-1, 1}) {
    reach(sign, 0);
    reach(0, sign);
    reach(sign, sign);
    reach(sign, -sign);
  }
  return rows;
}

// Whether there is a row of exactly five.
inline bool HasExactFive(const Board& board) {
  const Rows stones = Load(board);
  return Any(ExactFivesAlong<Across>(stones) | ExactFivesAlong<Upwards>(stones) |
             ExactFivesAlong<Rising>(stones) | ExactFivesAlong<Falling>(stones));
}

}  // namespace kvintet::envs::renju
