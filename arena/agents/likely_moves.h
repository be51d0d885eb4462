// LikelyMoves: with which probabilities an agent makes its whole moves of a simultaneous stage.
#pragma once

#include <span>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"
#include "selfplay/equilibrium/joint_stage.h"

namespace kvintet::arena {

// Beginnings of moves that are less likely are not followed; the likeliest that has got as far
// always is.
inline constexpr double kLeastLikelyBeginning = 1e-3;

// Different moves; an empty one of a seat that has nothing to decide.
struct LikelyMoves {
  std::vector<selfplay::JointMove> moves = {};
  // [moves]; they add up to 1.
  std::vector<double> probabilities = {};
  // The probability of all moves that are left out here.
  double dropped = 0;
};

// For each turn: how the agent moves in the turn's stage if it sits opposite the turn's seat. The
// agent is asked at the views of its own seat, action by action, with the turn's key; of what the
// turn's seat has chosen it learns nothing. Errors: those of TellPolicies. REQUIRES:
// CanSearchEquilibrium(game).
absl::StatusOr<std::vector<LikelyMoves>> AskLikelyMoves(const envs::Game& game, Agent* agent,
                                                        std::span<const Turn> turns);

}  // namespace kvintet::arena
