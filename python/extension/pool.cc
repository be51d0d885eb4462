// The Python class Pool.
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "absl/strings/str_cat.h"

#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/choices.h"
#include "python/extension/errors.h"
#include "python/extension/guarded_pool.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

// The type of an array of row numbers or actions in the stub.
#define INTEGERS "numpy.typing.NDArray[numpy.integer[typing.Any]]"

namespace kvintet::python {
namespace {

std::shared_ptr<GuardedPool> NewPool(const GameHandle& game, int num_envs, int num_threads,
                                     uint64_t seed, uint32_t first_row, const std::string& layout,
                                     const std::string& autoreset, const std::string& chance,
                                     const std::string& illegal, int max_plies,
                                     const std::vector<std::string>& fields, int buffers) {
  using envs::AutoReset;
  using envs::ChanceMode;
  using envs::IllegalAction;
  using envs::SeatLayout;
  const envs::EnvPoolOptions options = {
      .num_envs = num_envs,
      .num_threads = num_threads,
      .seed = seed,
      .first_row = first_row,
      .layout = Choice<SeatLayout>(
          "layout", layout, {{"per_seat", SeatLayout::kPerSeat}, {"to_act", SeatLayout::kToAct}}),
      .autoreset = Choice<AutoReset>("autoreset", autoreset,
                                     {{"same_step", AutoReset::kSameStep},
                                      {"next_step", AutoReset::kNextStep},
                                      {"disabled", AutoReset::kDisabled}}),
      .chance = Choice<ChanceMode>(
          "chance", chance, {{"resolve", ChanceMode::kResolve}, {"expose", ChanceMode::kExpose}}),
      .illegal = Choice<IllegalAction>("illegal", illegal,
                                       {{"refuse", IllegalAction::kRefuse},
                                        {"forfeit", IllegalAction::kForfeit},
                                        {"ignore", IllegalAction::kIgnore}}),
      .max_plies = max_plies};
  return ValueOf(GuardedPool::Make(game.game, options, fields, buffers));
}

nb::dict BufferArrays(const std::shared_ptr<GuardedPool>& self, size_t buffer) {
  nb::dict arrays;
  self->VisitArrays(buffer,
                    [&](const char* name, auto* elements, const std::vector<size_t>& shape) {
                      arrays[name] = SharedArray(elements, shape, self->Arena(buffer));
                    });
  return arrays;
}

// ValueError unless the pool has this row; `wanted` begins the text.
void CheckRow(const GuardedPool& self, int row, const char* wanted) {
  if (row < 0 || row >= self.Options().num_envs) {
    throw nb::value_error(
        absl::StrCat(wanted, " in [0, ", self.Options().num_envs, "), found ", row).c_str());
  }
}

std::span<const int32_t> RowsOf(const GuardedPool& self, const AnyArray& rows,
                                std::vector<int32_t>* scratch) {
  const auto list = IntegerList(rows, "rows", scratch);
  for (const int32_t row : list) {
    CheckRow(self, row, "rows: wanted numbers");
  }
  return list;
}

std::span<const int32_t> ActionsOf(const GuardedPool& self, const AnyArray& actions,
                                   std::vector<int32_t>* scratch) {
  const auto envs = static_cast<size_t>(self.Options().num_envs);
  const size_t slots = self.Options().Slots();
  if (slots == 1) {
    return Integers(actions, {{envs}, {envs, 1}}, "actions", scratch);
  }
  return Integers(actions, {{envs, slots}}, "actions", scratch);
}

void Step(GuardedPool* self, const AnyArray& actions, size_t buffer) {
  std::vector<int32_t> scratch;
  const auto list = ActionsOf(*self, actions, &scratch);
  // Without the GIL, another thread may write into the array after the actions were checked.
  const std::vector<int32_t> own(list.begin(), list.end());
  absl::Status status;
  {
    const nb::gil_scoped_release release;
    status = self->Step(own, buffer);
  }
  ThrowIfError(status);
}

void Send(GuardedPool* self, const AnyArray& actions, size_t buffer) {
  std::vector<int32_t> scratch;
  const auto list = ActionsOf(*self, actions, &scratch);
  ThrowIfError(self->Send({list.begin(), list.end()}, buffer));
}

void Receive(GuardedPool* self) {
  absl::Status status;
  {
    const nb::gil_scoped_release release;
    status = self->Receive();
  }
  ThrowIfError(status);
}

void Reset(GuardedPool* self, const std::optional<AnyArray>& rows, size_t buffer) {
  std::vector<int32_t> scratch;
  if (!rows.has_value()) {
    ThrowIfError(self->Reset(std::nullopt, buffer));
    return;
  }
  ThrowIfError(self->Reset(RowsOf(*self, *rows, &scratch), buffer));
}

Array<int32_t> SampleActions(GuardedPool* self) {
  std::vector<size_t> shape = {static_cast<size_t>(self->Options().num_envs)};
  if (self->Options().Slots() > 1) {
    shape.push_back(self->Options().Slots());
  }
  const NewArray<int32_t> array(shape);
  ThrowIfError(self->SampleActions(array.span));
  return array.Get();
}

void SetSeeds(GuardedPool* self, const AnyArray& rows, const std::vector<uint64_t>& seeds) {
  std::vector<int32_t> scratch;
  const auto list = RowsOf(*self, rows, &scratch);
  if (list.size() != seeds.size()) {
    throw nb::value_error(
        absl::StrCat("seeds: wanted one for each of ", list.size(), " rows, found ", seeds.size())
            .c_str());
  }
  ThrowIfError(self->SetSeeds(list, seeds));
}

void SetStarts(GuardedPool* self, const AnyArray& rows, const std::string& position) {
  std::vector<int32_t> scratch;
  ThrowIfError(self->SetStarts(RowsOf(*self, rows, &scratch), position));
}

StoredRows Gather(GuardedPool* self, const AnyArray& rows) {
  std::vector<int32_t> scratch;
  StoredRows stored{.game = self->Game()};
  ThrowIfError(self->Gather(RowsOf(*self, rows, &scratch), &stored));
  return stored;
}

void Scatter(GuardedPool* self, const StoredRows& from, const AnyArray& rows, size_t buffer) {
  std::vector<int32_t> scratch;
  ThrowIfError(self->Scatter(from, RowsOf(*self, rows, &scratch), buffer));
}

void CloneRow(GuardedPool* self, int from, const AnyArray& to, size_t buffer) {
  std::vector<int32_t> scratch;
  CheckRow(*self, from, "from_row: wanted a number");
  ThrowIfError(self->CloneRow(from, RowsOf(*self, to, &scratch), buffer));
}

View ViewOfRow(GuardedPool* self, int row, int seat) {
  CheckRow(*self, row, "row: wanted a number");
  View view{.game = self->Game(), .buffer = envs::ViewBuffer(1, self->Game()->Spec().view_bytes)};
  ThrowIfError(self->MakeView(row, SeatOf(seat), &view));
  return view;
}

}  // namespace

void BindPool(nb::module_* module) {
  nb::class_<StoredRows>(*module, "StoredRows",
                         "Rows copied out of a pool with all of their state, random streams\n"
                         "included. Made by Pool.gather.")
      .def("__len__", [](const StoredRows& self) { return self.rows.states.size(); });
  nb::class_<GuardedPool> type(*module, "Pool", "The C++ part of kvintet.Pool.");
  type.def(nb::new_(&NewPool), "game"_a, nb::kw_only(), "num_envs"_a, "num_threads"_a, "seed"_a,
           "first_row"_a, "layout"_a, "autoreset"_a, "chance"_a, "illegal"_a, "max_plies"_a,
           "fields"_a, "buffers"_a);
  type.def("arrays", &BufferArrays, "buffer"_a,
           nb::sig("def arrays(self, buffer: int) -> dict[str, typing.Any]"));
  type.def("step", &Step, "actions"_a, "buffer"_a,
           nb::sig("def step(self, actions: " INTEGERS ", buffer: int) -> None"));
  type.def("send", &Send, "actions"_a, "buffer"_a,
           nb::sig("def send(self, actions: " INTEGERS ", buffer: int) -> None"));
  type.def("receive", &Receive);
  type.def("reset", &Reset, "rows"_a.none(), "buffer"_a,
           nb::sig("def reset(self, rows: " INTEGERS " | None, buffer: int) -> None"));
  type.def(
      "show", [](GuardedPool* self, size_t buffer) { ThrowIfError(self->Show(buffer)); },
      "buffer"_a);
  type.def("sample_actions", &SampleActions);
  type.def("set_seeds", &SetSeeds, "rows"_a, "seeds"_a,
           nb::sig("def set_seeds(self, rows: " INTEGERS ", seeds: list[int]) -> None"));
  type.def("set_starts", &SetStarts, "rows"_a, "position"_a,
           nb::sig("def set_starts(self, rows: " INTEGERS ", position: str) -> None"));
  type.def("gather", &Gather, "rows"_a,
           nb::sig("def gather(self, rows: " INTEGERS ") -> StoredRows"));
  type.def(
      "scatter", &Scatter, "stored"_a, "rows"_a, "buffer"_a,
      nb::sig("def scatter(self, stored: StoredRows, rows: " INTEGERS ", buffer: int) -> None"));
  type.def(
      "clone_row", &CloneRow, "from_row"_a, "to_rows"_a, "buffer"_a,
      nb::sig("def clone_row(self, from_row: int, to_rows: " INTEGERS ", buffer: int) -> None"));
  type.def("view", &ViewOfRow, "row"_a, "seat"_a);
}

}  // namespace kvintet::python
