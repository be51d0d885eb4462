// EnvBuffers: the caller's buffers, into which an EnvPool writes its results.
//
// Sizes: B rows. S slots per row, which is 2 for SeatLayout::kPerSeat (slot = seat) and 1 for
// kToAct (the seat to act, or seat 0 if none acts). A actions, in W = GameSpec::MaskWords() words
// of 64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace kvintet::envs {

// An empty span is not written. Every other span must have the size that EnvPool::Sizes gives. The
// caller keeps owning the buffers and may pass different ones to each call.
//
// For a seat that need not act, the mask has no legal entry, the count is 0 and the bit in `to_act`
// is off.
struct EnvBuffers {
  // The observation of each slot: [B, S, planes, height, width] and [B, S, globals].
  std::span<uint8_t> planes = {};
  std::span<float> globals = {};

  // The legal actions of each slot, in three formats: bits [B, S, W], bytes [B, S, A] of 0 or 1, or
  // ascending lists [B, S, A] with their lengths [B, S]. Entries after the end of a list keep their
  // old values.
  std::span<uint64_t> mask_bits = {};
  std::span<uint8_t> mask_bytes = {};
  std::span<int32_t> legal_actions = {};
  std::span<int32_t> legal_counts = {};

  // Who must act next [B], as ActorSet::Bits: bits 0 and 1 are the seats, bit 2 is chance. 0 if the
  // row's game has ended and the pool does not reset it by itself.
  std::span<uint8_t> to_act = {};

  // Results of the last step: the rewards [B, 2] of both seats; whether the game ended by its rules
  // (`terminal`) or was cut short (`truncated`) [B]; who gave no legal action [B], as
  // ActorSet::Bits.
  std::span<float> rewards = {};
  std::span<uint8_t> terminal = {};
  std::span<uint8_t> truncated = {};
  std::span<uint8_t> offenders = {};

  // Written only in rows whose game ended in this step; other rows keep their old values. The
  // length counts steps: a joint action of both seats is one step, chance events do not count.
  std::span<int32_t> episode_length = {};  // [B]
  std::span<float> episode_return = {};    // [B, 2]

  // AutoReset::kSameStep only: the last observation of both seats, [B, 2, planes, height, width]
  // and [B, 2, globals], in rows where `final_valid` [B] is 1. Other rows keep their old values.
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
