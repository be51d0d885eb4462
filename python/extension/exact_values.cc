// The Python class ExactSolver, and the exact value of a whole game.
#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/one_row.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/handles.h"
#include "selfplay/solved_moves.h"
#include "selfplay/solvers/backward_induction.h"
#include "selfplay/solvers/game_tree.h"
#include "selfplay/solvers/sequence_form.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using selfplay::SolvedMove;
using selfplay::solvers::Payoff;

constexpr int64_t kMaxPositions = 2000000;
// Cells of the largest linear program, which takes a few seconds and 16 MB.
constexpr int64_t kMaxCells = 2000000;

// The Python class ExactSolver.
struct Solver {
  SharedGame game;
  selfplay::MoveSolver solve;
  // Guards `solve`, which remembers the positions it has visited.
  std::unique_ptr<std::mutex> mutex = std::make_unique<std::mutex>();
};

void CheckPositions(int64_t max_positions) {
  if (max_positions < 1) {
    throw nb::value_error(
        absl::StrCat("max_positions: must be at least 1, is ", max_positions).c_str());
  }
}

Solver MakeSolver(const SharedGame& game, int64_t max_positions) {
  CheckPositions(max_positions);
  return {.game = game, .solve = ValueOf(selfplay::MakeMoveSolver(*game, max_positions))};
}

// The moves of a position that has not ended.
std::vector<SolvedMove> MovesOf(const Solver& self, const Play& play) {
  const std::string& wanted = self.game->Spec().text;
  const std::string& found = play.game->Spec().text;
  if (found != wanted) {
    throw nb::value_error(absl::StrCat("play: wanted one of ", wanted, ", found ", found).c_str());
  }
  if (play.through.Ended()) {
    throw nb::value_error("play: the game has ended, so that no seat may act");
  }
  absl::StatusOr<std::vector<SolvedMove>> moves;
  {
    const nb::gil_scoped_release release;
    const std::scoped_lock lock(*self.mutex);
    moves = self.solve(play.through.Position());
  }
  return ValueOf(std::move(moves));
}

double ValueOfPlay(const Solver& self, const Play& play) {
  if (play.through.Ended() && play.game->Spec().text == self.game->Spec().text) {
    return static_cast<double>(play.through.Result().returns[0]);
  }
  std::optional<double> best;
  for (const SolvedMove& move : MovesOf(self, play)) {
    best = std::max(best.value_or(move.value), move.value);
  }
  return play.through.Actors().Has(envs::Actor::kSeat0) ? *best : -*best;
}

std::map<envs::Action, double> ActionValues(const Solver& self, const Play& play) {
  std::map<envs::Action, double> values;
  for (const SolvedMove& move : MovesOf(self, play)) {
    values[move.action] = move.value;
  }
  return values;
}

std::map<envs::Action, int> Distances(const Solver& self, const Play& play) {
  std::map<envs::Action, int> plies;
  for (const SolvedMove& move : MovesOf(self, play)) {
    plies[move.action] = move.plies;
  }
  return plies;
}

// Of a game in which a deciding seat may not know the position.
absl::StatusOr<double> ValueOfTree(const envs::Game& game, int64_t max_positions) {
  KVINTET_ASSIGN_OR_RETURN(const selfplay::solvers::GameTree tree,
                           selfplay::solvers::WriteOut(game, Payoff::kReturn, max_positions));
  KVINTET_ASSIGN_OR_RETURN(const selfplay::solvers::TreeSolution solution,
                           selfplay::solvers::SolveSequenceForm(tree, kMaxCells));
  return solution.value;
}

// Of a game with chance, simultaneous moves or hidden information.
absl::StatusOr<double> ValueOfMixed(const envs::Game& game, int64_t max_positions) {
  KVINTET_ASSIGN_OR_RETURN(auto solver, selfplay::solvers::BackwardInduction::Make(
                                            game, Payoff::kReturn, max_positions));
  const envs::PositionBuffer start = envs::InitialPosition(game);
  const auto found = solver.Value(start.Span());
  if (absl::IsUnimplemented(found.status())) {
    return ValueOfTree(game, max_positions);
  }
  KVINTET_RETURN_IF_ERROR(found.status());
  return found->value;
}

double ValueOfGame(const GameHandle& self, int64_t max_positions) {
  const envs::GameSpec& spec = self.game->Spec();
  if (spec.perfect_information && !spec.simultaneous && spec.num_outcomes == 0) {
    return ValueOfPlay(MakeSolver(self.game, max_positions), StartGame(self.game));
  }
  CheckPositions(max_positions);
  absl::StatusOr<double> value;
  {
    const nb::gil_scoped_release release;
    value = ValueOfMixed(*self.game, max_positions);
  }
  return ValueOf(std::move(value));
}

}  // namespace

void BindExactValue(nb::class_<GameHandle>* type) {
  type->def("exact_value", &ValueOfGame, nb::kw_only(), "max_positions"_a = kMaxPositions,
            "The return of seat 0, in [-1, 1], when both seats play best from the start.\n\n"
            "For small games: of perfect information, with chance, with simultaneous moves, or\n"
            "with hidden information. Exact up to rounding. Connect Four takes minutes.\n\n"
            "Args:\n"
            "  max_positions: the most positions, or histories where information is hidden, that\n"
            "    are looked at; Connect Four has a solver of its own without this limit.\n\n"
            "Raises:\n"
            "  RuntimeError: if the game is larger.\n"
            "  NotImplementedError: if positions of the game can repeat.");
}

void BindExactSolver(nb::module_* module) {
  nb::class_<Solver> type(
      *module, "ExactSolver",
      "Best play in a small game of perfect information without chance, from any position.\n\n"
      "Remembers what it has found, so that later positions cost less. Calls from several\n"
      "threads take turns, without the GIL. Connect Four is solved by a solver of its own, in\n"
      "128 MB: positions with twelve discs in a second at most, the first moves in minutes.\n\n"
      "Args:\n"
      "  game: the game.\n"
      "  max_positions: the most positions that all calls together look at; not for\n"
      "    Connect Four.\n\n"
      "Raises:\n"
      "  NotImplementedError: for a game with hidden information, chance, simultaneous moves or\n"
      "    rules about earlier positions.\n"
      "  ValueError: for max_positions below 1.");
  type.def(
      "__init__",
      [](Solver* self, const GameHandle& game, int64_t max_positions) {
        new (self) Solver(MakeSolver(game.game, max_positions));
      },
      "game"_a, nb::kw_only(), "max_positions"_a = kMaxPositions);
  type.def_prop_ro(
      "game", [](const Solver& self) { return GameHandle{self.game}; }, "The game.");
  type.def("value", &ValueOfPlay, "play"_a,
           "The return of seat 0, in [-1, 1], when both seats play best from here on.\n\n"
           "Raises:\n"
           "  ValueError: for a Playthrough of another game.\n"
           "  RuntimeError: if there are more than max_positions.\n"
           "  NotImplementedError: if positions can repeat.");
  type.def(
      "action_values", &ActionValues, "play"_a,
      "The return of the seat that must act, in [-1, 1], after each of its legal actions and\n"
      "best play of both from there on. Errors are those of `value`; besides, ValueError after\n"
      "the end.");
  type.def("distances", &Distances, "play"_a,
           "The number of actions until the end after each legal action, with this one, if the\n"
           "winner plays for a short game and the loser for a long one. Errors are those of\n"
           "`action_values`.");
}

}  // namespace kvintet::python
