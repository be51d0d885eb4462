// PlaneWriter: writes sets of cells as planes of 13 x 12 bytes, rotated so that the seat looks up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envs/games/konkvest/cells.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::konkvest {

// The index of a cell in the planes of a seat.
constexpr int PlaceIn(size_t seat, int cell) { return seat == 0 ? cell : kNumbers - 1 - cell; }

#if defined(__AVX2__)

// A set of cells in a register. For the rotated board the 156 bits are shifted up to fill 20 bytes.
template <bool kTurned>
class CellBits {
 public:
  CellBits() : bits_(_mm256_setzero_si256()) {}
  explicit CellBits(const Cells& cells) {
    const __m256i words = _mm256_setr_epi64x(-1, -1, -1, 0);
    bits_ = _mm256_maskload_epi64(reinterpret_cast<const long long*>(cells.words.data()), words);
    if constexpr (kTurned) {
      const __m256i above = _mm256_permute4x64_epi64(_mm256_srli_epi64(bits_, 60), 0b10010011);
      bits_ = _mm256_or_si256(_mm256_slli_epi64(bits_, 4), above);
    }
  }

  CellBits operator&(const CellBits& o) const { return CellBits(_mm256_and_si256(bits_, o.bits_)); }
  // The cells that are not in the other set.
  CellBits operator-(const CellBits& o) const {
    return CellBits(_mm256_andnot_si256(o.bits_, bits_));
  }

  // Bytes [32 * i, 32 * i + 32) of the plane come from four bytes of the set, in the rotated plane
  // from the highest bytes down. The last four bytes lie behind the plane; in the last plane they
  // are not written.
  template <bool kLast>
  void Store(uint8_t* plane) const {
    const __m256i low = Low();
    const __m256i high = High();
    for (size_t i = 0; i < 5; ++i) {
      const __m256i bytes = Block(low, high, i);
      if (i < 4 || !kLast) {
        std::memcpy(plane + 32 * i, &bytes, 32);
      } else {
        StorePart(bytes, plane + 32 * i);
      }
    }
  }
  // The number of the two sets that contain each cell.
  void StoreSum(const CellBits& o, uint8_t* plane) const {
    const __m256i low = Low();
    const __m256i high = High();
    const __m256i other_low = o.Low();
    const __m256i other_high = o.High();
    for (size_t i = 0; i < 5; ++i) {
      const __m256i bytes = _mm256_add_epi8(Block(low, high, i), Block(other_low, other_high, i));
      std::memcpy(plane + 32 * i, &bytes, 32);
    }
  }

 private:
  explicit CellBits(__m256i bits) : bits_(bits) {}

  __m256i Low() const { return _mm256_permute4x64_epi64(bits_, 0b01000100); }
  __m256i High() const { return _mm256_permute4x64_epi64(bits_, 0b10101010); }

  static __m256i Block(__m256i low, __m256i high, size_t i) {
    const size_t first = kTurned ? 4 * (4 - i) : 4 * i;
    return Spread(first < 16 ? low : high, static_cast<char>(first % 16));
  }

  // Expands the four bytes from `first` on to 32 bytes of 0 or 1.
  static __m256i Spread(__m256i copies, char first) {
    const __m256i own_bit = _mm256_set1_epi64x(
        static_cast<int64_t>(kTurned ? 0x0102040810204080u : 0x8040201008040201u));
    const __m256i order = kTurned
                              ? _mm256_setr_epi8(3, 3, 3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2,  //
                                                 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
                              : _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                                 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i spread =
        _mm256_shuffle_epi8(copies, _mm256_add_epi8(_mm256_set1_epi8(first), order));
    return _mm256_min_epu8(_mm256_and_si256(spread, own_bit), _mm256_set1_epi8(1));
  }

  // Stores 28 bytes.
  static void StorePart(__m256i bytes, uint8_t* to) {
    const __m128i high = _mm256_extracti128_si256(bytes, 1);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm256_castsi256_si128(bytes));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to + 16), high);
    const int32_t last = _mm_extract_epi32(high, 2);
    std::memcpy(to + 24, &last, 4);
  }

  __m256i bits_;
};

#else

// A set of cells, without vector instructions.
template <bool kTurned>
class CellBits {
 public:
  CellBits() : cells_() {}
  explicit CellBits(const Cells& cells) : cells_(cells) {}

  CellBits operator&(const CellBits& o) const { return CellBits(cells_ & o.cells_); }
  // The cells that are not in the other set.
  CellBits operator-(const CellBits& o) const { return CellBits(cells_ & ~o.cells_); }

  template <bool>
  void Store(uint8_t* plane) const {
    for (int cell = 0; cell < kNumbers; ++cell) {
      plane[PlaceIn(kTurned ? 1 : 0, cell)] = cells_.Has(cell) ? 1 : 0;
    }
  }
  void StoreSum(const CellBits& o, uint8_t* plane) const {
    Store<false>(plane);
    o.cells_.ForEach([plane](int cell) { ++plane[PlaceIn(kTurned ? 1 : 0, cell)]; });
  }

 private:
  Cells cells_;
};

#endif

// Writes one plane after the other. `kTurned` is true for seat 1.
template <bool kTurned>
class PlaneWriter {
 public:
  // REQUIRES: `planes` has room for all planes that will be written.
  explicit PlaneWriter(uint8_t* planes) : plane_(planes) {}

  // 1 on the cells, 0 elsewhere. May overwrite the first 4 bytes of the next plane, which must be
  // written afterwards.
  void Write(const CellBits<kTurned>& cells) {
    cells.template Store<false>(plane_);
    plane_ += kNumbers;
  }
  // The number of the two sets that contain each cell.
  void WriteSum(const CellBits<kTurned>& cells, const CellBits<kTurned>& others) {
    cells.StoreSum(others, plane_);
    plane_ += kNumbers;
  }
  // As Write, but writes nothing beyond the plane.
  void WriteLast(const CellBits<kTurned>& cells) {
    cells.template Store<true>(plane_);
    plane_ += kNumbers;
  }
  // Sets one cell of the plane written last.
  void Set(int cell, int value) const {
    const int place = PlaceIn(kTurned ? 1 : 0, cell);
    (plane_ - kNumbers)[place] = static_cast<uint8_t>(value);
  }

 private:
  uint8_t* plane_;
};

}  // namespace kvintet::envs::konkvest
