// Tantrix: the fixed yardstick: own line score minus the other's after the placement.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "envs/games/tantrix/field.h"
#include "envs/games/tantrix/tantrix.h"

namespace kvintet::envs::tantrix {
namespace {

// The actions of a mask that came to the greatest worth so far.
struct BestActions {
  std::vector<Action>* actions;
  int worth = std::numeric_limits<int>::min();

  void Offer(Action action, int its_worth) {
    if (its_worth > worth) {
      actions->clear();
      worth = its_worth;
    }
    if (its_worth == worth) {
      actions->push_back(action);
    }
  }
};

}  // namespace

// The mover's lead after a placement of the chosen tile.
int Tantrix::LeadAfter(const Situation& s, Action action) const {
  Field field(s.table, false);
  const Cell cell = field.outline().CellOf(SpaceOf(action));
  field.Lay(cell, s.tile - 1, static_cast<size_t>(RotationOf(action)));
  std::array<int, kNumSeats> scores;
  for (size_t seat = 0; seat < kNumSeats; ++seat) {
    scores[seat] = std::max(s.best[seat].score, field.LineThrough(cell, colours_[seat]).score);
  }
  return scores[s.mover] - scores[1 - s.mover];
}

void Tantrix::GreedyActions(const View& view, std::vector<Action>* best) const {
  const auto lay = [this](const Situation& s, const auto& visit) {
    std::array<uint64_t, (kMaxTiles + kSides * MaxSpaces(kMaxTiles) + 63) / 64> words = {};
    const ActionMask mask(words);
    SetLegal(s, mask);
    mask.ForEach([&](Action action) { visit(action, LeadAfter(s, action)); });
  };
  BestActions found = {best};
  if (view.now.stage == Stage::kLay) {
    lay(view.now, [&](Action action, int worth) { found.Offer(action, worth); });
    return;
  }
  ForEachTile(view.now.choices, [&](int tile) {
    Situation next = view.now;
    Choose(tile, &next);
    int most = std::numeric_limits<int>::min();
    lay(next, [&](Action, int worth) { most = std::max(most, worth); });
    found.Offer(tile, most);
  });
}

}  // namespace kvintet::envs::tantrix
