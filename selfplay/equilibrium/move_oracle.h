// MoveOracle: a game's own suggestions of moves worth considering in a stage.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "selfplay/equilibrium/payoff_table.h"

namespace kvintet::selfplay {

// By seat.
using SuggestedMoves = std::array<std::vector<JointMove>, 2>;

// Handles one stage at a time, on one thread at a time. All suggested moves are legal; they may
// repeat.
class MoveOracle {
 public:
  virtual ~MoveOracle() = default;
  // Starts with a stage in which no seat has chosen yet. False if it has no suggestions for it.
  virtual bool Start(envs::ConstPositions base) = 0;
  // Initial candidates, likeliest first.
  virtual SuggestedMoves First(RandomStream* random) = 0;
  // Best responses to both seats' strategies, by a model fitted to the known payoffs.
  virtual SuggestedMoves Answers(const PayoffTable& table, const StageEquilibrium& equilibrium,
                                 RandomStream* random) = 0;
  // The whole move of `seat` that gains most game points in this stage alone, against moves of the
  // other seat with these probabilities. `own` is the stage's position with the actions that `seat`
  // has already chosen; all legal continuations are considered. `random` breaks ties.
  virtual JointMove BestAnswer(envs::ConstPositions own, size_t seat,
                               std::span<const JointMove> others,
                               std::span<const double> probabilities, RandomStream* random) = 0;
};

// Names of the games that have an oracle, for messages.
std::string GamesWithMoveOracles();
// Null if the game has none. `game` must outlive it.
std::unique_ptr<MoveOracle> MakeMoveOracle(const envs::Game& game);

}  // namespace kvintet::selfplay
