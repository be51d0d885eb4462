// EnvBuffers: where an EnvPool writes what it shows; all of it the caller's.
//
// B rows; S slots a row: 2 in SeatLayout::kPerSeat (slot = seat), 1 in kToAct (the seat to act, or
// seat 0 where none acts); A actions, W = GameSpec::MaskWords() words of 64 of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kvintet::envs {

// An empty span is not written. The others have the size that EnvPool::Sizes gives, stay the
// caller's, and may differ from call to call.
//
// Waiting seats: where a seat need not act its mask has no legal entry, its count is 0, and its bit
// in `to_act` is off.
struct EnvBuffers {
  // What each slot sees: [B, S, planes, height, width] and [B, S, globals].
  std::span<uint8_t> planes = {};
  std::span<float> globals = {};

  // Its legal actions, three ways: bits [B, S, W], bytes [B, S, A] of 0 or 1, or ascending lists
  // [B, S, A] with their lengths [B, S]. What follows a list's end is left as it was.
  std::span<uint64_t> mask_bits = {};
  std::span<uint8_t> mask_bytes = {};
  std::span<int32_t> legal_actions = {};
  std::span<int32_t> legal_counts = {};

  // Who must act next [B]: ActorSet::Bits, bit 0 and 1 the seats, bit 2 chance; 0 where the row has
  // ended and the pool does not begin anew by itself.
  std::span<uint8_t> to_act = {};

  // What the last step brought: rewards [B, 2] of both seats; whether it ended the game by its
  // rules or cut it short [B]; who gave no legal action [B], as ActorSet::Bits.
  std::span<float> rewards = {};
  std::span<uint8_t> terminal = {};
  std::span<uint8_t> truncated = {};
  std::span<uint8_t> offenders = {};

  // Of rows whose game the step ended; the other rows are left as they were. The length counts
  // steps, a joint action of both seats as one and chance not at all.
  std::span<int32_t> episode_length = {};  // [B]
  std::span<float> episode_return = {};    // [B, 2]

  // AutoReset::kSameStep only: the last sight of both seats, [B, 2, planes, height, width] and
  // [B, 2, globals], in rows where `final_valid` [B] is 1; the other rows are left as they were.
  std::span<uint8_t> final_planes = {};
  std::span<float> final_globals = {};
  std::span<uint8_t> final_valid = {};
};

// The number of elements of each buffer.
struct EnvSizes {
  size_t actions = 0;
  size_t planes = 0;
  size_t globals = 0;
  size_t mask_bits = 0;
  size_t mask_bytes = 0;  // and legal_actions
  size_t legal_counts = 0;
  size_t rows = 0;     // to_act, terminal, truncated, offenders, episode_length, final_valid
  size_t rewards = 0;  // and episode_return
  size_t final_planes = 0;
  size_t final_globals = 0;
};

}  // namespace kvintet::envs
