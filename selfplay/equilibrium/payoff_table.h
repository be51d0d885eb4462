// PayoffTable: the candidate moves of a stage, with the known payoffs of their pairs.
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

// One move of each seat, by number.
using MovePair = std::array<size_t, 2>;

// Strategies of both seats in a stage: probabilities of their moves in the table, [moves of the
// seat], and their value to seat 0.
struct StageEquilibrium {
  std::array<std::vector<double>, 2> probabilities = {};
  double value = 0;
};

// Moves are numbered by seat in the order in which they are added. Joined moves take part in the
// matrix game; challengers have payoffs against only a few moves. One thread at a time.
class PayoffTable {
 public:
  void Clear();
  // False if the seat already has the move.
  bool Add(size_t seat, const JointMove& move, bool joined);
  void Join(size_t seat, size_t number) { joined_[seat][number] = true; }

  std::span<const JointMove> Moves(size_t seat) const { return moves_[seat]; }
  bool Joined(size_t seat, size_t number) const { return joined_[seat][number]; }
  size_t NumJoined(size_t seat) const;

  // Payoff to seat 0.
  const std::optional<double>& Payoff(MovePair pair) const { return payoffs_[pair[0]][pair[1]]; }
  void SetPayoff(MovePair pair, double payoff) { payoffs_[pair[0]][pair[1]] = payoff; }
  // Appends the pairs of joined moves whose payoffs are unknown.
  void ListUnknown(std::vector<MovePair>* pairs) const;
  // Appends the unknown pairs of a move with those moves of the other seat that have positive
  // probability.
  void ListUnknown(size_t seat, size_t number, std::span<const double> other,
                   std::vector<MovePair>* pairs) const;

  // An approximate equilibrium of the joined moves; the others have probability 0. REQUIRES: the
  // payoffs of all pairs of joined moves are known.
  StageEquilibrium Solve();
  // The same with both seats held near `anchors`, by seat and move: solvers/matrix/anchored_game.h.
  // REQUIRES: anchors and kl > 0.
  StageEquilibrium SolveNear(const std::array<std::vector<double>, 2>& anchors, double kl);
  // Expected payoff of a move to its seat against the other seat's probabilities. REQUIRES: payoffs
  // are known where these are positive.
  double Worth(size_t seat, size_t number, std::span<const double> other) const;

 private:
  // Numbers of the joined moves, by seat, and their payoffs, [moves of seat 0][moves of seat 1].
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
