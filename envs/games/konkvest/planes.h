// PlaneWriter: sets of cells as planes of 13 x 12 bytes, the board turned so that a seat looks up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envs/games/konkvest/cells.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::konkvest {

// Where a cell lies in the planes of a seat.
constexpr int PlaceIn(size_t seat, int cell) { return seat == 0 ? cell : kNumbers - 1 - cell; }

// Writes one plane after the other; `kTurned` for seat 1. A plane but the last may spoil what lies
// up to 4 bytes behind it until the next one is written.
template <bool kTurned>
class PlaneWriter {
 public:
  // REQUIRES: room for the planes that will be written.
  explicit PlaneWriter(uint8_t* planes) : plane_(planes) {}

  // 1 on the cells, else 0.
  void Write(const Cells& cells) {
    Store<32>(cells);
    plane_ += kNumbers;
  }
  // The same, keeping to its own bytes.
  void WriteLast(const Cells& cells) {
    Store<28>(cells);
    plane_ += kNumbers;
  }
  // Raises what is on a cell of the plane written last.
  void Set(int cell, int value) const {
    const int place = PlaceIn(kTurned ? 1 : 0, cell);
    (plane_ - kNumbers)[place] = static_cast<uint8_t>(value);
  }

 private:
#if defined(__AVX2__)
  // Bytes [32 * i, 32 * i + 32) of the plane come from four bytes of the set, in the turned plane
  // from the highest down; 156 bits are then moved up to fill 20 bytes.
  template <size_t kLastBytes>
  void Store(const Cells& cells) const {
    Cells bits = cells;
    if constexpr (kTurned) {
      bits = Shifted<4>(cells);
    }
    const __m256i low = _mm256_broadcastsi128_si256(
        _mm_set_epi64x(static_cast<int64_t>(bits.words[1]), static_cast<int64_t>(bits.words[0])));
    const __m256i high = _mm256_set1_epi64x(static_cast<int64_t>(bits.words[2]));
    for (size_t i = 0; i < 5; ++i) {
      const size_t first = kTurned ? 4 * (4 - i) : 4 * i;
      const __m256i bytes = Spread(first < 16 ? low : high, static_cast<char>(first % 16));
      std::memcpy(plane_ + 32 * i, &bytes, i == 4 ? kLastBytes : 32);
    }
  }

  // The four bytes from `first` on as 32 bytes of 0 or 1.
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
#else
  template <size_t>
  void Store(const Cells& cells) const {
    for (int cell = 0; cell < kNumbers; ++cell) {
      plane_[PlaceIn(kTurned ? 1 : 0, cell)] = cells.Has(cell) ? 1 : 0;
    }
  }
#endif

  uint8_t* plane_;
};

}  // namespace kvintet::envs::konkvest
