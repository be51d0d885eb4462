// Solver: the exact value of every position of connect_four.
//
// Alpha-beta with null windows over bits of the board, a table of positions seen, moves ordered by
// the threats that they make, and mirror images taken for one position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "envs/games/connect_four/connect_four.h"

namespace kvintet::envs::connect_four {

inline constexpr int kSolverColumns = 7;

// What best play leads to, from the side to move; the winner wins as soon as it can, the loser as
// late.
struct SolvedValue {
  // 1: it wins, 0: a draw, -1: it loses.
  int result = 0;
  // Discs still to come until the game ends.
  int plies = 0;
  bool operator==(const SolvedValue&) const = default;
};

// The literature's scores order values: 22 less the number of the winner's discs at the end, the
// loser's with a minus, 0 a draw: 1 for a win with the 21st disc, 18 with the fourth. `discs` are
// those on the board.
SolvedValue ValueOfScore(int score, int discs);

// Keeps what it has found: later positions of the same game cost less. One thread at a time.
class Solver {
 public:
  // The table has 2^table_bits entries of 8 bytes. 20 do for positions of 12 discs and more, 25
  // for the empty board. REQUIRES: 10 <= table_bits <= 32.
  explicit Solver(int table_bits = 22);

  // From the side to move. REQUIRES: the game has not ended; play can lead there.
  int Score(const ConnectFour::Position& position);
  SolvedValue Value(const ConnectFour::Position& position);
  // Of each column, from the side that drops a disc there; none where it is full.
  std::array<std::optional<int>, kSolverColumns> Scores(const ConnectFour::Position& position);

  // Positions searched so far.
  int64_t NumPositions() const { return searched_; }

 private:
  // Whose turn it is and what lies there.
  struct Board {
    uint64_t own;
    uint64_t taken;
    int discs;
  };

  static Board BoardOf(const ConnectFour::Position& position);
  // As Score; nobody may be able to win at once.
  int ScoreOf(const Board& board);
  // The score if it is within (alpha, beta); else a bound on it on that side. REQUIRES: the side to
  // move cannot win at once.
  int Search(const Board& board, int alpha, int beta);

  // 49 bits of a position, 2 of what is known, 8 of the score.
  std::vector<uint64_t> table_;
  const int shift_;
  int64_t searched_ = 0;
};

}  // namespace kvintet::envs::connect_four
