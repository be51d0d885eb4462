// Solver: the exact value of every position of connect_four.
//
// Alpha-beta search with null windows over bitboards, a transposition table, moves ordered by the
// number of threats that they make, and mirror images treated as the same position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "envs/games/connect_four/connect_four.h"

namespace kvintet::envs::connect_four {

// The outcome of best play, from the side to move: the winner wins as early as possible and the
// loser delays as long as possible.
struct SolvedValue {
  // 1 for a win, 0 for a draw, -1 for a loss.
  int result = 0;
  // The number of discs still to be played.
  int plies = 0;
  bool operator==(const SolvedValue&) const = default;
};

// The score used in the literature orders values: 22 minus the number of the winner's discs at the
// end, negative for a loss and 0 for a draw. A win with the 21st disc scores 1, with the fourth 18.
// `discs` is the number of discs on the board.
SolvedValue ValueOfScore(int score, int discs);

// Keeps its results, so later positions of the same game cost less. Used by one thread at a time.
class Solver {
 public:
  // The table has 2^table_bits entries of 8 bytes. 20 bits are enough for positions with 12 discs
  // or more, 25 for the empty board. REQUIRES: 10 <= table_bits <= 32.
  explicit Solver(int table_bits = 22);

  // From the side to move. REQUIRES: the game has not ended; the position is reachable.
  int Score(const ConnectFour::Position& position);
  SolvedValue Value(const ConnectFour::Position& position);
  // The score of each column, from the side that drops the disc; empty if the column is full.
  std::array<std::optional<int>, kColumns> Scores(const ConnectFour::Position& position);

  // The number of positions searched so far.
  int64_t NumPositions() const { return searched_; }

 private:
  // The position from the side to move.
  struct Board {
    uint64_t own;
    uint64_t taken;
    int discs;
  };

  static Board BoardOf(const ConnectFour::Position& position);
  // As Score. Also handles an immediate win of the side to move.
  int ScoreOf(const Board& board);
  // The score if it lies in (alpha, beta); otherwise a bound on the side where it lies. REQUIRES:
  // the side to move cannot win at once.
  int Search(const Board& board, int alpha, int beta);

  // An entry holds 49 bits of position, 2 bits of bound type and 8 bits of score.
  std::vector<uint64_t> table_;
  const int shift_;
  int64_t searched_ = 0;
};

}  // namespace kvintet::envs::connect_four
