// MoveOracle: what a game itself can say of which moves of a stage are worth a look.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "selfplay/equilibrium/payoff_table.h"

namespace kvintet::selfplay {

// Moves of each seat.
using SuggestedMoves = std::array<std::vector<JointMove>, 2>;

// One stage at a time; of one thread. All moves are legal; they may repeat.
class MoveOracle {
 public:
  virtual ~MoveOracle() = default;
  // Begins with a stage in which nobody has chosen yet. False: it has nothing to say of that.
  virtual bool Start(envs::ConstPositions base) = 0;
  // The likeliest first.
  virtual SuggestedMoves First(RandomStream* random) = 0;
  // Best answers to both seats' strategies, by a model of the payoffs that are known.
  virtual SuggestedMoves Answers(const PayoffTable& table, const StageEquilibrium& equilibrium,
                                 RandomStream* random) = 0;
  // The whole move of `seat` that brings it most in this very stage, in the game's points, against
  // moves of the other with these probabilities: of all legal moves that go on from what it has
  // chosen of its move in `own`, the stage's position with that. Of equals one by `random`.
  virtual JointMove BestAnswer(envs::ConstPositions own, size_t seat,
                               std::span<const JointMove> others,
                               std::span<const double> probabilities, RandomStream* random) = 0;
};

// The games that have one, for messages.
std::string GamesWithMoveOracles();
// Null for a game that has none. `game` must outlive it.
std::unique_ptr<MoveOracle> MakeMoveOracle(const envs::Game& game);

}  // namespace kvintet::selfplay
