// The Python classes EvaluationBatch and SelfPlay.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/choices.h"
#include "python/extension/errors.h"
#include "python/extension/policy_layout.h"
#include "python/extension/record.h"
#include "python/extension/self_play_run.h"
#include "python/extension/settings.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

// The type of an array of floats in the stub.
#define FLOATS "numpy.typing.NDArray[numpy.float32]"

namespace kvintet::python {
namespace {

using FloatArray = nb::ndarray<const float, nb::numpy, nb::ro, nb::c_contig, nb::device::cpu>;

// How long a wait lasts until signals are looked at.
constexpr std::chrono::milliseconds kPatience(100);
// How far a value may exceed [-1, 1], and the sum of probabilities differ from 1.
constexpr float kRounding = 1e-3f;

// The Python class EvaluationBatch. It has the arrays and sizes of its own batch: a thread of
// self-play may write those of the next one into `batch` at any time after the answer.
struct BatchHandle {
  BatchHandle(std::shared_ptr<SelfPlayRun> of, const std::shared_ptr<DeskBatch>& waits)
      : run(std::move(of)),
        batch(waits),
        serial(waits->serial),
        rows(waits->rows),
        num_legal(waits->NumLegal()),
        planes(waits->planes),
        globals(waits->globals),
        legal(waits->legal),
        entries(waits->entries),
        offsets(waits->offsets) {}

  const envs::GameSpec& Spec() const { return run->Game()->Spec(); }

