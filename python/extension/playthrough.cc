// The Python class Playthrough.
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/registry.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/integers.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using envs::Action;
using envs::Actor;

// What repeats a game: its text, its start, and its actions.
using State =
    std::tuple<std::string, std::optional<std::string>, std::vector<std::pair<int, Action>>>;

void Apply(Play* self, int actor, Action action) {
  ThrowIfError(self->through.Apply(ActorOf(actor), action));
  self->taken.emplace_back(actor, action);
}

View ViewOf(const Play& self, int seat) {
  return {.game = self.game,
          .buffer = self.through.View(SeatOf(seat)),
          .earlier = EarlierOf(*self.game, self.through.history())};
}

// Adds the outcome of chance that has just been applied to what was taken, and returns it.
Action AddOutcome(Play* self) {
  const Action outcome = self->through.Events().back().actions[0];
  self->taken.emplace_back(envs::Index(Actor::kChance), outcome);
  return outcome;
}

absl::Status TryApplyMove(Play* self, Actor actor, const std::string& text) {
  if (actor == Actor::kChance) {
    KVINTET_RETURN_IF_ERROR(self->through.ApplyMove(actor, text));
    AddOutcome(self);
    return absl::OkStatus();
  }
  const envs::ViewBuffer view = self->through.View(envs::SeatOf(actor));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Action> actions,
                           ActionsOfMove(*self->game, view.Span(), text));
  for (const Action action : actions) {
    KVINTET_RETURN_IF_ERROR(self->through.Apply(actor, action));
    self->taken.emplace_back(envs::Index(actor), action);
  }
  return absl::OkStatus();
}

void ApplyMove(Play* self, int actor, const std::string& text) {
  ThrowIfError(TryApplyMove(self, ActorOf(actor), text));
}

Action SampleChance(Play* self, const AnyInteger& given) {
  const auto seed = ValueOf<uint64_t>(given, "seed");
  if (!self->through.Actors().Has(Actor::kChance)) {
    throw nb::value_error("chance need not act now");
  }
  RandomStream random(seed, 0, static_cast<uint32_t>(self->taken.size()), Purpose::kChance);
  self->through.ApplyChance(&random);
  return AddOutcome(self);
}

std::vector<std::pair<Action, double>> ChanceOutcomes(const Play& self) {
  std::vector<std::pair<Action, double>> pairs;
  if (self.through.Actors().Has(Actor::kChance)) {
    std::vector<envs::ChanceOutcome> outcomes;
    self.game->ChanceOutcomes(self.through.Position(), &outcomes);
    for (const envs::ChanceOutcome& outcome : outcomes) {
      pairs.emplace_back(outcome.outcome, outcome.probability);
    }
  }
  return pairs;
}

std::vector<int> Actors(const Play& self) {
  std::vector<int> actors;
  for (const Actor actor : {Actor::kSeat0, Actor::kSeat1, Actor::kChance}) {
    if (self.through.Actors().Has(actor)) {
      actors.push_back(envs::Index(actor));
    }
  }
  return actors;
}

nb::object Result(const Play& self) {
  if (!self.through.Ended()) {
    return nb::none();
  }
  const envs::Outcome outcome = self.through.Result();
  nb::dict result;
  result["returns"] = nb::make_tuple(outcome.returns[0], outcome.returns[1]);
  result["margin"] = nb::make_tuple(outcome.margin[0], outcome.margin[1]);
  result["reason"] = std::string(outcome.reason);
  result["truncated"] = outcome.truncated;
  return result;
}

nb::tuple Returns(const Play& self) {
  if (!self.through.Ended()) {
    throw nb::value_error("the game has not ended, so it has no returns");
  }
  const envs::Outcome outcome = self.through.Result();
  return nb::make_tuple(outcome.returns[0], outcome.returns[1]);
}

void CheckBetweenMoves(const Play& self) {
  if (!self.through.BetweenMoves()) {
    throw nb::value_error("a record ends between moves, and here a move is incomplete or hidden");
  }
}

