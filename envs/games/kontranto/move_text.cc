// Kontranto: names of actions and moves.
#include <algorithm>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "envs/games/kontranto/kontranto.h"

namespace kvintet::envs::kontranto {
namespace {

std::string TargetText(const Grid& grid, int target) {
  return target == kGivenUp ? "x" : grid.Name(target);
}

}  // namespace

int Kontranto::MoveProgress(const View& view) const {
  return MustAct(view) ? view.position.made[OwnSeat(view.seat)] : 0;
}

std::string Kontranto::ActionName(const View& view, Action action) const {
  constexpr std::array<const char*, kGiveUp> kNames = {"circle",   "triangle", "circle",
                                                       "triangle", "stay",     "go"};
  const Position& p = view.position;
  const size_t seat = OwnSeat(view.seat);
  if (action < kGiveUp) {
    return kNames[static_cast<size_t>(action)];
  }
  const std::string target = TargetText(grid_, TargetOf(action));
  switch (p.stage) {
    case Stage::kFirst:
      return (action < CellAction(kPutTriangle, 0) ? "c " : "t ") + target;
    case Stage::kChoose:
      return "!" + target;
    default:
      const SideMoves moves = MovesOf(p, ColourOf(p, seat));
      return absl::StrCat(grid_.Name(moves.cells[p.made[seat]]), "-", target);
  }
}

std::string Kontranto::MoveText(const View& view, std::span<const Action> actions) const {
  const Position& p = view.position;
  const Colour colour = ColourOf(p, OwnSeat(view.seat));
  std::vector<std::string> words;
  if (p.stage == Stage::kFirst) {
    for (size_t i = 0; i < actions.size(); ++i) {
      const auto number = static_cast<int>(i);
      const Shape shape = PlacedShape(p, colour, number);
      if (i == 0 || shape != PlacedShape(p, colour, number - 1)) {
        words.emplace_back(shape == kCircle ? "c" : "t");
      }
      words.push_back(grid_.Name(TargetOf(actions[i])));
    }
  } else if (p.stage == Stage::kStep) {
    const SideMoves moves = MovesOf(p, colour);
    for (size_t i = 0; i < actions.size(); ++i) {
      words.push_back(
          absl::StrCat(grid_.Name(moves.cells[i]), "-", TargetText(grid_, TargetOf(actions[i]))));
    }
  } else {
    for (const Action action : actions) {
      words.push_back(ActionName(view, action));
    }
    std::ranges::sort(words);
  }
  return absl::StrJoin(words, " ");
}

// The action that a word of a move means if it is the next action, or kNoAction.
Action Kontranto::ActionOfWord(const View& view, const std::string& word) const {
  std::array<uint64_t, (kFirstCellAction + 4 * kMaxCells + 63) / 64> words = {};
  const ActionMask mask(words);
  LegalActions(view, mask);
  Action found = kNoAction;
  mask.ForEach([&](Action action) { found = ActionName(view, action) == word ? action : found; });
  return found;
}

// The words of a move in the order of its actions; unsorted if the order is wrong and the caller
// must report it.
absl::StatusOr<std::vector<std::string>> Kontranto::WordsOf(const View& view,
                                                            const std::string& text) const {
  const Position& p = view.position;
  std::vector<std::string> words = absl::StrSplit(text, ' ');
  if (p.stage == Stage::kFirst) {
    std::vector<std::string> placed;
    std::string shape;
    for (const std::string& word : words) {
      if (word == "c" || word == "t") {
        shape = word;
      } else {
        placed.push_back(absl::StrCat(shape, " ", word));
      }
    }
    return placed;
  }
  if (p.stage == Stage::kChoose) {
    // By area, in the order of choosing.
    std::ranges::stable_sort(words, {}, [&](const std::string& word) {
      const int cell = word.empty() ? kNoCell : grid_.Parse(word.substr(1));
      size_t area = 0;
      while (area < p.num_areas && (cell == kNoCell || (p.areas[area] >> cell & 1) == 0)) {
        ++area;
      }
      return area;
    });
  }
  return words;
}

absl::StatusOr<std::vector<Action>> Kontranto::ParseMove(const View& view,
                                                         const std::string& text) const {
  const size_t seat = OwnSeat(view.seat);
  if (!MustAct(view) || view.position.made[seat] > 0) {
    return absl::InvalidArgumentError(absl::StrCat("no move starts here: '", text, "'"));
  }
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> words, WordsOf(view, text));
  const auto length = static_cast<size_t>(MoveLength(view.position, seat));
  std::vector<Action> actions;
  View next = view;
  for (const std::string& word : words) {
    const Action action = actions.size() < length ? ActionOfWord(next, word) : kNoAction;
    if (action == kNoAction) {
      return absl::InvalidArgumentError(absl::StrCat("'", word, "' cannot be part ",
                                                     actions.size() + 1, " of the ", length,
                                                     " of a legal move, in '", text, "'"));
    }
    actions.push_back(action);
    if (actions.size() < length) {
      Step(&next.position, nullptr, ActorOf(view.seat), action);
    }
  }
  if (actions.size() != length || MoveText(view, actions) != text) {
    return absl::InvalidArgumentError(
        absl::StrCat("a move has ", length, " parts, in order of cells, not '", text, "'"));
  }
  return actions;
}

}  // namespace kvintet::envs::kontranto
