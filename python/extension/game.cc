// The Python class Game.
#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "absl/strings/str_cat.h"

#include "envs/registry.h"
#include "envs/text/seat_play.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/handles.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

// A text of the game `name` with these options added.
std::string WithOptions(std::string text, const nb::kwargs& options) {
  for (const auto& [key, value] : options) {
    const nb::str word(nb::handle(value).is(Py_True)    ? nb::str("true")
                       : nb::handle(value).is(Py_False) ? nb::str("false")
                                                        : nb::str(value));
    text = ValueOf(envs::WithOption(text, nb::cast<std::string>(key), word.c_str()));
  }
  return text;
}

void MakeGameHandle(GameHandle* self, const std::string& text, const nb::kwargs& options) {
  new (self) GameHandle{ValueOf(envs::MakeGame(WithOptions(text, options)))};
}

const envs::GameSpec& SpecOf(const GameHandle& self) { return self.game->Spec(); }

nb::list OptionsOf(const GameHandle& self) {
  nb::list options;
  for (const envs::OptionSpec& option : self.game->Options()) {
    nb::dict one;
    one["key"] = option.key;
    one["default"] = option.default_value;
    if (option.values.empty()) {
      one["min"] = option.min;
      one["max"] = option.max;
    } else {
      one["values"] = nb::cast(option.values);
    }
    one["meaning"] = option.meaning;
    one["clause"] = option.clause;
    options.append(one);
  }
  return options;
}

View FromSeatRecord(const GameHandle& self, int seat, const std::string& record) {
  const auto play = ValueOf(envs::SeatPlay::FromRecord(*self.game, SeatOf(seat), record));
  envs::ViewBuffer buffer(1, self.game->Spec().view_bytes);
  envs::CopyRows<envs::ViewTag>(play.View(), buffer.Span());
  return {.game = self.game,
          .buffer = std::move(buffer),
          .earlier = EarlierOf(*self.game, play.history())};
}

void BindSpec(nb::class_<GameHandle>* type) {
  const auto bind = [&](const char* name, auto read, const char* documentation) {
    type->def_prop_ro(
        name, [read](const GameHandle& self) { return read(SpecOf(self)); }, documentation);
  };
  using Spec = envs::GameSpec;
  bind(
      "name", [](const Spec& s) { return s.name; }, "The name without options.");
  bind(
      "text", [](const Spec& s) { return s.text; },
      "The name with every option, in its canonical form.");
  bind(
      "title", [](const Spec& s) { return s.title; }, "The name for people.");
  bind(
      "num_actions", [](const Spec& s) { return s.num_actions; },
      "Actions of a seat are integers in [0, num_actions).");
  bind(
      "num_outcomes", [](const Spec& s) { return s.num_outcomes; },
      "Outcomes of chance are integers in [0, num_outcomes); 0 in a game without chance.");
  bind(
      "simultaneous", [](const Spec& s) { return s.simultaneous; },
      "Whether both seats may have to act at the same time.");
  bind(
      "perfect_information", [](const Spec& s) { return s.perfect_information; },
      "Whether every seat sees everything under every option of this game.");
  bind(
      "secrets", [](const Spec& s) { return s.secrets && !s.perfect_information; },
      "Whether something is hidden from a seat under these options.");
  bind(
      "margins", [](const Spec& s) { return s.margins; },
      "Whether the result has a margin besides win, draw and loss.");
  bind(
      "max_game_length", [](const Spec& s) { return s.max_game_length; },
      "The maximum number of actions and chance events in one game.");
  bind(
      "num_symmetries", [](const Spec& s) { return s.num_symmetries; },
      "The number of symmetries; number 0 is the identity.");
  bind(
      "planes_shape", [](const Spec& s) { return std::tuple(s.planes, s.height, s.width); },
      "The shape of an observation's planes: (planes, height, width), uint8.");
  bind(
      "num_globals", [](const Spec& s) { return s.globals; },
      "The number of an observation's globals, float32.");
  bind(
      "plane_names", [](const Spec& s) { return s.plane_names; }, "What each plane shows.");
  bind(
      "global_names", [](const Spec& s) { return s.global_names; }, "What each global is.");
  bind(
      "policy_planes", [](const Spec& s) { return s.policy_planes; },
      "A policy is [policy_planes, height, width], followed by policy_slots entries.");
  bind(
      "policy_slots", [](const Spec& s) { return s.policy_slots; },
      "The entries of a policy that have no place on the board.");
  bind(
      "policy_size", [](const Spec& s) { return s.PolicySize(); },
      "policy_planes * height * width + policy_slots.");
}