  std::shared_ptr<SelfPlayRun> run;
  std::shared_ptr<DeskBatch> batch;
  uint64_t serial;
  size_t rows, num_legal;
  DeskBatch::Shared<uint8_t> planes;
  DeskBatch::Shared<float> globals;
  DeskBatch::Shared<int32_t> legal, entries, offsets;
};

template <typename T>
Array<T> ArrayOf(const DeskBatch::Shared<T>& elements, std::vector<size_t> shape) {
  return SharedArray(elements->data(), shape, elements);
}

// A copy of the first elements. Self-play itself reads these arrays, to find where logits are, and
// Python code may write into what it gets.
Array<int32_t> CopyOf(const DeskBatch::Shared<int32_t>& elements, size_t size) {
  const NewArray<int32_t> array({size});
  std::copy_n(elements->begin(), size, array.span.begin());
  return array.Get();
}

size_t SizeOf(int extent) { return static_cast<size_t>(extent); }

Array<uint8_t> PlanesOf(const BatchHandle& self) {
  const envs::GameSpec& spec = self.Spec();
  return ArrayOf(self.planes,
                 {self.rows, SizeOf(spec.planes), SizeOf(spec.height), SizeOf(spec.width)});
}

std::optional<Array<uint8_t>> MaskOf(const BatchHandle& self) {
  EvaluationDesk& desk = self.run->Desk();
  if (desk.Layout() == PolicyLayout::kLegal) {
    return std::nullopt;
  }
  const auto mask = ValueOf(desk.MaskOf(self.batch.get(), self.serial));
  return ArrayOf(mask, {self.rows, LayoutWidth(self.Spec(), desk.Layout())});
}

View ViewOfBatch(const BatchHandle& self, int64_t row) {
  if (row < 0 || row >= static_cast<int64_t>(self.rows)) {
    throw nb::index_error(absl::StrCat("row: must be 0..", self.rows - 1, ", is ", row).c_str());
  }
  return {.game = self.run->Game(),
          .buffer =
              ValueOf(self.run->Desk().ViewOf(*self.batch, self.serial, static_cast<size_t>(row)))};
}

std::string ShapeOfFloats(const FloatArray& array) {
  std::string text = "[";
  for (size_t i = 0; i < array.ndim(); ++i) {
    absl::StrAppend(&text, i > 0 ? ", " : "", array.shape(i));
  }
  return text + "]";
}

absl::Status WrongShape(const char* what, const std::string& wanted, const FloatArray& found) {
  return absl::InvalidArgumentError(
      absl::StrCat(what, ": wanted shape ", wanted, ", found ", ShapeOfFloats(found)));
}

// InvalidArgument for the first logit that is not finite. REQUIRES: there is one.
absl::Status NotFinite(const DeskBatch& batch) {
  const auto wrong = std::ranges::find_if(batch.logits, [](float x) { return !std::isfinite(x); });
  const auto place = static_cast<int32_t>(wrong - batch.logits.begin());
  const auto offsets = batch.Offsets();
  const auto row = std::ranges::upper_bound(offsets, place) - offsets.begin() - 1;
  return absl::InvalidArgumentError(absl::StrCat("logits: row ", row, " has ", *wrong,
                                                 " for the legal action ",
                                                 (*batch.legal)[static_cast<size_t>(place)]));
}

// Stores the logits of the legal actions. InvalidArgument for another shape and for numbers that
// are not finite.
absl::Status StoreLogits(const FloatArray& logits, PolicyLayout layout, const envs::GameSpec& spec,
                         DeskBatch* batch) {
  const size_t legal = batch->NumLegal();
  size_t width = 0;
  if (layout == PolicyLayout::kLegal) {
    if (logits.ndim() != 1 || logits.shape(0) != legal) {
      return WrongShape("logits", absl::StrCat("[", legal, "]"), logits);
    }
  } else {
    width = LayoutWidth(spec, layout);
    if (logits.ndim() != 2 || logits.shape(0) != batch->rows || logits.shape(1) != width) {
      return WrongShape("logits", absl::StrCat("[", batch->rows, ", ", width, "]"), logits);
    }
  }
  return batch->TakeLogits(logits.data(), width) ? absl::OkStatus() : NotFinite(*batch);
}

// The chances to win and to lose that a value stands for, without draws.
selfplay::Wdl WdlOfValue(float value) {
  const float clamped = std::clamp(value, -1.0f, 1.0f);
  return {.win = (1 + clamped) / 2, .draw = 0, .loss = (1 - clamped) / 2};
}

// Stores the values: expected returns [n], or chances to win, draw and lose [n, 3].
// InvalidArgument for another shape and for numbers that are no returns or chances.
absl::Status StoreValues(const FloatArray& values, DeskBatch* batch) {
  const size_t rows = batch->rows;
  batch->wdl.resize(rows);
  const bool are_returns = values.ndim() == 1;
  const bool are_chances = values.ndim() == 2 && values.shape(1) == 3;
  if ((!are_returns && !are_chances) || values.shape(0) != rows) {
    return WrongShape("values", absl::StrCat("[", rows, "] or [", rows, ", 3]"), values);
  }
  for (size_t row = 0; row < rows; ++row) {
    const float* const own = values.data() + row * (are_returns ? 1 : 3);
    if (are_returns) {
      if (!(std::abs(*own) <= 1 + kRounding)) {
        return absl::InvalidArgumentError(
            absl::StrCat("values: row ", row, " must be in [-1, 1], is ", *own));
      }
      batch->wdl[row] = WdlOfValue(*own);
      continue;
    }
    const bool positive = own[0] >= 0 && own[1] >= 0 && own[2] >= 0;
    if (!positive || !(std::abs(own[0] + own[1] + own[2] - 1) <= kRounding)) {
      return absl::InvalidArgumentError(absl::StrCat("values: row ", row,
                                                     " must be chances that sum to 1, is ", own[0],
                                                     ", ", own[1], ", ", own[2]));
    }
    batch->wdl[row] = {.win = own[0], .draw = own[1], .loss = own[2]};
  }
  return absl::OkStatus();
}

// Calls `deed` and then waits for the next event, all without the GIL. Appends the games that have
// finished to `finished`, and does not return them: the handler of a signal may raise as soon as
// this returns. Returns the batch to evaluate, or else whether games were appended; if not, all
// games have ended.
nb::object EventAfter(const std::shared_ptr<SelfPlayRun>& self, nb::list finished, size_t most,
                      absl::FunctionRef<absl::Status()> deed) {
  bool done = false;
  while (true) {
    absl::StatusOr<SelfPlayEvent> event;
    {
      const nb::gil_scoped_release release;
      const absl::Status status = done ? absl::OkStatus() : deed();
      done = true;
      event = status.ok() ? self->Wait(most, kPatience) : status;
    }
    ThrowIfError(event.status());
    if (!event->records.empty()) {
      for (RecordHandle& record : HandlesOf(self->Game(), std::move(event->records))) {
        finished.append(nb::cast(std::move(record)));
      }
      return nb::bool_(true);
    }
    if (event->batch != nullptr) {
      return nb::cast(BatchHandle(self, event->batch));
    }
    if (event->ended) {
      return nb::bool_(false);
    }
    if (PyErr_CheckSignals() != 0) {
      throw nb::python_error();
    }
  }
}

nb::object NextEvent(const std::shared_ptr<SelfPlayRun>& self, nb::list finished, size_t most) {
  return EventAfter(self, std::move(finished), most, [] { return absl::OkStatus(); });
}

nb::object AnswerBatch(const std::shared_ptr<SelfPlayRun>& self, const BatchHandle& handle,
                       const FloatArray& logits, const FloatArray& values, const std::string& name,
                       nb::list finished, size_t most) {
  return EventAfter(self, std::move(finished), most, [&]() -> absl::Status {
    KVINTET_RETURN_IF_ERROR(self->CheckProcess());
    EvaluationDesk& desk = self->Desk();
    KVINTET_RETURN_IF_ERROR(desk.CheckWaits(*handle.batch, handle.serial));
    KVINTET_RETURN_IF_ERROR(StoreLogits(logits, desk.Layout(), handle.Spec(), handle.batch.get()));
    KVINTET_RETURN_IF_ERROR(StoreValues(values, handle.batch.get()));
    handle.batch->name = name;
    return desk.Answer(handle.batch, handle.serial);
  });
}

std::shared_ptr<SelfPlayRun> NewSelfPlay(const GameHandle& game, const Search& search,
                                         const SelfPlayOptions& options, int slots, int threads,
                                         std::optional<int> batch_size, uint64_t seed,
                                         uint32_t first_game, std::optional<uint32_t> limit,
                                         const std::string& evaluator, const std::string& policy) {
  SelfPlayPlan plan{.game = game.game,
                    .search = search.settings,
                    .self_play = options.settings,
                    .seed = seed,
                    .first_game = first_game,
                    .games = limit,
                    .judge = Choice<Judge>("evaluator", evaluator,
                                           {{"python", Judge::kPython},
                                            {"uniform", Judge::kUniform},
                                            {"observing", Judge::kObserving}}),
                    .layout = LayoutNamed(policy)};
  plan.self_play.slots_per_thread = slots;
  plan.self_play.threads = threads;
  plan.self_play.batch_size = batch_size.value_or(slots);
  return ValueOf(SelfPlayRun::Start(plan));
}

nb::dict StatsOf(SelfPlayRun* self) {
  ThrowIfError(self->CheckProcess());
  const selfplay::SelfPlayStats stats = self->Stats();
  nb::dict shown;
  shown["games"] = stats.games;
  shown["rows"] = stats.rows;
  shown["evaluations"] = stats.evaluations;
  shown["batches"] = stats.batches;
  shown["batch_fill"] = stats.BatchFill();
  shown["cache_hits"] = stats.cache_hits;
  shown["resigned_games"] = stats.resigned_games;
  shown["adjudicated_games"] = stats.adjudicated_games;
  shown["games_in_play"] = stats.in_play.games;
  shown["tree_seconds"] = stats.tree_seconds;
  shown["evaluate_seconds"] = stats.evaluate_seconds;
  return shown;
}

void BindBatch(nb::module_* module) {
  nb::class_<BatchHandle> type(
      *module, "EvaluationBatch",
      "Positions to evaluate, each as the view of the seat that an answer is for: n rows with m\n"
      "legal actions together. planes, globals and mask are memory of self-play: a later batch\n"
      "overwrites them. The other arrays are copies.");
  type.def("__len__", [](const BatchHandle& self) { return self.rows; });
  type.def_prop_ro(
      "game", [](const BatchHandle& self) { return GameHandle{self.run->Game()}; }, "The game.");
  type.def_prop_ro("planes", &PlanesOf, nb::rv_policy::reference,
                   "The planes of the observations: uint8 [n, planes, height, width].");
  type.def_prop_ro(
      "globals",
      [](const BatchHandle& self) {
        return ArrayOf(self.globals, {self.rows, SizeOf(self.Spec().globals)});
      },
      nb::rv_policy::reference, "The globals of the observations: float32 [n, globals].");
  type.def_prop_ro(
      "mask", &MaskOf, nb::rv_policy::reference,
      "1 for the entries of logits that stand for a legal action, 0 for the others:\n"
      "uint8 [n, num_actions], or [n, policy_size] with policy=\"network\". None with\n"
      "policy=\"legal\". It is written only for those who ask. RuntimeError once the batch has\n"
      "been answered.");
  type.def_prop_ro(
      "legal_actions", [](const BatchHandle& self) { return CopyOf(self.legal, self.num_legal); },
      nb::rv_policy::reference, "The legal actions of all rows, ascending within each: int32 [m].");
  type.def_prop_ro(
      "legal_entries", [](const BatchHandle& self) { return CopyOf(self.entries, self.num_legal); },
      nb::rv_policy::reference,
      "The entry of a row of logits that stands for each legal action: int32 [m].");
  type.def_prop_ro(
      "legal_offsets", [](const BatchHandle& self) { return CopyOf(self.offsets, self.rows + 1); },
      nb::rv_policy::reference,
      "Row i has the legal actions legal_offsets[i] to legal_offsets[i + 1]: int32 [n + 1].");
  type.def("view", &ViewOfBatch, "row"_a,
           "The view of one row. RuntimeError once the batch has been answered.");
}

}  // namespace

void BindSelfPlay(nb::module_* module) {
  BindBatch(module);
  nb::class_<SelfPlayRun> type(*module, "SelfPlay", "The C++ part of kvintet.SelfPlay.");
  type.def(nb::new_(&NewSelfPlay), "game"_a, nb::kw_only(), "search"_a, "options"_a, "slots"_a,
           "threads"_a, "batch_size"_a.none(), "seed"_a, "first_game"_a, "limit"_a.none(),
           "evaluator"_a, "policy"_a);
  type.def("next", &NextEvent, "finished"_a, "most"_a,
           nb::sig("def next(self, finished: list[Record], most: int) -> EvaluationBatch | bool"),
           "Appends finished games, at most so many, and returns True; or returns a batch to\n"
           "evaluate; or False at the end of all games.");
  type.def("answer", &AnswerBatch, "batch"_a, "logits"_a.noconvert(), "values"_a.noconvert(),
           "name"_a, "finished"_a, "most"_a,
           nb::sig("def answer(self, batch: EvaluationBatch, logits: " FLOATS ", values: " FLOATS
                   ", name: str, finished: list[Record], most: int) -> EvaluationBatch | bool"),
           "Answers a batch, and then does what `next` does.");
  type.def("stats", &StatsOf, nb::sig("def stats(self) -> dict[str, typing.Any]"));
  type.def("close", &SelfPlayRun::Close, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace kvintet::python
