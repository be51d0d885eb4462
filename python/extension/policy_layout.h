// PolicyLayout: what the entries of logits and of policies stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "envs/game_spec.h"
#include "python/extension/choices.h"

namespace kvintet::python {

// The entries stand for the game's actions, for the entries of a network's policy
// (Game::PolicyIndices), or for the legal actions alone, those of all rows one after the other.
enum class PolicyLayout : uint8_t { kActions, kNetwork, kLegal };

// "actions", "network" or "legal". ValueError for another word.
inline PolicyLayout LayoutNamed(const std::string& text) {
  return Choice<PolicyLayout>("policy", text,
                              {{"actions", PolicyLayout::kActions},
                               {"network", PolicyLayout::kNetwork},
                               {"legal", PolicyLayout::kLegal}});
}

// The number of entries in one row. REQUIRES: not kLegal.
inline size_t LayoutWidth(const envs::GameSpec& spec, PolicyLayout layout) {
  return static_cast<size_t>(layout == PolicyLayout::kNetwork ? spec.PolicySize()
                                                              : spec.num_actions);
}

}  // namespace kvintet::python
