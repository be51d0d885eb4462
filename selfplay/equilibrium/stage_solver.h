// StageSolver: an equilibrium of one simultaneous stage, over candidate moves of both seats.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/rng.h"
#include "selfplay/equilibrium/joint_stage.h"
#include "selfplay/equilibrium/move_oracle.h"
#include "selfplay/equilibrium/payoff_table.h"
#include "selfplay/equilibrium/position_judge.h"
#include "selfplay/equilibrium/seat_moves.h"
#include "selfplay/search/script.h"
#include "selfplay/settings/search_settings.h"

namespace kvintet::selfplay {

// Candidates are the oracle's moves, whole moves sampled from the evaluator's policy, and
// variations of those; a seat with few moves gets all of them. The positions after all pairs of
// moves are evaluated in the views of all seats that act there, so that the payoffs of a position
// and of its image with the seats exchanged add up to zero. Then, in each round, challengers that
// gain against the other seat's equilibrium join. With kl_to_policy the seats also stay near the
// evaluator's policy, which limits the effect of errors in single payoffs; a plain equilibrium
// would exploit them.
//
// Both seats find the same solution of the same stage. One thread at a time.
class StageSolver {
 public:
  // REQUIRES: CanSearchEquilibrium(game). `game` must outlive it.
  StageSolver(const envs::Game& game, const SearchSettings& settings);

  // What the random numbers and the size of the solution depend on.
  struct Task {
    uint64_t seed = 0;
    uint32_t game = 0;
    // Payoffs of the table.
    int simulations = 0;
    bool operator==(const Task&) const = default;
  };
  // Starts the stage that the view belongs to (JointStage::Start).
  void Start(envs::ConstViews one, const envs::RepetitionHistory* history,
             JointStage::OwnChoices own_choices, const Task& task);
  // Whether the stage is solved already, by an earlier Solve.
  bool Solved() const { return solved_ == name_; }
  // REQUIRES: Start, and not Solved.
  Script Solve(Dialogue* asks);
  // The next stage is solved anew, even if it is the same.
  void Forget() { solved_.reset(); }

  // The solution. REQUIRES: Solved.
  const PayoffTable& Table() const { return table_; }
  const StageEquilibrium& Equilibrium() const { return equilibrium_; }
  SeatMoves& MovesOf(size_t seat) { return moves_[seat]; }
  const SeatMoves& MovesOf(size_t seat) const { return moves_[seat]; }

 private:
  struct Name {
    Key128 key = {};
    Task task = {};
    bool operator==(const Name&) const = default;
  };
  using Pairs = std::vector<MovePair>;

  // Sets the numbers of candidates so that all payoffs fit the budget.
  void ChooseSizes();
  Script DrawCandidates(size_t seat, Dialogue* asks);
  // Draws a whole move from the evaluator's policy; `node` becomes its node in the tree of moves.
  Script DrawMove(size_t seat, int* node, Dialogue* asks);
  void FillUp(size_t seat);
  // Finds the payoffs of the pairs, and first what the evaluator thinks of new moves.
  Script Judge(const Pairs& pairs, Dialogue* asks);
  Script FindPriors(Dialogue* asks);
  // Lets the challengers join that gain; false if there were none.
  bool JoinChallengers();
  // Adds challengers, and the pairs by which they are judged.
  void Challenge(Pairs* pairs);
  void AddChallenger(size_t seat, const JointMove& move);

  const EquilibriumSettings settings_;
  const std::unique_ptr<MoveOracle> oracle_;
  JointStage stage_;
  std::array<SeatMoves, 2> moves_;
  PayoffTable table_;
  StageEquilibrium equilibrium_;
  Name name_;
  // The stage of `table_` and `equilibrium_`; empty while they are being computed.
  std::optional<Name> solved_;
  bool oracle_speaks_ = false;
  RandomStream random_;
  // How many candidates each seat is to have.
  std::array<size_t, 2> wanted_ = {};
  // Payoffs that may still be asked for.
  int budget_ = 0;
  // By seat: the challengers, by number in the table, and the evaluator's probabilities of the
  // table's moves, as far as known.
  std::array<std::vector<size_t>, 2> challengers_;
  std::array<std::vector<double>, 2> priors_;
  // Scratch space.
  envs::PositionBuffer position_;
  PositionJudge judge_;
  Question question_;
};

}  // namespace kvintet::selfplay
