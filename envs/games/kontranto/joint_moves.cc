// Joint moves: depth-first search over the pieces, with branch and bound for the best move.
#include "envs/games/kontranto/joint_moves.h"

#include <algorithm>
#include <limits>

namespace kvintet::envs::kontranto {
namespace {

// Enumerates joint moves one piece after the other.
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

// The same search for the largest sum; prunes branches that cannot exceed the best sum so far.
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
  // The maximum that the pieces from each index on can add.
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

BestMove BestJointMove(const SideMoves& moves, const PieceCells& worth) {
  return BestSearch(moves, worth).Run();
}

}  // namespace kvintet::envs::kontranto
