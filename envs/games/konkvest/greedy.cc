// Konkvest: the fixed baseline, one turn ahead.
//
// It wins at once if possible. Otherwise it maximises the value of the captured piece minus the
// value of what could be recaptured on that cell. It leaves the queen en prise only if every turn
// does, and chooses a turn that loses at once last of all. The set-up is random.
#include <algorithm>
#include <array>
#include <vector>

#include "envs/games/konkvest/konkvest.h"

namespace kvintet::envs::konkvest {
namespace {

constexpr int kWins = 1000;
constexpr int kLoses = -1000;
constexpr int kLeavesQueen = -100;
// Indexed by Figure. The queen needs no value.
constexpr std::array<int, kFigures> kValues = {1, 2, 2, 3, 3, 6, 0, 4, 6};

int ValueOf(Piece piece) {
  return kValues[static_cast<size_t>(FigureOf(piece.kind, piece.promoted))];
}

}  // namespace

int Konkvest::ValueOfTurn(const Position& p, Action action) const {
  const size_t seat = p.to_move;
  Position after = p;
  TakeTurn(&after, action);
  if (after.stage == Stage::kOver) {
    return after.winner == seat ? kWins : kLoses;
  }
  const Cells attacked = AttackedBy(after.board, 1 - seat);
  const Cells queen = after.board.seats[seat] & after.board.Queens();
  const int safety = (attacked & queen).Any() ? kLeavesQueen : 0;
  const Action dense = action - (action >= kPromotions ? kPromotions : kTargets);
  const int to = kDense.cell[static_cast<size_t>(dense)];
  if (!p.board.seats[1 - seat].Has(to)) {
    return safety;
  }
  const bool recaptures = attacked.Has(to) && ReserveSize(after, 1 - seat) < kReserveRoom;
  return safety + ValueOf(p.board.At(to)) - (recaptures ? ValueOf(after.board.At(to)) : 0);
}

void Konkvest::GreedyActions(const View& view, std::vector<Action>* best) const {
  const auto list = [this](const View& of, std::vector<Action>* actions) {
    std::array<uint64_t, (kActions + 63) / 64> words = {};
    LegalActions(of, ActionMask(words));
    ActionMask(words).List(actions);
  };
  list(view, best);
  if (view.position.stage == Stage::kPlace) {
    return;
  }
  std::vector<int> values;
  for (const Action action : *best) {
    View chosen = view;
    std::vector<Action> turns = {action};
    if (view.position.stage == Stage::kWhat) {
      Choose(&chosen.position, action);
      list(chosen, &turns);
    }
    int most = kLoses;
    for (const Action turn : turns) {
      most = std::max(most, ValueOfTurn(chosen.position, turn));
    }
    values.push_back(most);
  }
  const int most = *std::ranges::max_element(values);
  size_t index = 0;
  std::erase_if(*best, [&](Action) { return values[index++] < most; });
}

}  // namespace kvintet::envs::konkvest
