// BackwardInduction: the value of a game in which everybody knows the position whenever he decides.
//
// Shapley, "Stochastic games", 1953: from the ends back, each simultaneous choice is a matrix game
// of the values that follow; chance is an expectation.
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

// Of a position, to seat 0.
struct MarkovValue {
  double value = 0;
  // What seat 0 gets at least by its strategy, whatever seat 1 does, and at most against seat 1's,
  // whatever it does itself: the strategies' NashConv lies between.
  double low = 0;
  double high = 0;
  double NashConv() const { return high - low; }
};

// Answers for any number of positions of one game, remembering all it has met.
class BackwardInduction {
 public:
  // Unimplemented for a game in which history beside the position counts. `game` must outlive the
  // solver.
  static absl::StatusOr<BackwardInduction> Make(const envs::Game& game, Payoff payoff,
                                                int64_t max_positions);

  // Over all positions that can follow; whole moves of several actions are choices too.
  // ResourceExhausted after max_positions in all. Unimplemented where two positions look the same
  // to a seat that has to decide, or where positions come again. REQUIRES: both seats know that
  // they begin in `one`, as they know the start.
  absl::StatusOr<MarkovValue> Value(envs::ConstPositions one);
  // Valued so far; those in the middle of a simultaneous choice are none.
  int64_t NumPositions() const { return static_cast<int64_t>(values_.size()); }

 private:
  // Of a position that is still being valued: to meet it again is to go round in a circle.
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
  // The position behind each view of a seat that had to decide; of games that hide anything.
  std::array<std::unordered_map<Key128, Key128>, 2> seen_;
};

}  // namespace kvintet::selfplay::solvers
