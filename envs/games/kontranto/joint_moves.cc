// Joint moves: see the header.
#include "envs/games/kontranto/joint_moves.h"

#include <algorithm>
#include <limits>

namespace kvintet::envs::kontranto {
namespace {

// Joint moves, one piece after the other.
class JointSearch {
 public:
  JointSearch(const SideMoves& moves, const std::function<void(const JointMove&)>& visit)
      : moves_(moves), visit_(visit) {}

  void Run(int piece, Cells taken) {
    if (piece == moves_.count) {
      visit_(move_);
      return;
    }
    const PieceChoice choice = LegalChoice(moves_, piece, taken);
    uint8_t& target = move_[static_cast<size_t>(piece)];
    ForEachCell(choice.targets, [&](int cell) {
      target = static_cast<uint8_t>(cell);
      Run(piece + 1, taken | CellBit(cell));
    });
    if (choice.give_up) {
      target = kGivenUp;
      Run(piece + 1, taken);
    }
    target = 0;
  }

 private:
  const SideMoves& moves_;
  const std::function<void(const JointMove&)>& visit_;
  JointMove move_ = {};
};

// The same for the largest sum, leaving out what cannot surpass the best so far.
class BestSearch {
 public:
  BestSearch(const SideMoves& moves, const PieceCells& worth) : moves_(moves), worth_(worth) {
    for (auto i = static_cast<size_t>(moves.count); i-- > 0;) {
      double most = moves.MustLeave(static_cast<int>(i)) ? 0 : -kInfinity;
      ForEachCell(moves.targets[i],
                  [&](int cell) { most = std::max(most, worth[i][static_cast<size_t>(cell)]); });
      hope_[i] = hope_[i + 1] + most;
    }
  }

  BestMove Run() {
    Search(0, 0, 0);
    return best_;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  void Search(size_t piece, Cells taken, double value) {
    if (value + hope_[piece] <= best_.value) {
      return;
    }
    if (static_cast<int>(piece) == moves_.count) {
      best_ = {move_, value};
      return;
    }
    const PieceChoice choice = LegalChoice(moves_, static_cast<int>(piece), taken);
    ForEachCell(choice.targets, [&](int cell) {
      move_[piece] = static_cast<uint8_t>(cell);
      Search(piece + 1, taken | CellBit(cell), value + worth_[piece][static_cast<size_t>(cell)]);
    });
    if (choice.give_up) {
      move_[piece] = kGivenUp;
      Search(piece + 1, taken, value);
    }
    move_[piece] = 0;
  }

  const SideMoves& moves_;
  const PieceCells& worth_;
  // The most that the pieces from here on can add.
  std::array<double, kMaxPieces + 1> hope_ = {};
  JointMove move_ = {};
  BestMove best_ = {{}, -kInfinity};
};

int64_t CountFrom(const SideMoves& moves, int piece, Cells taken) {
  const PieceChoice choice = LegalChoice(moves, piece, taken);
  if (piece + 1 == moves.count) {
    return CountCells(choice.targets) + (choice.give_up ? 1 : 0);
  }
  int64_t count = choice.give_up ? CountFrom(moves, piece + 1, taken) : 0;
  ForEachCell(choice.targets,
              [&](int cell) { count += CountFrom(moves, piece + 1, taken | CellBit(cell)); });
  return count;
}

}  // namespace

int64_t CountJointMoves(const SideMoves& moves) {
  return moves.count == 0 ? 1 : CountFrom(moves, 0, 0);
}

void VisitJointMoves(const SideMoves& moves, const std::function<void(const JointMove&)>& visit) {
  JointSearch(moves, visit).Run(0, 0);
}

PieceCells Marginals(const SideMoves& moves, std::span<const MixedMove> strategy) {
  PieceCells marginals = {};
  for (const MixedMove& mixed : strategy) {
    for (size_t i = 0; i < static_cast<size_t>(moves.count); ++i) {
      if (mixed.move[i] != kGivenUp) {
        marginals[i][mixed.move[i]] += mixed.probability;
      }
    }
  }
  return marginals;
}

PieceCells UniformMarginals(const SideMoves& moves) {
  PieceCells marginals = {};
  for (size_t i = 0; i < static_cast<size_t>(moves.count); ++i) {
    ForEachCell(moves.targets[i], [&](int cell) {
      marginals[i][static_cast<size_t>(cell)] = 1.0 / CountCells(moves.targets[i]);
    });
  }
  return marginals;
}

PairPayoff ClashPayoff(const SideMoves& white, const SideMoves& black) {
  return [white = white.shapes, black = black.shapes](int own_piece, int own_cell, int piece,
                                                      int cell) {
    const bool alike = white[static_cast<size_t>(own_piece)] == black[static_cast<size_t>(piece)];
    return own_cell != cell ? 0.0 : alike ? 1.0 : -1.0;
  };
}

PieceCells ExpectedPayoffs(const SideMoves& own, const SideMoves& other,
                           const PieceCells& marginals, const PairPayoff& payoff) {
  // What one piece gets on one cell.
  const auto expected = [&](int own_piece, int own_cell) {
    double sum = 0;
    for (int piece = 0; piece < other.count; ++piece) {
      const auto& likely = marginals[static_cast<size_t>(piece)];
      ForEachCell(other.targets[static_cast<size_t>(piece)], [&](int cell) {
        sum += likely[static_cast<size_t>(cell)] * payoff(own_piece, own_cell, piece, cell);
      });
    }
    return sum;
  };
  PieceCells worth = {};
  for (int piece = 0; piece < own.count; ++piece) {
    const auto i = static_cast<size_t>(piece);
    ForEachCell(own.targets[i],
                [&](int cell) { worth[i][static_cast<size_t>(cell)] = expected(piece, cell); });
  }
  return worth;
}

BestMove BestJointMove(const SideMoves& moves, const PieceCells& worth) {
  return BestSearch(moves, worth).Run();
}

}  // namespace kvintet::envs::kontranto