bool SameGame(const GameHandle& self, nb::handle other) {
  return nb::isinstance<GameHandle>(other) &&
         SpecOf(nb::cast<const GameHandle&>(other)).text == SpecOf(self).text;
}

}  // namespace

envs::Seat SeatOf(int seat) {
  if (seat < 0 || seat > 2) {
    throw nb::value_error(
        absl::StrCat("a seat is 0, 1 or kvintet.SPECTATOR (2), not ", seat).c_str());
  }
  return static_cast<envs::Seat>(seat);
}

envs::Actor ActorOf(int actor) {
  if (actor < 0 || actor > 2) {
    throw nb::value_error(
        absl::StrCat("an actor is 0, 1 or kvintet.CHANCE (2), not ", actor).c_str());
  }
  return static_cast<envs::Actor>(actor);
}

void BindGame(nb::module_* module) {
  module->def("games", &envs::GameNames, "The names of all games, sorted.");
  nb::class_<GameHandle> type(
      *module, "Game",
      "A game with its options: `Game(\"NAME\", key=value)` or `Game(\"NAME{key=value}\")`.\n"
      "Options that are left out have their defaults.\n"
      "Immutable; any number of threads may use it. ValueError names the games or options that\n"
      "exist if there is none of this name or value.");
  type.def("__init__", &MakeGameHandle, "text"_a, "options"_a,
           nb::sig("def __init__(self, text: str, **options: str | int | bool) -> None"));
  BindSpec(&type);
  type.def_prop_ro("options", &OptionsOf,
                   nb::sig("def options(self) -> list[dict[str, typing.Any]]"),
                   "The options, each with key, default, values (or min and max) and meaning.");
  type.def(
      "start", [](const GameHandle& self) { return StartGame(self.game); }, "Starts a game.");
  type.def(
      "replay",
      [](const GameHandle& self, const std::string& record) {
        return ReplayRecord(self.game, record);
      },
      "record"_a,
      "The game after this record, such as `renju; 0 h8; 0 i9`. ValueError names the event that\n"
      "is wrong.");
  type.def(
      "from_position",
      [](const GameHandle& self, const std::string& position) {
        return StartGame(self.game, position);
      },
      "position"_a, "A game that starts from a position text.");
  type.def("view_of_record", &FromSeatRecord, "seat"_a, "record"_a,
           "What `seat` knows after its own record (Playthrough.seat_record), computed from that\n"
           "record alone.");
  type.def(
      "inverse_symmetry",
      [](const GameHandle& self, int symmetry) {
        CheckSymmetry(*self.game, symmetry);
        return self.game->InverseSymmetry(symmetry);
      },
      "symmetry"_a, "The symmetry that undoes this one.");
  BindExactValue(&type);
  type.def("__repr__",
           [](const GameHandle& self) { return absl::StrCat("Game('", SpecOf(self).text, "')"); });
  type.def("__eq__", &SameGame, "other"_a.none());
  type.def("__hash__", [](const GameHandle& self) {
    return static_cast<int64_t>(std::hash<std::string>()(SpecOf(self).text) >> 1);
  });
  type.def("__getstate__", [](const GameHandle& self) { return std::tuple(SpecOf(self).text); });
  type.def("__setstate__", [](GameHandle* self, const std::tuple<std::string>& state) {
    new (self) GameHandle{ValueOf(envs::MakeGame(std::get<0>(state)))};
  });
}

}  // namespace kvintet::python
