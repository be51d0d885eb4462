// Board: a set of points of the 15 x 15 board as bits; names and images of points.
//
// A point is 15 * row + column; row 0 is rank `1`, column 0 is `a`.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::renju {

inline constexpr int kSize = 15;
inline constexpr int kPoints = kSize * kSize;
inline constexpr uint8_t kNoPoint = 255;
inline constexpr uint8_t kCentre = 112;

constexpr int PointAt(int column, int row) { return kSize * row + column; }
constexpr int ColumnOf(int point) { return point % kSize; }
constexpr int RowOf(int point) { return point / kSize; }
constexpr bool OnBoard(int column, int row) {
  return column >= 0 && column < kSize && row >= 0 && row < kSize;
}

// Bits of points without gaps: point p is bit `p % 64` of word `p / 64`.
using DenseBits = std::array<uint64_t, 4>;
// All points.
inline constexpr DenseBits kAllPoints = {~uint64_t{0}, ~uint64_t{0}, ~uint64_t{0}, 0x1ffffffff};

// Bit `column` of `rows[row]`. The bits beside the board (column 15, row 15) are always clear, so
// that shifts along a line drop points that leave the board.
struct Board {
  std::array<uint16_t, 16> rows;

  bool Has(int point) const {
    return (rows[static_cast<size_t>(RowOf(point))] >> ColumnOf(point) & 1) != 0;
  }
  void Add(int point) {
    uint16_t& row = rows[static_cast<size_t>(RowOf(point))];
    row = static_cast<uint16_t>(row | 1 << ColumnOf(point));
  }
  void Remove(int point) {
    uint16_t& row = rows[static_cast<size_t>(RowOf(point))];
    row = static_cast<uint16_t>(row & ~(1 << ColumnOf(point)));
  }
  int Count() const {
    int count = 0;
    for (const uint16_t row : rows) {
      count += std::popcount(row);
    }
    return count;
  }
  // Calls visit(point) in ascending order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (int row = 0; row < kSize; ++row) {
      for (uint32_t rest = rows[static_cast<size_t>(row)]; rest != 0; rest &= rest - 1) {
        visit(PointAt(std::countr_zero(rest), row));
      }
    }
  }
  // The lowest point. REQUIRES: not empty.
  int First() const {
    int row = 0;
    while (rows[static_cast<size_t>(row)] == 0) {
      ++row;
    }
    return PointAt(std::countr_zero(rows[static_cast<size_t>(row)]), row);
  }
  bool operator==(const Board&) const = default;
};

// The four rows from 4 * `quarter` on, without the unused column 15.
inline uint64_t FourRows(const Board& board, size_t quarter) {
#if defined(__BMI2__)
  uint64_t rows;
  std::memcpy(&rows, &board.rows[4 * quarter], sizeof(rows));
  return _pext_u64(rows, 0x7fff7fff7fff7fff);
#else
  const auto* rows = &board.rows[4 * quarter];
  return uint64_t{rows[0]} | uint64_t{rows[1]} << 15 | uint64_t{rows[2]} << 30 |
         uint64_t{rows[3]} << 45;
#endif
}

inline DenseBits Dense(const Board& board) {
  const uint64_t low = FourRows(board, 0);
  const uint64_t lower = FourRows(board, 1);
  const uint64_t upper = FourRows(board, 2);
  return {low | lower << 60, lower >> 4 | upper << 56, upper >> 8 | FourRows(board, 3) << 52,
          FourRows(board, 3) >> 12};
}

// The name of a point, e.g. `h8`.
inline std::string PointName(int point) {
  std::string name = std::to_string(RowOf(point) + 1);
  name.insert(name.begin(), static_cast<char>('a' + ColumnOf(point)));
  return name;
}

// The point with this name, or kNoPoint.
inline int ParsePoint(std::string_view name) {
  const bool one_digit = name.size() == 2 && name[1] >= '1' && name[1] <= '9';
  const bool two_digits = name.size() == 3 && name[1] == '1' && name[2] >= '0' && name[2] <= '5';
  if ((!one_digit && !two_digits) || name[0] < 'a' || name[0] > 'o') {
    return kNoPoint;
  }
  const int rank = one_digit ? name[1] - '0' : 10 + (name[2] - '0');
  return PointAt(name[0] - 'a', rank - 1);
}

// R6: the dihedral group. Symmetry bits: 1 transposes columns and rows; then 2 mirrors the columns
// and 4 the rows. 0 is the identity.
inline constexpr int kSymmetries = 8;

constexpr int ImageOf(int symmetry, int point) {
  const bool turn = (symmetry & 1) != 0;
  const int column = turn ? RowOf(point) : ColumnOf(point);
  const int row = turn ? ColumnOf(point) : RowOf(point);
  return PointAt((symmetry & 2) != 0 ? kSize - 1 - column : column,
                 (symmetry & 4) != 0 ? kSize - 1 - row : row);
}

constexpr int InverseOf(int symmetry) {
  return (symmetry & 1) == 0 ? symmetry : 1 | (symmetry & 2) << 1 | (symmetry & 4) >> 1;
}

// The symmetry that applies `first`, then `second`.
constexpr int Composed(int first, int second) {
  // b1 has eight different images.
  const int image = ImageOf(second, ImageOf(first, 1));
  int symmetry = 0;
  while (ImageOf(symmetry, 1) != image) {
    ++symmetry;
  }
  return symmetry;
}

inline Board ImageOf(int symmetry, const Board& board) {
  Board image = {};
  board.ForEach([&](int point) { image.Add(ImageOf(symmetry, point)); });
  return image;
}

}  // namespace kvintet::envs::renju
