// The Python classes Record and Row.
#include "python/extension/record.h"

#include <functional>
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

#include "envs/registry.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "selfplay/records/record_code.h"
#include "selfplay/records/replay_rows.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using selfplay::GameRecord;
using selfplay::RecordRow;
using selfplay::ReplayedRow;

// The Python class Row: one recorded decision.
struct RowHandle {
  RecordHandle of;
  size_t index = 0;
  View view;
  std::vector<envs::Action> legal;
  std::vector<float> policy;

  const GameRecord& Record() const { return *of.record; }
  const RecordRow& Row() const { return Record().rows[index]; }
};

RowHandle HandleOf(const RecordHandle& record, const ReplayedRow& shown) {
  RowHandle row{
      .of = record,
      .index = static_cast<size_t>(shown.index),
      .view = {.game = record.game, .buffer = envs::ViewBuffer(1, record.game->Spec().view_bytes)},
      .legal = {shown.legal.begin(), shown.legal.end()},
      .policy = std::vector<float>(shown.legal.size())};
  envs::CopyRows<envs::ViewTag>(shown.view, row.view.buffer.Span());
  selfplay::FillPolicy(row.Record(), row.Row(), row.legal, row.policy);
  return row;
}

std::vector<RowHandle> RowsOfRecord(const RecordHandle& self) {
  std::vector<RowHandle> rows;
  ThrowIfError(selfplay::ReplayRows(*self.game, *self.record, [&](const ReplayedRow& shown) {
    rows.push_back(HandleOf(self, shown));
  }));
  return rows;
}

// The game after the first `events` events; nothing for all of them.
Play PlayOfRecord(const RecordHandle& self, std::optional<int64_t> events) {
  const auto all = static_cast<int64_t>(self.record->events.size());
  if (events.has_value() && (*events < 0 || *events > all)) {
    throw nb::value_error(absl::StrCat("events: must be 0..", all, ", is ", *events).c_str());
  }
  Play play{.game = self.game, .through = envs::Playthrough(*self.game)};
  for (int64_t i = 0; i < events.value_or(all); ++i) {
    const selfplay::RecordedEvent& event = self.record->events[static_cast<size_t>(i)];
    if (const absl::Status applied = play.through.Apply(event.actor, event.action); !applied.ok()) {
      throw nb::value_error(
          absl::StrCat("game ", self.record->number, ", event ", i, ": ", applied.message())
              .c_str());
    }
    play.taken.emplace_back(envs::Index(event.actor), event.action);
  }
  return play;
}

std::string TextOfRecord(const RecordHandle& self) {
  return PlayOfRecord(self, std::nullopt).through.Record();
}

nb::bytes BytesOfRecord(const RecordHandle& self) {
  const std::string bytes = EncodeRecord(*self.record);
  return nb::bytes(bytes.data(), bytes.size());
}

RecordHandle RecordFromBytes(const GameHandle& game, const nb::bytes& bytes) {
  GameRecord record =
      ValueOf(selfplay::DecodeRecord({bytes.c_str(), bytes.size()}, game.game->Spec().text));
  ThrowIfError(CheckRecord(*game.game, record));
  return {.game = game.game, .record = std::make_shared<GameRecord>(std::move(record))};
}

std::vector<std::pair<int, envs::Action>> EventsOf(const RecordHandle& self) {
  std::vector<std::pair<int, envs::Action>> events;
  for (const selfplay::RecordedEvent& event : self.record->events) {
    events.emplace_back(envs::Index(event.actor), event.action);
  }
  return events;
}

bool SameRecord(const RecordHandle& self, nb::handle other) {
  if (!nb::isinstance<RecordHandle>(other)) {
    return false;
  }
  const auto& record = nb::cast<const RecordHandle&>(other);
  return record.game->Spec().text == self.game->Spec().text && *record.record == *self.record;
}

std::optional<int> ResignedSeat(const RecordHandle& self) {
  const auto seat = self.record->resigned;
  return seat.has_value() ? std::optional(envs::Index(*seat)) : std::nullopt;
}

void BindRecordFields(nb::class_<RecordHandle>* type) {
  const auto bind = [&](const char* name, auto read, const char* documentation) {
    type->def_prop_ro(
        name, [read](const RecordHandle& self) { return read(*self.record); }, documentation);
  };
  bind(
      "number", [](const GameRecord& r) { return r.number; }, "The number of the game.");
  bind(
      "seed", [](const GameRecord& r) { return r.seed; },
      "The seed of self-play; all draws of a game are functions of seed and number.");
  bind(
      "returns", [](const GameRecord& r) { return std::tuple(r.result, 0 - r.result); },
      "The returns of both seats, in [-1, 1]; 0 if the game was cut off.");
  bind(
      "margin", [](const GameRecord& r) { return std::tuple(r.margin[0], r.margin[1]); },
      "The margins of both seats; 0 in games without margins.");
  bind(
      "reason", [](const GameRecord& r) { return r.reason; }, "Why the game ended.");
  bind(
      "truncated", [](const GameRecord& r) { return r.truncated; },
      "Whether the game was cut off before its end.");
  bind(
      "evaluations", [](const GameRecord& r) { return r.evaluations; },
      "The evaluations that the game asked for.");
  bind(
      "models", [](const GameRecord& r) { return r.models; },
      "The names of the evaluators that took part.");
  bind(
      "num_rows", [](const GameRecord& r) { return r.rows.size(); },
      "The number of recorded decisions.");
}

