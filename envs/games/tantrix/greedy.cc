// Tantrix: the fixed baseline, which maximises the own line score minus the other's.
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tantrix {
namespace {

// The actions with the greatest value so far, each once. Calls that offer the same action follow
// each other directly.
struct BestActions {
  std::vector<Action>* actions;
  int worth = std::numeric_limits<int>::min();

  void Offer(Action action, int its_worth) {
    if (its_worth > worth) {
      actions->clear();
      worth = its_worth;
    }
    if (its_worth == worth && (actions->empty() || actions->back() != action)) {
      actions->push_back(action);
    }
  }
};

}  // namespace

// The mover's lead after placing a tile.
int Tantrix::LeadAfter(const Situation& s, size_t tile, Action action) const {
  Field field(s.table, false);
  const Cell cell = field.outline().CellOf(SpaceOf(action));
  field.Lay(cell, static_cast<int>(tile), static_cast<size_t>(RotationOf(action)));
  std::array<int, kNumSeats> scores;
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    scores[seat] = std::max(s.best[seat].score, field.LineThrough(cell, colours_[seat]).score);
  }
  return scores[s.mover] - scores[1 - s.mover];
}

void Tantrix::GreedyActions(const View& view, std::vector<Action>* best) const {
  BestActions found = {best};
  const Situation& s = view.now;
  for (const auto& [tile, action] : LayActions(s)) {
    found.Offer(s.stage == Stage::kLay ? action : static_cast<Action>(tile),
                LeadAfter(s, tile, action));
  }
}

}  // namespace kvintet::envs::tantrix
