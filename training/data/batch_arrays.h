// BatchArrays: the rows of a training batch, one array for each of their parts.
#pragma once

#include <cstdint>
#include <vector>

#include "selfplay/rows/policy_lists.h"

namespace kvintet::training {

// Row after row; all arrays grow together.
struct BatchArrays {
  std::vector<uint8_t> planes = {};
  std::vector<float> globals = {};
  selfplay::PolicyLists policies = {};
  // The policy targets of the rows that remain after filtering.
  selfplay::PolicyLists kept = {};
  std::vector<float> wdl = {};
  std::vector<float> weights = {};
  // With a policy gradient or a policy loss, else empty.
  std::vector<int32_t> taken = {};
  std::vector<float> behaviour = {};
  std::vector<float> advantages = {};
  // What the game was worth to the row's seat, and the value expected at the row.
  std::vector<double> worth = {};
  std::vector<double> expected = {};
  // With a privileged critic, else empty.
  std::vector<uint8_t> critic_planes = {};
  std::vector<float> critic_globals = {};
  // One action and no target per row: the critic's stand-in for a policy.
  std::vector<int32_t> no_actions = {};
  std::vector<int32_t> one_action_each = {};
  std::vector<int32_t> no_targets = {};
  // With the training heads, else empty.
  selfplay::PolicyLists replies = {};
  std::vector<int32_t> margins = {};
  std::vector<int8_t> owners = {};

  // Removes all rows and keeps the memory.
  void Clear();
  // Appends the rows of `later`, but not those of `kept` and of the critic's stand-ins.
  void Append(const BatchArrays& later);
};

}  // namespace kvintet::training
