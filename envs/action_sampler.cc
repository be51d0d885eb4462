// SampleActions: see the header.
#include "envs/action_sampler.h"

#include <algorithm>
#include <array>

#include "base/rng.h"
#include "envs/action_mask.h"

namespace kvintet::envs {
namespace {

// Blocks computed side by side: one for each lane of a 256-bit register.
constexpr size_t kLanes = 8;
using Lanes = std::array<uint32_t, kLanes>;

// Philox of base/rng.h for eight counters and keys at once; a loop over lanes is one instruction.
struct Blocks {
  std::array<Lanes, 4> counter;
  std::array<Lanes, 2> key;

  void Round() {
    std::array<Lanes, 4> next;
    for (size_t i = 0; i < kLanes; ++i) {
      const uint64_t a = uint64_t{0xD2511F53} * counter[0][i];
      const uint64_t b = uint64_t{0xCD9E8D57} * counter[2][i];
      next[0][i] = static_cast<uint32_t>(b >> 32) ^ counter[1][i] ^ key[0][i];
      next[1][i] = static_cast<uint32_t>(b);
      next[2][i] = static_cast<uint32_t>(a >> 32) ^ counter[3][i] ^ key[1][i];
      next[3][i] = static_cast<uint32_t>(a);
    }
    counter = next;
    for (size_t i = 0; i < kLanes; ++i) {
      key[0][i] += 0x9E3779B9;
      key[1][i] += 0xBB67AE85;
    }
  }
};

// The next blocks of up to kLanes rows; unused lanes have no meaning.
std::array<Lanes, 4> NextBlocks(std::span<RowState> states) {
  Blocks blocks = {};
  for (size_t i = 0; i < states.size(); ++i) {
    RowState& state = states[i];
    blocks.counter[0][i] = state.action_draw++;
    blocks.counter[1][i] = static_cast<uint32_t>(Purpose::kAgent);
    blocks.counter[2][i] = state.row;
    blocks.counter[3][i] = state.episode;
    blocks.key[0][i] = static_cast<uint32_t>(state.seed);
    blocks.key[1][i] = static_cast<uint32_t>(state.seed >> 32);
  }
  for (int round = 0; round < 10; ++round) {
    blocks.Round();
  }
  return blocks.counter;
}

// One of the actions by 64 random bits: the bias is below 2^-50.
Action Choose(ConstActionMask mask, uint64_t random) {
  __extension__ using Uint128 = unsigned __int128;
  const int count = mask.Count();
  const auto rank = static_cast<int>(Uint128{random} * static_cast<unsigned>(count) >> 64);
  return count == 0 ? kNoAction : mask.Nth(rank);
}

}  // namespace

void SampleActions(std::span<RowState> states, std::span<const uint64_t> masks,
                   std::span<Action> actions) {
  const size_t slots = actions.size() / std::max<size_t>(states.size(), 1);
  const size_t words = masks.size() / std::max<size_t>(actions.size(), 1);
  for (size_t first = 0; first < states.size(); first += kLanes) {
    const size_t count = std::min(kLanes, states.size() - first);
    const std::array<Lanes, 4> random = NextBlocks(states.subspan(first, count));
    for (size_t i = 0; i < count * slots; ++i) {
      const size_t lane = i / slots;
      const size_t word = 2 * (i % slots);
      const uint64_t bits = random[word][lane] | uint64_t{random[word + 1][lane]} << 32;
      const size_t slot = first * slots + i;
      actions[slot] = Choose(ConstActionMask(masks.subspan(slot * words, words)), bits);
    }
  }
}

}  // namespace kvintet::envs
