// PairwiseGame: a simultaneous game in which both seats send several pieces to targets, and the
// payoff is a sum over single pieces and over pairs of one piece of each seat.
//
//   payoff(a, b) = sum_i u(a_i) - sum_j v(b_j) + sum_ij m(a_i, b_j)    to the row seat
//
// So only the marginals of a mixed strategy matter (how likely each piece goes to each target), and
// the best response to it is an assignment of pieces to targets, however many joint moves there
// are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kvintet::selfplay::solvers {

inline constexpr size_t kMaxPieces = 8;  // of one seat
inline constexpr uint8_t kMaxTargets = 64;
// The one target that pieces of the same seat may share.
inline constexpr uint8_t kNowhere = 255;

// One piece going to one target, which is a number below kMaxTargets or kNowhere.
struct PieceOption {
  uint8_t piece = 0;
  uint8_t target = 0;
  bool operator==(const PieceOption&) const = default;
};

// The options of one seat. A joint move takes one option of every piece, with no target twice
// except kNowhere, which it may take at most `max_nowhere` times.
struct PieceOptions {
  size_t num_pieces = 0;
  size_t max_nowhere = 0;
  // Ascending by piece, with each target at most once per piece.
  std::vector<PieceOption> options = {};
};

// An index into PieceOptions::options for each piece; 0 beyond num_pieces.
using JointOptions = std::array<uint16_t, kMaxPieces>;

// A game with R options of the row seat and C of the column seat.
struct PairwiseGame {
  PieceOptions rows = {};
  PieceOptions columns = {};
  std::vector<double> row_worth = {};     // u [R], to the row seat
  std::vector<double> column_worth = {};  // v [C], to the column seat
  std::vector<double> pair_worth = {};    // m [R, C], to the row seat
};

// All worths zero.
PairwiseGame MakePairwiseGame(PieceOptions rows, PieceOptions columns);

// Payoff to the row seat. REQUIRES: legal joint moves.
double PayoffOf(const PairwiseGame& game, const JointOptions& row, const JointOptions& column);

// All legal joint moves of a seat, in ascending order; for small games and tests.
std::vector<JointOptions> AllJointMoves(const PieceOptions& seat);

// Probability of each option under a mixed strategy over joint moves: [options]. `probabilities`
// [n].
std::vector<double> Marginals(const PieceOptions& seat, std::span<const JointOptions> moves,
                              std::span<const double> probabilities);
// The same if every piece chooses uniformly and independently of the others.
std::vector<double> UniformMarginals(const PieceOptions& seat);

// Value of each option to its seat against the other's marginals: [R] for the row seat, [C] for the
// column seat. Leaves out a constant, the own worths of the other seat's pieces.
std::vector<double> RowWorths(const PairwiseGame& game, std::span<const double> column_marginals);
std::vector<double> ColumnWorths(const PairwiseGame& game, std::span<const double> row_marginals);
// That constant: the sum of worth times marginal.
double ExpectedWorth(std::span<const double> worth, std::span<const double> marginals);

}  // namespace kvintet::selfplay::solvers
