// EnvBatch: buffers for everything that an EnvPool can write, comparable as a whole.
#pragma once

#include <cstdint>
#include <vector>

#include "envs/pool/env_pool.h"

namespace kvintet::testing {

// Owns one buffer of each kind, and actions for the next step.
struct EnvBatch {
  explicit EnvBatch(const envs::EnvSizes& sizes)
      : actions(sizes.actions, envs::kNoAction),
        planes(sizes.planes),
        globals(sizes.globals),
        mask_bits(sizes.mask_bits),
        mask_bytes(sizes.mask_bytes),
        legal_actions(sizes.mask_bytes),
        legal_counts(sizes.legal_counts),
        to_act(sizes.rows),
        rewards(sizes.rewards),
        terminal(sizes.rows),
        truncated(sizes.rows),
        offenders(sizes.rows),
        episode_length(sizes.rows),
        episode_return(sizes.rewards),
        final_planes(sizes.final_planes),
        final_globals(sizes.final_globals),
        final_valid(sizes.rows) {}
  bool operator==(const EnvBatch&) const = default;

  envs::EnvBuffers Buffers() {
    return {planes,         globals,      mask_bits,     mask_bytes, legal_actions, legal_counts,
            to_act,         rewards,      terminal,      truncated,  offenders,     episode_length,
            episode_return, final_planes, final_globals, final_valid};
  }

  std::vector<envs::Action> actions;
  std::vector<uint8_t> planes;
  std::vector<float> globals;
  std::vector<uint64_t> mask_bits;
  std::vector<uint8_t> mask_bytes;
  std::vector<int32_t> legal_actions;
  std::vector<int32_t> legal_counts;
  std::vector<uint8_t> to_act;
  std::vector<float> rewards;
  std::vector<uint8_t> terminal;
  std::vector<uint8_t> truncated;
  std::vector<uint8_t> offenders;
  std::vector<int32_t> episode_length;
  std::vector<float> episode_return;
  std::vector<uint8_t> final_planes;
  std::vector<float> final_globals;
  std::vector<uint8_t> final_valid;
};

}  // namespace kvintet::testing
