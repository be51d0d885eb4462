// StageAccount: a solved stage, told from the point of view of one seat.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>

#include "selfplay/equilibrium/payoff_table.h"
#include "selfplay/search/explanation.h"

namespace kvintet::selfplay {

// The text of a seat's move.
using MoveTexts = std::function<std::string(size_t seat, const JointMove& move)>;

// Tells the matrix game of the joined moves, at most `most` of each seat, to seat `own`. REQUIRES:
// `equilibrium` is of `table`; the payoffs of all pairs of joined moves are known.
ExplainedStage StageAccount(const PayoffTable& table, const StageEquilibrium& equilibrium,
                            size_t own, size_t most, const MoveTexts& texts);

}  // namespace kvintet::selfplay
