// BackwardInduction: the value of games in which each deciding seat knows the position.
//
// Shapley, "Stochastic games", 1953: working back from terminal positions, each simultaneous choice
// is a matrix game of the following values, and chance is an expectation.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"

#include "base/hash.h"
#include "envs/game.h"
#include "selfplay/solvers/payoff.h"

namespace kvintet::selfplay::solvers {

// Value of a position to seat 0.
struct MarkovValue {
  double value = 0;
  // `low` is what seat 0's strategy guarantees against any play of seat 1; `high` is the most that
  // seat 0 can get against seat 1's strategy. Their difference is the NashConv of the strategies.
  double low = 0;
  double high = 0;
  double NashConv() const { return high - low; }
};

// Solves any number of positions of one game and remembers every position it has visited.
class BackwardInduction {
 public:
  // Unimplemented for a game whose rules depend on history outside the position. `game` must
  // outlive the solver.
  static absl::StatusOr<BackwardInduction> Make(const envs::Game& game, Payoff payoff,
                                                int64_t max_positions);

  // Solves over all reachable positions; choices may be whole moves of several actions.
  // ResourceExhausted after max_positions in total. Unimplemented if a deciding seat cannot tell
  // two positions apart, or if positions can repeat. REQUIRES: both seats know that play starts in
  // `one`.
  absl::StatusOr<MarkovValue> Value(envs::ConstPositions one);
  // Positions solved so far, not counting those in the middle of a simultaneous choice.
  int64_t NumPositions() const { return static_cast<int64_t>(values_.size()); }

 private:
  // `open` while the position is still being solved; meeting it again means that play can cycle.
  struct Entry {
    MarkovValue value = {};
    bool open = true;
  };

  BackwardInduction(const envs::Game& game, Payoff payoff, int64_t max_positions)
      : game_(&game), payoff_(payoff), max_positions_(max_positions) {}

  absl::StatusOr<MarkovValue> Compute(envs::ConstPositions one, const Key128& key);
  absl::StatusOr<MarkovValue> Expected(envs::ConstPositions one);
  absl::StatusOr<MarkovValue> Best(envs::ConstPositions one, envs::Actor actor);
  absl::StatusOr<MarkovValue> Simultaneous(envs::ConstPositions one);
  // The positions after each whole move of one actor.
  void AfterMoves(envs::ConstPositions one, envs::Actor actor,
                  std::vector<envs::PositionBuffer>* after) const;
  absl::Status CheckKnown(envs::ConstPositions one, envs::Actor actor, const Key128& key);

  const envs::Game* game_;
  Payoff payoff_;
  int64_t max_positions_;
  std::unordered_map<Key128, Entry> values_;
  // By seat: the position for each view in which the seat had to decide; only for games that hide
  // something.
  std::array<std::unordered_map<Key128, Key128>, 2> seen_;
};

}  // namespace kvintet::selfplay::solvers
