// SideMoves: legal choices by Hall's theorem.
//
// All pieces can be given different cells if and only if no set S of pieces has fewer target cells
// N(S) than members. Otherwise the number of pieces to give up is the largest shortage |S| -
// |N(S)|. A set without leavers has no shortage, since all its pieces could stay. Pieces that can
// be given cells on their own keep cells in some assignment of as many pieces as possible, so that
// such an assignment leaves out only leavers.
#include "envs/games/kontranto/piece_moves.h"

#include <algorithm>

#include "base/check.h"

namespace kvintet::envs::kontranto {
namespace {

// All subsets of the pieces from `first` on, as bits from 0.
class LaterPieces {
 public:
  LaterPieces(const SideMoves& moves, int first, Cells taken)
      : count_(moves.count - first), leavers_(moves.leavers >> first) {
    for (int i = 0; i < count_; ++i) {
      cells_[static_cast<size_t>(i)] = moves.targets[static_cast<size_t>(first + i)] & ~taken;
    }
    reach_[0] = 0;
    for (uint32_t set = 1; set < NumSets(); ++set) {
      const auto low = static_cast<size_t>(std::countr_zero(set));
      reach_[set] = reach_[set & (set - 1)] | cells_[low];
    }
  }

  uint32_t NumSets() const { return 1u << count_; }
  Cells Reach(uint32_t set) const { return reach_[set]; }
  bool HasLeaver(uint32_t set) const { return (set & leavers_) != 0; }
  // The largest shortage of a set of pieces when `more` cells are added; `extra` pieces are added
  // to every set.
  int Shortage(Cells more, int extra) const {
    int most = 0;
    for (uint32_t set = 0; set < NumSets(); ++set) {
      most = std::max(most, std::popcount(set) + extra - CountCells(reach_[set] | more));
    }
    return most;
  }

 private:
  int count_;
  uint32_t leavers_;
  std::array<Cells, kMaxPieces> cells_ = {};
  std::array<Cells, size_t{1} << kMaxPieces> reach_;
};

}  // namespace

PieceChoice LegalChoice(const SideMoves& moves, int piece, Cells taken) {
  const Cells own = moves.targets[static_cast<size_t>(piece)] & ~taken;
  const int later = moves.count - piece - 1;
  bool plenty = true;
  for (int i = piece + 1; i < moves.count; ++i) {
    plenty &= CountCells(moves.targets[static_cast<size_t>(i)] & ~taken) > later;
  }
  if (plenty) {
    // Whatever this piece takes, the later pieces have more cells left than there are pieces.
    return {own, own == 0};
  }
  const LaterPieces rest(moves, piece + 1, taken);
  const int rest_shortage = rest.Shortage(0, 0);
  const int to_give_up = std::max(rest_shortage, rest.Shortage(own, 1));
  Cells needed = 0;
  for (uint32_t set = 1; set < rest.NumSets(); ++set) {
    const int allowed = rest.HasLeaver(set) ? to_give_up : 0;
    // Losing one more cell would be too many.
    if (std::popcount(set) - CountCells(rest.Reach(set)) == allowed) {
      needed |= rest.Reach(set);
    }
  }
  return {own & ~needed, moves.MustLeave(piece) && rest_shortage < to_give_up};
}

int FewestGivenUp(const SideMoves& moves) {
  return moves.leavers == 0 ? 0 : LaterPieces(moves, 0, 0).Shortage(0, 0);
}

}  // namespace kvintet::envs::kontranto
