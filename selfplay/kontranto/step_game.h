// StepGame: one ordinary step of Kontranto as a pairwise game.
//
// Clashes are worth a point to the colour that wins them (K6), and they are pairs of one piece of
// each side. Whatever else a step is worth can be added to the tables.
#pragma once

#include "envs/games/kontranto/joint_moves.h"
#include "envs/games/kontranto/piece_moves.h"
#include "selfplay/solvers/matrix/pairwise_game.h"

namespace kvintet::selfplay::kontranto {

// White is the row seat; payoffs are White's points. Targets are cells; kNowhere stands for giving
// up. Options follow SideMoves: by piece, then by cell, giving up last.
solvers::PairwiseGame StepGame(const envs::kontranto::SideMoves& white,
                               const envs::kontranto::SideMoves& black);

// The same move in the words of the rules. `seat`: the side's options.
envs::kontranto::JointMove TargetsOf(const solvers::PieceOptions& seat,
                                     const solvers::JointOptions& move);

}  // namespace kvintet::selfplay::kontranto
