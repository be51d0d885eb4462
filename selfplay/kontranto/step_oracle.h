// StepOracle: candidate moves for a step of Kontranto, from the game of its step points.
#pragma once

#include <memory>
#include <vector>

#include "selfplay/equilibrium/move_oracle.h"

namespace kvintet::selfplay::kontranto {

// Covers ordinary steps, also while extraordinary steps are due. First returns the moves of an
// equilibrium of the points scored in the step itself, by double oracle over all joint moves.
// Answers returns best responses in the game that FitPairwise fits to the known payoffs. Null if
// `game` is not Kontranto. `game` must outlive it.
std::unique_ptr<MoveOracle> MakeStepOracle(const envs::Game& game);

}  // namespace kvintet::selfplay::kontranto
