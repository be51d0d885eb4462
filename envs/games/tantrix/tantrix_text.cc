// Tantrix: names of actions, outcomes and moves.
#include <array>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "envs/games/tantrix/outline.h"
#include "envs/games/tantrix/tantrix.h"
#include "envs/games/tantrix/tile_text.h"

namespace kvintet::envs::tantrix {
namespace {

absl::Status NotLegal(const std::string& text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "wanted a legal placement like '17@2,-1/4' (tile, place, rotation), found '", text, "'"));
}

}  // namespace

std::string Tantrix::ActionName(const View& view, Action action) const {
  if (action < box_.num_tiles) {
    return absl::StrCat(action + 1);
  }
  return PlaceText(Outline(view.now.table).CellOf(SpaceOf(action)), RotationOf(action));
}

std::string Tantrix::OutcomeName(const View& view, Action outcome) const {
  const Stage stage = view.now.stage;
  const bool lot = stage == Stage::kFirstLot || stage == Stage::kSecondLot;
  return absl::StrCat(lot ? "lot " : "draw ", outcome + 1);
}

int Tantrix::MoveProgress(const View& view) const {
  return view.now.stage == Stage::kLay && MustAct(view) ? 1 : 0;
}

std::string Tantrix::MoveText(const View& view, std::span<const Action> actions) const {
  const std::string tile = ActionName(view, actions[0]);
  return actions.size() == 1 ? tile : absl::StrCat(tile, "@", ActionName(view, actions[1]));
}

absl::StatusOr<std::vector<Action>> Tantrix::ParseMove(const View& view,
                                                       const std::string& text) const {
  if (!MustAct(view) || view.now.stage != Stage::kChoose) {
    return absl::InvalidArgumentError(absl::StrCat("no move starts here: '", text, "'"));
  }
  return ReadMove(view, ActorOf(view.seat), text);
}

// For another seat's hidden rack, everything that is not known to be impossible counts as legal.
absl::StatusOr<std::vector<Action>> Tantrix::ReadMove(const View& view, Actor actor,
                                                      const std::string& text) const {
  Situation s = view.now;
  const auto move = ParsePlacement(text);
  if (s.stage != Stage::kChoose || static_cast<size_t>(actor) != s.mover || !move ||
      move->tile >= box_.num_tiles) {
    return NotLegal(text);
  }
  if (s.racks[s.mover] == 0) {
    s.choices = s.moved == 1 ? s.fillers & Unseen(s) : Unseen(s);
  } else if (s.choices == 0) {
    const TileSet fills = s.racks[s.mover] & s.fillers;
    s.choices = fills != 0 ? fills : FreeChoices(s);
  }
  const bool absent =
      s.evidence[s.mover].absent[static_cast<size_t>(move->tile)] == s.num_drawn[s.mover];
  if ((s.choices >> move->tile & 1) == 0 || (absent && view.seat != SeatOf(actor) && !open_)) {
    return NotLegal(text);
  }
  Choose(move->tile, &s);
  const int space = Outline(s.table).SpaceAt(move->cell);
  if (space < 0) {
    return NotLegal(text);
  }
  std::array<uint64_t, (kMaxTiles + kSides * MaxSpaces(kMaxTiles) + 63) / 64> words = {};
  const ActionMask mask(words);
  SetLegal(s, mask);
  const Action action = ActionOf(space, move->rotation);
  if (!mask.Has(action)) {
    return NotLegal(text);
  }
  return std::vector<Action>{move->tile, action};
}

}  // namespace kvintet::envs::tantrix
