// StepOracle: candidates for a step of Kontranto, from its score game.
#pragma once

#include <memory>
#include <vector>

#include "selfplay/equilibrium/move_oracle.h"

namespace kvintet::selfplay::kontranto {

// Speaks in ordinary steps, in which extraordinary ones may be due. First come the moves of an
// equilibrium of the points that the step itself brings, by double oracle over all joint moves;
// answers are the best ones by FitPairwise of the payoffs known. Null if `game` is not Kontranto.
// `game` must outlive it.
std::unique_ptr<MoveOracle> MakeStepOracle(const envs::Game& game);

}  // namespace kvintet::selfplay::kontranto
