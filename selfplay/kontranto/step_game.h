// StepGame: one ordinary step of Kontranto as a pairwise game.
//
// A clash is a pair of one piece of each side and is worth a point to the colour that wins it (K6).
// Other values of a step can be added to the tables.
#pragma once

#include "envs/games/kontranto/joint_moves.h"
#include "envs/games/kontranto/piece_moves.h"
#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::kontranto {

// White is the row seat; payoffs are White's points. Targets are cells; kNowhere means giving up
// the piece. Options are ordered as in SideMoves: by piece, then by cell, with giving up last.
solvers::PairwiseGame StepGame(const envs::kontranto::SideMoves& white,
                               const envs::kontranto::SideMoves& black);

// The same move as the rules represent it. `seat` holds the side's options.
envs::kontranto::JointMove TargetsOf(const solvers::PieceOptions& seat,
                                     const solvers::JointOptions& move);

}  // namespace kvintet::selfplay::kontranto