void BindRow(nb::module_* module) {
  nb::class_<RowHandle> type(*module, "Row",
                             "One recorded decision of a game, with what its seat knew.");
  const auto bind = [&](const char* name, auto read, const char* documentation) {
    type.def_prop_ro(
        name, [read](const RowHandle& self) { return read(self.Row(), self.Record()); },
        documentation);
  };
  bind(
      "event", [](const RecordRow& row, const GameRecord&) { return row.event; },
      "The index of the decision in Record.events.");
  bind(
      "seat",
      [](const RecordRow& row, const GameRecord& record) {
        return envs::Index(record.events[static_cast<size_t>(row.event)].actor);
      },
      "The seat that decided.");
  bind(
      "action",
      [](const RecordRow& row, const GameRecord& record) {
        return record.events[static_cast<size_t>(row.event)].action;
      },
      "The action taken.");
  bind(
      "value",
      [](const RecordRow& row, const GameRecord& record) {
        return record.IsJudged(row) ? std::optional(row.Value()) : std::nullopt;
      },
      "The return that the search expected for this seat; None if the baseline acted.");
  bind(
      "draw",
      [](const RecordRow& row, const GameRecord& record) {
        return record.IsJudged(row) ? std::optional(row.Draw()) : std::nullopt;
      },
      "The probability of a draw that the search expected; None if the baseline acted.");
  bind(
      "surprise", [](const RecordRow& row, const GameRecord&) { return row.Surprise(); },
      "How far the search moved the evaluator's policy, in nats.");
  bind(
      "probability",
      [](const RecordRow& row, const GameRecord&) {
        return selfplay::DecodeProbability(row.behaviour);
      },
      "The probability with which the acting policy took the action.");
  bind(
      "model",
      [](const RecordRow& row, const GameRecord& record) { return record.models[row.model]; },
      "The name of the last evaluator of the search.");
  type.def_prop_ro(
      "view", [](const RowHandle& self) { return self.view; }, "What the seat knew.");
  type.def_prop_ro(
      "legal_actions",
      [](const RowHandle& self) {
        const NewArray<int32_t> array({self.legal.size()});
        std::ranges::copy(self.legal, array.span.begin());
        return array.Get();
      },
      nb::rv_policy::reference, "The legal actions, ascending: int32 [n].");
  type.def_prop_ro(
      "policy",
      [](const RowHandle& self) {
        const NewArray<float> array({self.policy.size()});
        std::ranges::copy(self.policy, array.span.begin());
        return array.Get();
      },
      nb::rv_policy::reference,
      "The policy that the search found, at the legal actions: float32 [n]. It sums to 1.");
}

}  // namespace

std::vector<RecordHandle> HandlesOf(const SharedGame& game, std::vector<GameRecord> records) {
  std::vector<RecordHandle> handles;
  for (GameRecord& record : records) {
    handles.push_back(
        {.game = game, .record = std::make_shared<const GameRecord>(std::move(record))});
  }
  return handles;
}

void BindRecord(nb::module_* module) {
  BindRow(module);
  nb::class_<RecordHandle> type(
      *module, "Record",
      "One game as it was played, with the learning targets of its recorded decisions.\n"
      "Immutable. It holds the whole game, what was hidden from the seats included.");
  type.def_prop_ro(
      "game", [](const RecordHandle& self) { return GameHandle{self.game}; }, "The game.");
  BindRecordFields(&type);
  type.def_prop_ro("resigned", &ResignedSeat,
                   "The seat that resigned, or was adjudicated to lose; None otherwise.");
  type.def_prop_ro("events", &EventsOf,
                   "Every (actor, action) in the order of play; actor 2 is CHANCE.");
  type.def_prop_ro("text", &TextOfRecord, "The record as text, such as `renju; 0 h8; 0 i9`.");
  type.def("replay", &PlayOfRecord, "events"_a = nb::none(),
           "The game after so many events, or after all of them. ValueError, naming the event, if\n"
           "the record breaks the rules.");
  type.def("rows", &RowsOfRecord,
           "The recorded decisions, in order. ValueError, naming the event, if the record breaks\n"
           "the rules.");
  type.def("encode", &BytesOfRecord,
           "The record as bytes (docs/record_format.md), without the game. Equal records have\n"
           "equal bytes.");
  type.def_static("decode", &RecordFromBytes, "game"_a, "data"_a,
                  "The record of these bytes. ValueError if they are no record of this game.");
  type.def("__len__", [](const RecordHandle& self) { return self.record->events.size(); });
  type.def("__eq__", &SameRecord, "other"_a.none());
  type.def("__hash__", [](const RecordHandle& self) {
    return static_cast<int64_t>(std::hash<std::string>()(EncodeRecord(*self.record)) >> 1);
  });
  type.def("__repr__", [](const RecordHandle& self) {
    return absl::StrCat("<Record ", self.record->number, " of ", self.game->Spec().text, ": ",
                        self.record->events.size(), " events, ", self.record->rows.size(),
                        " rows>");
  });
  type.def("__getstate__", [](const RecordHandle& self) {
    return std::tuple(self.game->Spec().text, BytesOfRecord(self));
  });
  type.def("__setstate__", [](RecordHandle* self, const std::tuple<std::string, nb::bytes>& state) {
    const GameHandle game{ValueOf(envs::MakeGame(std::get<0>(state)))};
    new (self) RecordHandle(RecordFromBytes(game, std::get<1>(state)));
  });
}

}  // namespace kvintet::python
