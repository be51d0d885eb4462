// SampleActions: uniformly random legal actions for rows of an EnvPool, many rows at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "envs/actor.h"
#include "envs/pool_rows.h"

namespace kvintet::envs {

// For n rows of S slots with W words of mask: `masks` [n, S, W], `actions` [n, S]. A slot without
// legal actions gets kNoAction. Each row takes one block of its stream for agents: block
// `action_draw`, of which slot s takes words 2 s and 2 s + 1. REQUIRES: S is 1 or 2.
void SampleActions(std::span<RowState> states, std::span<const uint64_t> masks,
                   std::span<Action> actions);

}  // namespace kvintet::envs
