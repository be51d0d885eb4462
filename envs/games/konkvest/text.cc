// Konkvest: names of actions and moves.
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "envs/games/konkvest/konkvest.h"

namespace kvintet::envs::konkvest {
namespace {

std::string KindName(int kind) { return {kKindLetters[static_cast<size_t>(kind)]}; }

// The cell of any action except a drop.
int CellOf(Action action) {
  const Action dense = action < kDrops        ? action
                       : action < kPromotions ? action - kTargets
                                              : action - kPromotions;
  return action >= kPlacements ? PlacedCell(action) : kDense.cell[static_cast<size_t>(dense)];
}

// REQUIRES: the cell is in the home rows of a seat.
Action PlacementOf(int cell) {
  const int dense = kDense.index[static_cast<size_t>(cell)];
  return kPlacements + (dense < kHomeCells ? dense : dense - kCells + 2 * kHomeCells);
}

// The actions that a text could mean; MoveText then compares the rest of the text.
std::vector<Action> ActionsOf(const Konkvest::Position& p, std::string_view text) {
  const size_t at = text.find('@');
  if (at != std::string_view::npos) {
    const size_t kind = at == 1 ? kKindLetters.find(text[0]) : std::string_view::npos;
    const int cell = ParseCell(text.substr(at + 1));
    if (kind >= kReserveKinds || cell == kNoCell) {
      return {};
    }
    if (p.stage == Stage::kPlace) {
      return (kHomeRows[0] | kHomeRows[1]).Has(cell) ? std::vector<Action>{PlacementOf(cell)}
                                                     : std::vector<Action>();
    }
    return {kDrops + static_cast<Action>(kind), kTargets + kDense.index[static_cast<size_t>(cell)]};
  }
  const bool promotes = text.ends_with('+');
  text.remove_suffix(promotes ? 1 : 0);
  const size_t dash = text.find_first_of("-x");
  const int from = ParseCell(text.substr(0, dash));
  const int to = dash == std::string_view::npos ? from : ParseCell(text.substr(dash + 1));
  if (from == kNoCell || to == kNoCell || p.stage == Stage::kPlace) {
    return {};
  }
  return {kPieces + kDense.index[static_cast<size_t>(from)],
          (promotes ? kPromotions : kTargets) + kDense.index[static_cast<size_t>(to)]};
}

}  // namespace

std::string Konkvest::ActionName(const View& view, Action action) const {
  if (action >= kPlacements) {
    return MoveText(view, std::span(&action, 1));
  }
  if (action >= kDrops && action < kTargets) {
    return KindName(action - kDrops);
  }
  return absl::StrCat(CellName(CellOf(action)), action < kPromotions ? "" : "+");
}

std::string Konkvest::MoveText(const View& view, std::span<const Action> actions) const {
  const Position& p = view.position;
  if (actions.size() == 1 && actions[0] < kPlacements) {
    // A game that begins in the middle of a turn has only the second action of that turn.
    return ActionName(view, actions[0]);
  }
  const std::string to = CellName(CellOf(actions.back()));
  if (actions[0] >= kPlacements) {
    return absl::StrCat(KindName(NextPlaced(p)), "@", to);
  }
  if (actions[0] >= kDrops) {
    return absl::StrCat(KindName(actions[0] - kDrops), "@", to);
  }
  const std::string promotion = actions[1] >= kPromotions ? "+" : "";
  const std::string from = CellName(CellOf(actions[0]));
  if (from == to) {
    return absl::StrCat(to, promotion);
  }
  const bool captures = p.board.seats[1 - size_t{p.to_move}].Has(CellOf(actions[1]));
  return absl::StrCat(from, captures ? "x" : "-", to, promotion);
}

absl::StatusOr<std::vector<Action>> Konkvest::ParseMove(const View& view,
                                                        const std::string& text) const {
  const auto refusal = [&text](const std::string& why) {
    return absl::InvalidArgumentError(absl::StrCat("'", text, "' ", why));
  };
  if (view.position.stage == Stage::kOver || view.position.stage == Stage::kWhere) {
    return refusal("is not a move: no turn begins here");
  }
  std::vector<Action> actions = ActionsOf(view.position, text);
  if (actions.empty()) {
    return refusal(view.position.stage == Stage::kPlace
                       ? "is not a placement like R@a1"
                       : "is not a move like c4-d4, c4xd5, f3-g4+, g4+ or S@b2");
  }
  View after = view;
  for (const Action action : actions) {
    std::array<uint64_t, (kActions + 63) / 64> words = {};
    LegalActions(after, ActionMask(words));
    if (!ActionMask(words).Has(action)) {
      return refusal("is not legal here");
    }
    if (action < kTargets) {
      Choose(&after.position, action);
    }
  }
  const std::string name = MoveText(view, actions);
  if (name != text) {
    return refusal(absl::StrCat("is written '", name, "' here"));
  }
  return actions;
}

}  // namespace kvintet::envs::konkvest
