// PayoffTable: the moves looked at in a stage, and what pairs of them lead to as far as is known.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "selfplay/equilibrium/joint_stage.h"
#include "selfplay/solvers/matrix/anchored_game.h"
#include "selfplay/solvers/matrix/regret_matching.h"

namespace kvintet::selfplay {

// One move of each seat, by their numbers.
using MovePair = std::array<size_t, 2>;

// What both seats play in a stage: probabilities of their moves in the table, [moves of the seat],
// and what that is worth to seat 0.
struct StageEquilibrium {
  std::array<std::vector<double>, 2> probabilities = {};
  double value = 0;
};

// Moves are numbered by seat as they are added. Those that have joined take part in the matrix
// game; challengers are known against few. Of one thread.
class PayoffTable {
 public:
  void Clear();
  // False if the seat has the move already.
  bool Add(size_t seat, const JointMove& move, bool joined);
  void Join(size_t seat, size_t number) { joined_[seat][number] = true; }

  std::span<const JointMove> Moves(size_t seat) const { return moves_[seat]; }
  bool Joined(size_t seat, size_t number) const { return joined_[seat][number]; }
  size_t NumJoined(size_t seat) const;

  // To seat 0.
  const std::optional<double>& Payoff(MovePair pair) const { return payoffs_[pair[0]][pair[1]]; }
  void SetPayoff(MovePair pair, double payoff) { payoffs_[pair[0]][pair[1]] = payoff; }
  // Appends the pairs of joined moves that are not known.
  void ListUnknown(std::vector<MovePair>* pairs) const;
  // Appends the unknown pairs of a move with those of the other seat that have a probability.
  void ListUnknown(size_t seat, size_t number, std::span<const double> other,
                   std::vector<MovePair>* pairs) const;

  // Nearly an equilibrium of the joined moves; the others have probability 0. REQUIRES: all their
  // pairs are known.
  StageEquilibrium Solve();
  // The same of seats that stay near `anchors` too, by seat and move: solvers/anchored_game.h.
  // REQUIRES: anchors and kl > 0.
  StageEquilibrium SolveNear(const std::array<std::vector<double>, 2>& anchors, double kl);
  // What a move brings its seat against the other's probabilities. REQUIRES: known where > 0.
  double Worth(size_t seat, size_t number, std::span<const double> other) const;

 private:
  // The numbers of joined moves, by seat, and their payoffs, [moves of seat 0][moves of seat 1].
  struct JoinedGame {
    std::array<std::vector<size_t>, 2> numbers = {};
    std::vector<double> payoffs = {};
  };
  JoinedGame Joined() const;
  StageEquilibrium Spread(const JoinedGame& game, std::span<const double> row,
                          std::span<const double> column, double value) const;

  static MovePair PairOf(size_t seat, size_t own, size_t other) {
    return seat == 0 ? MovePair{own, other} : MovePair{other, own};
  }

  std::array<std::vector<JointMove>, 2> moves_;
  std::array<std::vector<bool>, 2> joined_;
  // [moves of seat 0][moves of seat 1]
  std::vector<std::vector<std::optional<double>>> payoffs_;
  solvers::RegretMatching<double> solver_;
  solvers::AnchoredGame anchored_;
};

}  // namespace kvintet::selfplay
