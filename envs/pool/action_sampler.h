// SampleActions: samples uniformly random legal actions for many rows of an EnvPool at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "envs/actor.h"
#include "envs/pool_rows.h"

namespace kvintet::envs {

// For n rows of S slots with W mask words: `masks` [n, S, W], `actions` [n, S]. A slot without
// legal actions gets kNoAction. Each row uses one block of its random stream for agents: slot s
// takes words 2 s and 2 s + 1 of block `action_draw`. REQUIRES: S is 1 or 2.
void SampleActions(std::span<RowState> states, std::span<const uint64_t> masks,
                   std::span<Action> actions);

}  // namespace kvintet::envs
