// PlaneWriter: writes sets of cells as planes of bytes, one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "envs/games/kontranto/grid.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace kvintet::envs::kontranto {

// Writes planes of `size` bytes, starting at `plane`.
class PlaneWriter {
 public:
  PlaneWriter(size_t size, uint8_t* plane) : size_(size), plane_(plane) {}

  // 1 for the cells of the set, 0 elsewhere. Inlined, since a call for each plane costs an eighth
  // of a step of the game.
  [[gnu::always_inline]] void Write(Cells cells) {
#if defined(__AVX2__)
    if (size_ >= kTogether) {
      Store(_mm256_min_epu8(OwnBits(cells), _mm256_set1_epi8(1)), plane_);
      if (size_ <= kTogether + sizeof(uint64_t)) {
        const size_t last = size_ - sizeof(uint64_t);
        const uint64_t bytes = _pdep_u64(cells >> last, 0x0101010101010101u);
        std::memcpy(plane_ + last, &bytes, sizeof(bytes));
      } else {
        const size_t last = size_ - kTogether;
        Store(_mm256_min_epu8(OwnBits(cells >> last), _mm256_set1_epi8(1)), plane_ + last);
      }
      plane_ += size_;
      return;
    }
#endif
    for (size_t i = 0; i < size_; ++i) {
      *plane_++ = static_cast<uint8_t>(cells >> i & 1);
    }
  }

  // Writes the value of each of the disjoint sets on its cells, 0 elsewhere.
  template <typename Value>
  void WriteValues(const Cells* sets, size_t count, const Value& value_of) {
#if defined(__AVX2__)
    if (size_ >= kTogether) {
      const size_t last = size_ - kTogether;
      __m256i low = _mm256_setzero_si256();
      __m256i high = low;
      for (size_t i = 0; i < count; ++i) {
        const __m256i value = _mm256_set1_epi8(static_cast<char>(value_of(i)));
        low = _mm256_or_si256(low, _mm256_and_si256(AllOrNone(sets[i]), value));
        high = _mm256_or_si256(high, _mm256_and_si256(AllOrNone(sets[i] >> last), value));
      }
      Store(low, plane_);
      Store(high, plane_ + last);
      plane_ += size_;
      return;
    }
#endif
    std::memset(plane_, 0, size_);
    for (size_t i = 0; i < count; ++i) {
      ForEachCell(sets[i], [&](int cell) { plane_[cell] = static_cast<uint8_t>(value_of(i)); });
    }
    plane_ += size_;
  }

  // Writes planes of zeros with vector instructions, since a call of memset costs more.
  void WriteEmpty(size_t planes) {
    uint8_t* const end = plane_ + planes * size_;
#if defined(__AVX2__)
    for (; plane_ + kTogether <= end; plane_ += kTogether) {
      Store(_mm256_setzero_si256(), plane_);
    }
#endif
    while (plane_ < end) {
      *plane_++ = 0;
    }
  }

 private:
#if defined(__AVX2__)
  // The number of cells written at once. A larger plane is written as its first and its last part,
  // which overlap.
  static constexpr size_t kTogether = 32;

  // A byte for each of the first kTogether cells: nonzero (one bit) if it is in the set, otherwise
  // 0.
  static __m256i OwnBits(Cells cells) {
    const __m256i spread = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                            2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i all = _mm256_set1_epi32(static_cast<int>(cells & 0xffffffffu));
    return _mm256_and_si256(_mm256_shuffle_epi8(all, spread), Bits());
  }
  static __m256i AllOrNone(Cells cells) { return _mm256_cmpeq_epi8(OwnBits(cells), Bits()); }
  static __m256i Bits() { return _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201u)); }
  static void Store(__m256i bytes, uint8_t* to) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
  }
#endif

  const size_t size_;
  uint8_t* plane_;
};

}  // namespace kvintet::envs::kontranto