void BindActing(nb::class_<Play>* type) {
  type->def(
      "apply",
      [](Play* self, int actor, const AnyInteger& action) {
        Apply(self, actor, ValueOf<Action>(action, "action"));
      },
      "actor"_a, "action"_a,
      "Applies one action of a seat, or one outcome of CHANCE. ValueError, with nothing\n"
      "changed, if it is not legal; the text depends only on what the actor may know.");
  type->def("apply_move", &ApplyMove, "actor"_a, "text"_a,
            "Applies a whole move given as text, or an outcome of CHANCE given as its name.");
  type->def("sample_chance", &SampleChance, "seed"_a,
            "Samples and applies an outcome of chance, and returns it. The outcome is a function\n"
            "of the seed and of the number of actions so far.");
  type->def(
      "chance_outcomes", &ChanceOutcomes,
      "The outcomes of chance with their probabilities, ascending; empty unless chance acts.");
  type->def_prop_ro("actors", &Actors,
                    "Who must act now: seats, or CHANCE. Empty once the game has ended.");
  type->def_prop_ro(
      "ended", [](const Play& self) { return self.through.Ended(); },
      "Whether the game has ended.");
  type->def_prop_ro("result", &Result, nb::sig("def result(self) -> dict[str, typing.Any] | None"),
                    "None until the game has ended; then returns, margin, reason, truncated.");
  type->def("returns", &Returns, nb::sig("def returns(self) -> tuple[float, float]"),
            "The returns of both seats, in [-1, 1]. ValueError before the end.");
}

void BindReading(nb::class_<Play>* type) {
  type->def_prop_ro(
      "game", [](const Play& self) { return GameHandle{self.game}; }, "The game.");
  type->def("view", &ViewOf, "seat"_a, "What a seat, or SPECTATOR, knows now.");
  type->def_prop_ro(
      "position", [](const Play& self) { return self.game->PositionText(self.through.Position()); },
      "The true position as text, with everything that is hidden from the seats.");
  type->def(
      "record",
      [](const Play& self) {
        CheckBetweenMoves(self);
        return self.through.Record();
      },
      "The true record: the game, then every event since its start, which a position may be.\n"
      "ValueError in the middle of a move.");
  type->def(
      "seat_record",
      [](const Play& self, int seat) { return self.through.SeatRecord(SeatOf(seat)); }, "seat"_a,
      "The record that a seat may see, with `?` for what it does not know, and without moves that\n"
      "are not complete.");
  type->def_prop_ro(
      "start_position", [](const Play& self) { return self.start; },
      "The text of the position from which the game started; None for the game's own start.");
  type->def_prop_ro(
      "taken", [](const Play& self) { return self.taken; },
      "Every (actor, action) so far, in the order of their application.");
}

}  // namespace

Play StartGame(const SharedGame& game, const std::optional<std::string>& position) {
  return {.game = game,
          .through = position.has_value()
                         ? ValueOf(envs::Playthrough::FromPosition(*game, *position))
                         : envs::Playthrough(*game),
          .start = position};
}

Play ReplayRecord(const SharedGame& game, const std::string& record) {
  Play play = StartGame(game);
  const auto events = ValueOf(envs::ParseRecord(*game, record));
  for (size_t i = 0; i < events.size(); ++i) {
    ThrowIfError(envs::AtEvent(i, events[i], TryApplyMove(&play, events[i].actor, events[i].text)));
  }
  return play;
}

void BindPlaythrough(nb::module_* module) {
  nb::class_<Play> type(*module, "Playthrough",
                        "One game as it really is, for code that drives it; players get views.\n"
                        "Made by Game.start, Game.replay and Game.from_position. One thread at a\n"
                        "time may use it.");
  BindActing(&type);
  BindReading(&type);
  type.def(
      "copy", [](const Play& self) { return Play(self); }, "An independent copy.");
  type.def("__copy__", [](const Play& self) { return Play(self); });
  type.def(
      "__deepcopy__", [](const Play& self, nb::dict) { return Play(self); }, "memo"_a,
      nb::sig("def __deepcopy__(self, memo: dict[int, typing.Any]) -> Playthrough"));
  type.def("__repr__", [](const Play& self) {
    return absl::StrCat("<Playthrough of ", self.game->Spec().text, " after ", self.taken.size(),
                        " actions>");
  });
  type.def("__getstate__",
           [](const Play& self) { return State(self.game->Spec().text, self.start, self.taken); });
  type.def("__setstate__", [](Play* self, const State& state) {
    const auto& [text, start, taken] = state;
    new (self) Play(StartGame(ValueOf(envs::MakeGame(text)), start));
    for (const auto& [actor, action] : taken) {
      Apply(self, actor, action);
    }
  });
}

}  // namespace kvintet::python
