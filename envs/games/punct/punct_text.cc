// Punct: names of actions and moves.
#include <array>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "envs/games/punct/landing_text.h"
#include "envs/games/punct/punct.h"

namespace kvintet::envs::punct {
namespace {

absl::Status Refusal(const std::string& text, const std::string& why) {
  return absl::InvalidArgumentError(absl::StrCat(
      "a turn is a new piece like 'T H9/2' or a move like 'H9-K12/3'; '", text, "' ", why));
}

}  // namespace

std::string Punct::ActionName(const View&, Action action) const {
  if (action < kKinds) {
    return {kKindLetters[static_cast<size_t>(action)]};
  }
  if (action < FirstWhere()) {
    return board_.SpaceName(board_.SpotOf(action - kKinds));
  }
  return LandingText(board_, {SpotOfWhere(action), RotationOfWhere(action)});
}

std::string Punct::MoveText(const View& view, std::span<const Action> actions) const {
  const std::string what = ActionName(view, actions[0]);
  return actions.size() == 1
             ? what
             : absl::StrCat(what, actions[0] < kKinds ? " " : "-", ActionName(view, actions[1]));
}

absl::StatusOr<std::vector<Action>> Punct::ParseMove(const View& view,
                                                     const std::string& text) const {
  if (!Actors(view.position).Has(view.seat) || view.position.stage != Stage::kWhat) {
    return absl::InvalidArgumentError(absl::StrCat("no move starts here: '", text, "'"));
  }
  const size_t parting = text.find_first_of(" -");
  if (parting == std::string::npos) {
    return Refusal(text, "is neither");
  }
  const bool is_new = text[parting] == ' ';
  const std::string what = text.substr(0, parting);
  const int spot = is_new ? kNoSpot : board_.ParseSpace(what);
  const int kind = is_new ? KindOf(what) : -1;
  const Landing landing = ParseLanding(board_, text.substr(parting + 1));
  if (landing.spot == kNoSpot || (is_new ? kind < 0 : spot == kNoSpot)) {
    return Refusal(text, "is neither");
  }
  View chosen = view;
  std::array<uint64_t, (kMaxActions + 63) / 64> words = {};
  const ActionMask mask(words);
  const Action first = is_new ? kind : kKinds + board_.SpaceOf(spot);
  LegalActions(chosen, mask);
  if (!mask.Has(first)) {
    return Refusal(text, is_new ? "needs a piece in the supply and room for it"
                                : "needs an own piece there that can move");
  }
  words = {};
  Step(&chosen.position, nullptr, ActorOf(view.seat), first);
  LegalActions(chosen, mask);
  const Action second = WhereAction(landing.spot, landing.rotation);
  if (!mask.Has(second)) {
    return Refusal(text,
                   "lays the piece where it cannot lie or get to, or turned otherwise than "
                   "by the lowest of equal rotations");
  }
  return std::vector<Action>{first, second};
}

}  // namespace kvintet::envs::punct
