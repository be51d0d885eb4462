// LikelyMoves: an agent's probabilities over whole moves of a simultaneous stage.
#pragma once

#include <span>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "selfplay/equilibrium/joint_stage.h"

namespace kvintet::arena {

// Partial moves less likely than this are not extended, except for the likeliest of each length.
inline constexpr double kMinLikelyBeginning = 1e-3;

// Distinct moves. A seat that has nothing to decide has a single, empty move.
struct LikelyMoves {
  std::vector<selfplay::JointMove> moves = {};
  // [moves]; they add up to 1.
  std::vector<double> probabilities = {};
  // Total probability of the moves left out.
  double dropped = 0;
};

// For each turn, the agent's moves in the turn's stage if it holds the other seat. The agent is
// asked at the views of that seat, action by action, with the turn's key; it does not learn what
// the turn's seat has chosen. Errors are those of TellPolicies. REQUIRES:
// CanSearchEquilibrium(game).
absl::StatusOr<std::vector<LikelyMoves>> AskLikelyMoves(const envs::Game& game, Agent* agent,
                                                        std::span<const Turn> turns);

}  // namespace kvintet::arena
