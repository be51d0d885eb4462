// AnswersTo: what an agent plays in positions that have nothing to do with each other.
#pragma once

#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "envs/game.h"

namespace kvintet::arena {

// Asks in batches of 256 views, for the move that the agent makes late in a game: a policy's
// likeliest. Row i of the random streams belongs to view i. Errors of the agent.
absl::StatusOr<std::vector<envs::Action>> AnswersTo(const std::vector<envs::ConstViews>& views,
                                                    Agent* agent);

}  // namespace kvintet::arena
