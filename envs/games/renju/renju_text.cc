// Renju: names of actions and moves.
#include <array>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "envs/games/renju/opening.h"
#include "envs/games/renju/renju.h"

namespace kvintet::envs::renju {

std::string Renju::ActionName(const View&, Action action) const {
  if (action < kPoints) {
    return PointName(action);
  }
  if (action < kFirstOffers) {
    return action == kPass ? "pass" : action == kKeep ? "keep" : "swap";
  }
  return PointName((action - kFirstOffers) % kPoints);
}

int Renju::MoveProgress(const View& view) const {
  const Position& p = view.position;
  return p.stage == Stage::kSecondOffer && Actors(p).Has(view.seat) ? 1 : 0;
}

std::string Renju::MoveText(const View& view, std::span<const Action> actions) const {
  const std::string text = ActionName(view, actions[0]);
  return actions.size() == 1 ? text : absl::StrCat(text, "+", ActionName(view, actions[1]));
}

absl::StatusOr<std::vector<Action>> Renju::ParseMove(const View& view,
                                                     const std::string& text) const {
  const Position& p = view.position;
  std::vector<Action> actions;
  if (!Actors(p).Has(view.seat) || p.stage == Stage::kSecondOffer) {
    return absl::InvalidArgumentError(absl::StrCat("no move starts here: '", text, "'"));
  }
  if (p.stage == Stage::kFirstOffer) {
    const std::vector<std::string> names = absl::StrSplit(text, '+');
    const int first = ParsePoint(names[0]);
    const int second = names.size() == 2 ? ParsePoint(names[1]) : kNoPoint;
    const auto free = [&](int point) {
      return point != kNoPoint && !p.stones[kBlack].Has(point) && !p.stones[kWhite].Has(point);
    };
    if (!free(first) || !free(second)) {
      return absl::InvalidArgumentError(
          absl::StrCat("wanted two fifth moves on free points, like "
                       "'h9+j7', found '",
                       text, "'"));
    }
    if (OfferRank(p.order, first) >= OfferRank(p.order, second)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "two different fifth moves are written in order of column, then row, not '", text, "'"));
    }
    if (EqualOffers(p.stones[kBlack], p.stones[kWhite], first).Has(second)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the fifth moves '", text, "' are the same by a symmetry of the four stones"));
    }
    return std::vector<Action>{kFirstOffers + first, kSecondOffers + second};
  }
  std::array<uint64_t, (kPicks + kPoints + 63) / 64> words = {};
  const ActionMask mask(words);
  LegalActions(view, mask);
  mask.ForEach([&](Action action) {
    if (ActionName(view, action) == text) {
      actions.push_back(action);
    }
  });
  if (actions.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text, "' is not one of the ", mask.Count(), " legal moves"));
  }
  return actions;
}

}  // namespace kvintet::envs::renju
