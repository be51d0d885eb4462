// Solver: negamax on bitboards.
#include "envs/games/connect_four/solver.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "envs/games/connect_four/bitboard.h"

namespace kvintet::envs::connect_four {
namespace {

// Columns from the centre outwards, since more lines cross there.
constexpr std::array<int, kColumns> kOrder = {3, 2, 4, 1, 5, 0, 6};

// With more discs than this, mirror images of a position are rarely encountered.
constexpr int kMirroredDiscs = 22;

// The mirror image.
uint64_t Mirrored(uint64_t key) {
  uint64_t image = 0;
  for (int column = 0; column < kColumns; ++column) {
    image |= (key >> (kStride * column) & ((uint64_t{1} << kStride) - 1))
             << (kStride * (kColumns - 1 - column));
  }
  return image;
}

// A unique key: in each column the own discs, below a bit that marks the column's height.
uint64_t KeyOf(uint64_t own, uint64_t taken) { return own + taken + kBottom; }

// A table entry: the key, the type of bound, the score.
enum Bound : uint64_t { kNothing = 0, kAtMost = 1, kAtLeast = 2 };
constexpr int kKeyBits = 49;
constexpr int kScoreOffset = 64;

uint64_t Entry(uint64_t key, Bound bound, int score) {
  return key | uint64_t{bound} << kKeyBits |
         static_cast<uint64_t>(score + kScoreOffset) << (kKeyBits + 2);
}

// The moves to try: those that make the most threats first, then those nearer to the centre.
struct Moves {
  Moves(uint64_t own, uint64_t taken, uint64_t cells) {
    for (const int column : kOrder) {
      const uint64_t cell = cells & kColumnCells << (kStride * column);
      if (cell == 0) {
        continue;
      }
      const int score = std::popcount(Threats(own | cell, taken | cell));
      int place = count++;
      for (; place > 0 && scores[static_cast<size_t>(place) - 1] < score; --place) {
        scores[static_cast<size_t>(place)] = scores[static_cast<size_t>(place) - 1];
        moves[static_cast<size_t>(place)] = moves[static_cast<size_t>(place) - 1];
      }
      scores[static_cast<size_t>(place)] = score;
      moves[static_cast<size_t>(place)] = cell;
    }
  }

