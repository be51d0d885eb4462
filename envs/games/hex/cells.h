// Cells: a set of cells of a Hex board.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace kvintet::envs::hex {

// X1: the largest board has this many columns and rows.
inline constexpr int kMaxSize = 19;
inline constexpr int kMaxCells = kMaxSize * kMaxSize;

// Bits by cell, column + size * row.
struct Cells {
  static constexpr size_t kWords = (kMaxCells + 63) / 64;
  std::array<uint64_t, kWords> words;

  bool Has(int cell) const {
    return (words[static_cast<size_t>(cell) / 64] >> (cell % 64) & 1) != 0;
  }
  void Add(int cell) { words[static_cast<size_t>(cell) / 64] |= uint64_t{1} << (cell % 64); }
  int Count() const {
    int count = 0;
    for (const uint64_t word : words) {
      count += std::popcount(word);
    }
    return count;
  }
  // The lowest cell, or -1 if the set is empty.
  int First() const {
    for (size_t i = 0; i < kWords; ++i) {
      if (words[i] != 0) {
        return static_cast<int>(64 * i) + std::countr_zero(words[i]);
      }
    }
    return -1;
  }
  // Calls `visit` for each cell in ascending order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (size_t i = 0; i < kWords; ++i) {
      for (uint64_t word = words[i]; word != 0; word &= word - 1) {
        visit(static_cast<int>(64 * i) + std::countr_zero(word));
      }
    }
  }

  bool operator==(const Cells&) const = default;
};

inline Cells operator|(const Cells& a, const Cells& b) {
  Cells out = {};
  for (size_t i = 0; i < Cells::kWords; ++i) {
    out.words[i] = a.words[i] | b.words[i];
  }
  return out;
}

inline Cells operator&(const Cells& a, const Cells& b) {
  Cells out = {};
  for (size_t i = 0; i < Cells::kWords; ++i) {
    out.words[i] = a.words[i] & b.words[i];
  }
  return out;
}

// The cells of `a` that are not in `b`.
inline Cells operator-(const Cells& a, const Cells& b) {
  Cells out = {};
  for (size_t i = 0; i < Cells::kWords; ++i) {
    out.words[i] = a.words[i] & ~b.words[i];
  }
  return out;
}

}  // namespace kvintet::envs::hex
