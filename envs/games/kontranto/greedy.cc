// Kontranto: the fixed baseline, which chooses the step with the best expected clash score against
// an opponent who moves every piece uniformly and independently.
//
// In this model an extraordinary step is worth nothing: against a partner who stays or goes at
// random it is won as often as it is lost. All other decisions are random.
#include <algorithm>
#include <vector>

#include "envs/games/kontranto/joint_moves.h"
#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {
namespace {

// A common multiple of the numbers of possible targets of a piece, so that sums are exact.
constexpr double kScale = 2520;

}  // namespace

void Kontranto::GreedyActions(const View& view, std::vector<Action>* best) const {
  const Position& p = view.position;
  const size_t seat = view.seat == Seat::k1 ? 1 : 0;
  std::array<uint64_t, (kFirstCellAction + kCellKinds * kMaxCells + 63) / 64> words = {};
  const ActionMask mask(words);
  LegalActions(view, mask);
  mask.List(best);
  if (p.stage != Stage::kStep) {
    return;
  }
  const Colour own_colour = ColourOf(p, seat);
  const auto other_colour = static_cast<Colour>(1 - own_colour);
  SideMoves own = MovesOf(p, own_colour);
  SideMoves other = MovesOf(p, other_colour);
  const PieceCells worth = WorthOfClashes(p, own_colour, own, other);
  // Choices already made are kept.
  for (size_t i = 0; i < p.made[seat]; ++i) {
    own.targets[i] = p.targets[seat][i] == kGivenUp ? 0 : CellBit(p.targets[seat][i]);
  }
  const size_t deciding = p.made[seat];
  std::vector<Action> actions;
  actions.swap(*best);
  double most = 0;
  for (const Action action : actions) {
    const int target = TargetOf(action);
    own.targets[deciding] = target == kGivenUp ? 0 : CellBit(target);
    const double value = BestJointMove(own, worth).value;
    if (best->empty() || value > most) {
      best->clear();
      most = value;
    }
    if (value == most) {
      best->push_back(action);
    }
  }
}

// kScale times the expected score of each own piece on each cell.
PieceCells Kontranto::WorthOfClashes(const Position& p, Colour colour, const SideMoves& own,
                                     const SideMoves& other) const {
  PieceCells worth = {};
  const double favourable = colour == kWhite ? kScale : -kScale;
  for (size_t j = 0; j < static_cast<size_t>(other.count); ++j) {
    const double share = favourable / std::max(1, CountCells(other.targets[j]));
    for (size_t i = 0; i < static_cast<size_t>(own.count); ++i) {
      const bool chosen = ((p.chosen[kWhite] | p.chosen[kBlack]) >> own.cells[i] & 1) != 0;
      ForEachCell(chosen ? 0 : own.targets[i] & other.targets[j], [&](int cell) {
        worth[i][static_cast<size_t>(cell)] += own.shapes[i] == other.shapes[j] ? share : -share;
      });
    }
  }
  return worth;
}

}  // namespace kvintet::envs::kontranto
