// SampleActions: computes the random blocks of several rows at once with vector instructions.
#include "envs/pool/action_sampler.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/rng.h"
#include "envs/action_mask.h"

namespace kvintet::envs {
namespace {

// The number of rows whose random blocks are computed together.
constexpr size_t kLanes = 8;

// The next block of each of up to kLanes rows, as two words of 64 bits: [2, kLanes]. Lanes beyond
// the number of rows are unspecified.
using Bits = std::array<std::array<uint64_t, kLanes>, kNumSeats>;

#ifdef __AVX2__

// Four lanes of 64 bits, of which only the lower half is used.
struct Lanes {
  __m256i part[kLanes / 4];
  __m256i& operator[](size_t i) { return part[i]; }
  const __m256i& operator[](size_t i) const { return part[i]; }
};

__m256i All(uint64_t value) { return _mm256_set1_epi64x(static_cast<int64_t>(value)); }

// The value of `field` for each row, one per lane. Built in registers, since loading a vector from
// memory that was just written word by word would stall.
template <typename Field>
Lanes Gather(const std::array<const RowState*, kLanes>& rows, const Field& field) {
  const auto at = [&](size_t i) { return static_cast<int64_t>(field(*rows[i])); };
  return {{_mm256_set_epi64x(at(3), at(2), at(1), at(0)),
           _mm256_set_epi64x(at(7), at(6), at(5), at(4))}};
}

// Philox of base/rng.h for all lanes at once. A multiplication reads only the lower halves.
std::array<Lanes, 4> PhiloxLanes(std::array<Lanes, 4> c, std::array<Lanes, 2> key) {
  for (int round = 0; round < 10; ++round) {
    for (size_t i = 0; i < kLanes / 4; ++i) {
      const __m256i a = _mm256_mul_epu32(All(0xD2511F53), c[0][i]);
      const __m256i b = _mm256_mul_epu32(All(0xCD9E8D57), c[2][i]);
      c[0][i] = _mm256_srli_epi64(b, 32) ^ c[1][i] ^ key[0][i];
      c[1][i] = b;
      c[2][i] = _mm256_srli_epi64(a, 32) ^ c[3][i] ^ key[1][i];
      c[3][i] = a;
      key[0][i] = _mm256_add_epi64(key[0][i], All(0x9E3779B9));
      key[1][i] = _mm256_add_epi64(key[1][i], All(0xBB67AE85));
    }
  }
  return c;
}

Bits NextBits(std::span<RowState> states) {
  std::array<const RowState*, kLanes> rows;
  for (size_t i = 0; i < kLanes; ++i) {
    rows[i] = &states[std::min(i, states.size() - 1)];
  }
  const Lanes seed = Gather(rows, [](const RowState& row) { return row.seed; });
  Lanes purpose;
  Lanes high;
  for (size_t i = 0; i < kLanes / 4; ++i) {
    purpose[i] = All(static_cast<uint64_t>(Purpose::kAgent));
    high[i] = _mm256_srli_epi64(seed[i], 32);
  }
  const std::array<Lanes, 4> words =
      PhiloxLanes({Gather(rows, [](const RowState& row) { return row.action_draw; }), purpose,
                   Gather(rows, [](const RowState& row) { return row.row; }),
                   Gather(rows, [](const RowState& row) { return row.episode; })},
                  {seed, high});
  for (RowState& state : states) {
    ++state.action_draw;
  }
  Bits bits;
  for (size_t i = 0; i < kLanes / 4; ++i) {
    for (size_t slot = 0; slot < kNumSeats; ++slot) {
      const __m256i low = words[2 * slot][i] & All(UINT32_MAX);
      const __m256i pair = low | _mm256_slli_epi64(words[2 * slot + 1][i], 32);
      std::memcpy(&bits[slot][4 * i], &pair, sizeof(pair));
    }
  }
  return bits;
}

#else

Bits NextBits(std::span<RowState> states) {
  Bits bits = {};
  for (size_t i = 0; i < states.size(); ++i) {
    const RowState& state = states[i];
    RandomStream random(state.seed, state.row, state.episode, Purpose::kAgent);
    random.SetDraw(4 * states[i].action_draw++);
    bits[0][i] = random.Next64();
    bits[1][i] = random.Next64();
  }
  return bits;
}

#endif

// Picks one of the actions with 64 random bits; the bias is below 2^-50. Always inlined, so that a
// compile-time number of words is known here too.
[[gnu::always_inline]] inline Action Choose(ConstActionMask mask, uint64_t random) {
  __extension__ using Uint128 = unsigned __int128;
  const int count = mask.Count();
  const auto rank = static_cast<int>(Uint128{random} * static_cast<unsigned>(count) >> 64);
  return count == 0 ? kNoAction : mask.Nth(rank);
}

// SampleActions for masks of kWords words, or of any number if kWords is 0. With a constant number
// the compiler unrolls the loops over words.
template <size_t kWords>
void SampleAll(std::span<RowState> states, std::span<const uint64_t> masks,
               std::span<Action> actions) {
  const size_t slots = actions.size() / states.size();
  const size_t words = kWords != 0 ? kWords : masks.size() / actions.size();
  for (size_t first = 0; first < states.size(); first += kLanes) {
    const size_t count = std::min(kLanes, states.size() - first);
    const Bits bits = NextBits(states.subspan(first, count));
    for (size_t lane = 0; lane < count; ++lane) {
      for (size_t slot = 0; slot < slots; ++slot) {
        const size_t i = (first + lane) * slots + slot;
        const std::span<const uint64_t> mask(masks.data() + i * words, words);
        actions[i] = Choose(ConstActionMask(mask), bits[slot][lane]);
      }
    }
  }
}

using Sampler = void (*)(std::span<RowState>, std::span<const uint64_t>, std::span<Action>);

// Indexed by the number of words; wider masks use entry 0.
template <size_t... kWords>
constexpr std::array<Sampler, sizeof...(kWords)> MakeSamplers(std::index_sequence<kWords...>) {
  return {SampleAll<kWords>...};
}

constexpr auto kSamplers = MakeSamplers(std::make_index_sequence<17>());

}  // namespace

void SampleActions(std::span<RowState> states, std::span<const uint64_t> masks,
                   std::span<Action> actions) {
  if (actions.empty()) {
    return;
  }
  const size_t words = masks.size() / actions.size();
  kSamplers[words < kSamplers.size() ? words : 0](states, masks, actions);
}

}  // namespace kvintet::envs
