// PairwiseGame: both seats send several pieces to targets at once, and what that brings is a sum
// over single pieces and over pairs of one piece of each seat.
//
//   payoff(a, b) = sum_i u(a_i) - sum_j v(b_j) + sum_ij m(a_i, b_j)    to the row seat
//
// So a mixed strategy counts only by how likely each piece goes to each target (its marginals), and
// the best answer to it is an assignment of pieces to targets, however many joint moves there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace kvintet::selfplay::solvers {

inline constexpr size_t kMaxPieces = 8;  // of one seat
inline constexpr uint8_t kMaxTargets = 64;
// A target that own pieces may share.
inline constexpr uint8_t kNowhere = 255;

// One piece may go to one target: a number below kMaxTargets, or kNowhere.
struct PieceOption {
  uint8_t piece = 0;
  uint8_t target = 0;
  bool operator==(const PieceOption&) const = default;
};

// What one seat can do. A joint move takes one option of every piece: no two of the same target,
// and at most `max_nowhere` of target kNowhere.
struct PieceOptions {
  size_t num_pieces = 0;
  size_t max_nowhere = 0;
  // Ascending by piece, each target once a piece.
  std::vector<PieceOption> options = {};
};

// An index into PieceOptions::options for each piece; 0 beyond num_pieces.
using JointOptions = std::array<uint16_t, kMaxPieces>;

// R options of the row seat, C of the column seat.
struct PairwiseGame {
  PieceOptions rows = {};
  PieceOptions columns = {};
  std::vector<double> row_worth = {};     // u [R], to the row seat
  std::vector<double> column_worth = {};  // v [C], to the column seat
  std::vector<double> pair_worth = {};    // m [R, C], to the row seat
};

// All worths zero.
PairwiseGame MakePairwiseGame(PieceOptions rows, PieceOptions columns);

// What the row seat gets. REQUIRES: legal joint moves.
double Payoff(const PairwiseGame& game, const JointOptions& row, const JointOptions& column);

// All legal joint moves of a seat, in ascending order: for small games and for tests.
std::vector<JointOptions> AllJointMoves(const PieceOptions& seat);

// How likely a mixed strategy over joint moves takes each option: [options]. `probabilities` [n].
std::vector<double> Marginals(const PieceOptions& seat, std::span<const JointOptions> moves,
                              std::span<const double> probabilities);
// The same if every piece takes its options uniformly, whatever its comrades do.
std::vector<double> UniformMarginals(const PieceOptions& seat);

// What each option of a seat brings it against the other's marginals, but for a constant, the other
// pieces' own worths: [R] of the row seat, [C] of the column seat.
std::vector<double> RowWorths(const PairwiseGame& game, std::span<const double> column_marginals);
std::vector<double> ColumnWorths(const PairwiseGame& game, std::span<const double> row_marginals);
// That constant: sum of worth times marginal.
double ExpectedWorth(std::span<const double> worth, std::span<const double> marginals);

}  // namespace kvintet::selfplay::solvers