  std::array<uint64_t, kColumns> moves;
  std::array<int, kColumns> scores;
  int count = 0;
};

// The score of winning with the next disc, when `discs` are on the board.
int ScoreOfWin(int discs) { return (kCells + 1 - discs) / 2; }

}  // namespace

SolvedValue ValueOfScore(int score, int discs) {
  if (score == 0) {
    return {.result = 0, .plies = kCells - discs};
  }
  const bool mover_wins = score > 0;
  const bool first_wins = mover_wins == (discs % 2 == 0);
  const int own_discs = kCells / 2 + 1 - std::abs(score);
  const int total = first_wins ? 2 * own_discs - 1 : 2 * own_discs;
  return {.result = mover_wins ? 1 : -1, .plies = total - discs};
}

Solver::Solver(int table_bits) : shift_(64 - table_bits) {
  KVINTET_CHECK(table_bits >= 10 && table_bits <= 32);
  table_.assign(size_t{1} << table_bits, 0);
}

Solver::Board Solver::BoardOf(const ConnectFour::Position& position) {
  const uint64_t taken = position.discs[0] | position.discs[1];
  const int discs = std::popcount(taken);
  return {.own = position.discs[static_cast<size_t>(discs % 2)], .taken = taken, .discs = discs};
}

int Solver::Score(const ConnectFour::Position& position) {
  KVINTET_CHECK(!ConnectFour{RuleOptions()}.Actors(position).Empty());
  return ScoreOf(BoardOf(position));
}

SolvedValue Solver::Value(const ConnectFour::Position& position) {
  return ValueOfScore(Score(position), BoardOf(position).discs);
}

std::array<std::optional<int>, kColumns> Solver::Scores(const ConnectFour::Position& position) {
  KVINTET_CHECK(!ConnectFour{RuleOptions()}.Actors(position).Empty());
  const Board board = BoardOf(position);
  const uint64_t wins = Threats(board.own, board.taken);
  std::array<std::optional<int>, kColumns> scores;
  for (int column = 0; column < kColumns; ++column) {
    const uint64_t cell = Playable(board.taken) & kColumnCells << (kStride * column);
    if ((cell & wins) != 0) {
      scores[static_cast<size_t>(column)] = ScoreOfWin(board.discs);
    } else if (cell != 0) {
      scores[static_cast<size_t>(column)] = board.discs + 1 == kCells
                                                ? 0
                                                : -ScoreOf({.own = board.own ^ board.taken,
                                                            .taken = board.taken | cell,
                                                            .discs = board.discs + 1});
    }
  }
  return scores;
}

int Solver::ScoreOf(const Board& board) {
  if ((Threats(board.own, board.taken) & Playable(board.taken)) != 0) {
    return ScoreOfWin(board.discs);
  }
  int least = -(kCells - board.discs) / 2;
  int most = (kCells + 1 - board.discs) / 2;
  // Finds the result first, then how soon: windows near 0 are the cheapest.
  while (least < most) {
    int middle = least + (most - least) / 2;
    if (middle <= 0 && least / 2 < middle) {
      middle = least / 2;
    } else if (middle >= 0 && most / 2 > middle) {
      middle = most / 2;
    }
    const int found = Search(board, middle, middle + 1);
    (found <= middle ? most : least) = found;
  }
  return least;
}

int Solver::Search(const Board& board, int alpha, int beta) {
  ++searched_;
  const uint64_t other = board.own ^ board.taken;
  const uint64_t threats = Threats(other, board.taken);
  uint64_t cells = Playable(board.taken);
  if (const uint64_t forced = cells & threats; forced != 0) {
    if ((forced & (forced - 1)) != 0) {
      return -ScoreOfWin(board.discs + 1);
    }
    cells = forced;
  }
  // Exclude the cell below one where the opponent wins.
  cells &= ~(threats >> 1);
  if (cells == 0) {
    return -ScoreOfWin(board.discs + 1);
  }
  if (board.discs >= kCells - 2) {
    return 0;
  }
  // Neither side wins with the next two discs.
  alpha = std::max(alpha, -(kCells - 2 - board.discs) / 2);
  beta = std::min(beta, (kCells - 1 - board.discs) / 2);
  if (alpha >= beta) {
    return alpha;
  }
  uint64_t key = KeyOf(board.own, board.taken);
  if (board.discs <= kMirroredDiscs) {
    key = std::min(key, Mirrored(key));
  }
  uint64_t& entry = table_[key * 0x9E3779B97F4A7C15u >> shift_];
  if (((entry ^ key) & ((uint64_t{1} << kKeyBits) - 1)) == 0) {
    const int known = static_cast<int>(entry >> (kKeyBits + 2)) - kScoreOffset;
    const uint64_t bound = entry >> kKeyBits & 3;
    if (bound == kAtLeast) {
      alpha = std::max(alpha, known);
    } else if (bound == kAtMost) {
      beta = std::min(beta, known);
    }
    if (alpha >= beta) {
      return known;
    }
  }
  const Moves moves(board.own, board.taken, cells);
  for (int i = 0; i < moves.count; ++i) {
    const uint64_t cell = moves.moves[static_cast<size_t>(i)];
    const int score = -Search({.own = other, .taken = board.taken | cell, .discs = board.discs + 1},
                              -beta, -alpha);
    if (score >= beta) {
      entry = Entry(key, kAtLeast, score);
      return score;
    }
    alpha = std::max(alpha, score);
  }
  entry = Entry(key, kAtMost, alpha);
  return alpha;
}

}  // namespace kvintet::envs::connect_four
