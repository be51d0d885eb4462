// The Python class Versus: a VersusPool, safe against what Python code may do with it.
#include <algorithm>
#include <memory>
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
#include "absl/strings/str_cat.h"

#include "envs/pool/versus_pool.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/use_guard.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

// Types of arrays in the stub.
#define ARRAY(dtype) "numpy.typing.NDArray[numpy." dtype "]"
#define INTEGERS "numpy.typing.NDArray[numpy.integer[typing.Any]]"

namespace kvintet::python {
namespace {

using envs::VersusPool;
using ActionArray = nb::ndarray<const int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using BoolArray = nb::ndarray<const bool, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// How many sets of arrays that nobody looks at are kept for later observations.
constexpr size_t kSpareSights = 2;

// What the caller sees in all rows, in arrays that Python code may hold.
struct Sights {
  explicit Sights(const envs::EnvSizes& sizes)
      : planes(sizes.planes), mask(sizes.mask_bytes), globals(sizes.globals) {}
  envs::EnvBuffers Buffers() { return {.planes = planes, .globals = globals, .mask_bytes = mask}; }

  std::vector<uint8_t> planes, mask;
  std::vector<float> globals;
};

// Keeps a pool to one call. RuntimeError if another call uses it, or if it was inherited by fork.
class InUse {
 public:
  explicit InUse(UseGuard* guard) : guard_(*guard) { ThrowIfError(guard_.Enter()); }
  ~InUse() { guard_.Leave(); }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;

 private:
  UseGuard& guard_;
};

// The Python class Versus. Each function that looks at the pool has it InUse.
class Versus {
 public:
  static std::shared_ptr<Versus> New(const GameHandle& game, int num_envs, int num_threads,
                                     std::optional<int> seat, bool random_opponent,
                                     bool refuse_illegal);

  void SetSeeds(const AnyArray& rows, const std::vector<uint64_t>& seeds);
  void SetStarts(const AnyArray& rows, const std::string& position);
  bool Begin(const AnyArray& rows);
  bool Step(const ActionArray& actions, const BoolArray& live);
  bool Answer(const AnyArray& actions);
  // Whether the opponent must answer.
  bool Asks();

  Array<int64_t> Seats();
  Array<bool> Over();
  // Rewards, terminations, truncations and illegal actions.
  nb::tuple Outcome();
  // The rows, seats and random numbers of the opponent's decisions, and their legal actions.
  nb::tuple Asked();
  Array<uint8_t> AskedMasks();

  nb::dict Observe();
  void ObserveAgain(const AnyArray& rows);
  Array<int8_t> ActionMasks();
  View ViewOf(int row, int seat);

 private:
  explicit Versus(const SharedGame& game, std::unique_ptr<VersusPool> pool)
      : game_(game), pool_(std::move(pool)) {}
  // A process that inherited it by fork never deletes it.
  static void Delete(Versus* versus) {
    if (versus->guard_.IsHome()) {
      delete versus;
    }
  }

  size_t NumRows() const { return static_cast<size_t>(pool_->Options().num_envs); }
  bool IsAsked() const { return !pool_->AskedRows().empty(); }
  envs::Seat OpponentIn(int row) const {
    return envs::Other(pool_->Seats()[static_cast<size_t>(row)]);
  }
  // Calls `deed` without the GIL. REQUIRES: InUse.
  static void Run(absl::FunctionRef<absl::Status()> deed);
  // Row numbers of the pool in ascending order. ValueError for others.
  std::span<const int32_t> RowsOf(const AnyArray& rows, std::vector<int32_t>* scratch) const;
  // Arrays that no Python code holds; they become the newest. REQUIRES: the GIL is held.
  std::shared_ptr<Sights> FreshSights();

  const SharedGame game_;
  const std::unique_ptr<VersusPool> pool_;
  UseGuard guard_;
  // The last one holds the newest observations.
  std::vector<std::shared_ptr<Sights>> sights_;
};

template <typename To, typename From, typename Convert>
Array<To> Transformed(std::span<const From> elements, const Convert& convert) {
  const NewArray<To> array({elements.size()});
  std::ranges::transform(elements, array.span.begin(), convert);
  return array.Get();
}

template <typename To, typename From>
Array<To> Copied(std::span<const From> elements) {
  return Transformed<To>(elements, [](From element) { return static_cast<To>(element); });
}

std::shared_ptr<Versus> Versus::New(const GameHandle& game, int num_envs, int num_threads,
                                    std::optional<int> seat, bool random_opponent,
                                    bool refuse_illegal) {
  envs::VersusOptions options = {.num_envs = num_envs,
                                 .num_threads = num_threads,
                                 .seat = std::nullopt,
                                 .random_opponent = random_opponent,
                                 .refuse_illegal = refuse_illegal};
  if (seat.has_value()) {
    options.seat = SeatOf(*seat);
  }
  auto pool = ValueOf(VersusPool::Make(*game.game, options));
  return {new Versus(game.game, std::move(pool)), &Versus::Delete};
}

void Versus::Run(absl::FunctionRef<absl::Status()> deed) {
  absl::Status status;
  {
    const nb::gil_scoped_release release;
    status = deed();
  }
  ThrowIfError(status);
}

std::span<const int32_t> Versus::RowsOf(const AnyArray& rows, std::vector<int32_t>* scratch) const {
  const auto list = IntegerList(rows, "rows", scratch);
  int32_t least = 0;
  for (const int32_t row : list) {
    if (row < least || row >= pool_->Options().num_envs) {
      throw nb::value_error(
          absl::StrCat("rows: wanted ascending numbers in [0, ", NumRows(), "), found ", row)
              .c_str());
    }
    least = row + 1;
  }
  return list;
}

void Versus::SetSeeds(const AnyArray& rows, const std::vector<uint64_t>& seeds) {
  std::vector<int32_t> scratch;
  const auto list = RowsOf(rows, &scratch);
  if (list.size() != seeds.size()) {
    throw nb::value_error(
        absl::StrCat("seeds: wanted one for each of ", list.size(), " rows, found ", seeds.size())
            .c_str());
  }
  const InUse use(&guard_);
  Run([&] {
    pool_->SetSeeds(list, seeds);
    return absl::OkStatus();
  });
}

void Versus::SetStarts(const AnyArray& rows, const std::string& position) {
  std::vector<int32_t> scratch;
  const auto list = RowsOf(rows, &scratch);
  const InUse use(&guard_);
  Run([&] { return pool_->SetStarts(list, position); });
}

bool Versus::Begin(const AnyArray& rows) {
  std::vector<int32_t> scratch;
  const auto list = RowsOf(rows, &scratch);
  const InUse use(&guard_);
  Run([&] { return pool_->Begin(list); });
  return IsAsked();
}

bool Versus::Step(const ActionArray& actions, const BoolArray& live) {
  if (actions.size() != NumRows() || live.size() != NumRows()) {
    throw nb::value_error(absl::StrCat("actions, live: wanted ", NumRows(), " of each").c_str());
  }
  const InUse use(&guard_);
  // Without the GIL, another thread may write into the array after the actions were checked.
  const std::vector<int64_t> own(actions.data(), actions.data() + actions.size());
  Run([&] { return pool_->Step(own, std::span(live.data(), live.size())); });
  return IsAsked();
}

bool Versus::Answer(const AnyArray& actions) {
  const InUse use(&guard_);
  std::vector<int32_t> scratch;
  const auto list = Integers(actions, {{pool_->AskedRows().size()}}, "opponent", &scratch);
  const std::vector<int32_t> own(list.begin(), list.end());  // as in Step
  Run([&] { return pool_->Answer(own); });
  return IsAsked();
}

bool Versus::Asks() {
  const InUse use(&guard_);
  return IsAsked();
}

Array<int64_t> Versus::Seats() {
  const InUse use(&guard_);
  return Transformed<int64_t>(pool_->Seats(), [](envs::Seat seat) { return Index(seat); });
}

Array<bool> Versus::Over() {
  const InUse use(&guard_);
  return Copied<bool>(pool_->Over());
}

nb::tuple Versus::Outcome() {
  const InUse use(&guard_);
  const envs::VersusOutcome& outcome = pool_->Outcome();
  const auto bools = [](const std::vector<uint8_t>& bytes) {
    return Copied<bool>(std::span(bytes));
  };
  return nb::make_tuple(Copied<double>(std::span(outcome.rewards)), bools(outcome.terminated),
                        bools(outcome.truncated), bools(outcome.illegal));
}

nb::tuple Versus::Asked() {
  const InUse use(&guard_);
  const std::span<const int> rows = pool_->AskedRows();
  return nb::make_tuple(
      Copied<int64_t>(rows),
      Transformed<int64_t>(rows, [this](int row) { return Index(OpponentIn(row)); }),
      Copied<uint64_t>(pool_->Draws()));
}

Array<uint8_t> Versus::AskedMasks() {
  const InUse use(&guard_);
  const std::span<const int> rows = pool_->AskedRows();
  const auto width = static_cast<size_t>(game_->Spec().num_actions);
  const NewArray<uint8_t> masks({rows.size(), width});
  for (size_t i = 0; i < rows.size(); ++i) {
    pool_->LegalActions(rows[i], OpponentIn(rows[i])).ForEach([&](envs::Action action) {
      masks.span[i * width + static_cast<size_t>(action)] = 1;
    });
  }
  return masks.Get();
}

std::shared_ptr<Sights> Versus::FreshSights() {
  // Those that are held come last.
  const auto held = std::ranges::stable_partition(
      sights_, [](const std::shared_ptr<Sights>& one) { return one.use_count() == 1; });
  const auto spare = static_cast<size_t>(held.begin() - sights_.begin());
  if (spare > kSpareSights) {
    sights_.erase(sights_.begin(), held.begin() - static_cast<ptrdiff_t>(kSpareSights));
  }
  if (spare == 0) {
    sights_.push_back(std::make_shared<Sights>(pool_->Sizes()));
  } else {
    std::ranges::rotate(sights_, sights_.begin() + 1);
  }
  return sights_.back();
}

nb::dict Versus::Observe() {
  const InUse use(&guard_);
  const std::shared_ptr<Sights> sights = FreshSights();
  Run([&] {
    pool_->Observe(sights->Buffers());
    return absl::OkStatus();
  });
  const envs::GameSpec& spec = game_->Spec();
  const auto extent = [](int size) { return static_cast<size_t>(size); };
  nb::dict arrays;
  arrays["action_mask"] = SharedArray(reinterpret_cast<int8_t*>(sights->mask.data()),
                                      {NumRows(), extent(spec.num_actions)}, sights);
  if (spec.globals > 0) {
    arrays["globals"] =
        SharedArray(sights->globals.data(), {NumRows(), extent(spec.globals)}, sights);
  }
  arrays["planes"] = SharedArray(
      sights->planes.data(),
      {NumRows(), extent(spec.planes), extent(spec.height), extent(spec.width)}, sights);
  return arrays;
}

void Versus::ObserveAgain(const AnyArray& rows) {
  std::vector<int32_t> scratch;
  const auto list = RowsOf(rows, &scratch);
  const InUse use(&guard_);
  if (sights_.empty()) {
    throw nb::value_error("observe_again: nothing was observed before");
  }
  Run([&] {
    pool_->Observe(list, sights_.back()->Buffers());
    return absl::OkStatus();
  });
}

Array<int8_t> Versus::ActionMasks() {
  const NewArray<int8_t> masks({NumRows(), static_cast<size_t>(game_->Spec().num_actions)});
  const std::span bytes(reinterpret_cast<uint8_t*>(masks.elements), masks.span.size());
  const InUse use(&guard_);
  Run([&] {
    pool_->Observe({.mask_bytes = bytes});
    return absl::OkStatus();
  });
  return masks.Get();
}

View Versus::ViewOf(int row, int seat) {
  if (row < 0 || row >= pool_->Options().num_envs) {
    throw nb::value_error(
        absl::StrCat("row: wanted a number in [0, ", NumRows(), "), found ", row).c_str());
  }
  View view{.game = game_, .buffer = envs::ViewBuffer(1, game_->Spec().view_bytes)};
  const envs::Seat of_seat = SeatOf(seat);
  const InUse use(&guard_);
  Run([&] {
    game_->MakeViews(pool_->Position(row), std::span(&of_seat, 1), view.buffer.Span());
    view.earlier = EarlierOf(*game_, pool_->HistoryOf(row));
    return absl::OkStatus();
  });
  return view;
}

}  // namespace

void BindVersus(nb::module_* module) {
  nb::class_<Versus> type(*module, "Versus", "The C++ part of the environments of Gymnasium.");
  type.def(nb::new_(&Versus::New), "game"_a, nb::kw_only(), "num_envs"_a, "num_threads"_a,
           "seat"_a.none(), "random_opponent"_a, "refuse_illegal"_a);
  type.def("set_seeds", &Versus::SetSeeds, "rows"_a, "seeds"_a,
           nb::sig("def set_seeds(self, rows: " INTEGERS ", seeds: list[int]) -> None"));
  type.def("set_starts", &Versus::SetStarts, "rows"_a, "position"_a,
           nb::sig("def set_starts(self, rows: " INTEGERS ", position: str) -> None"));
  type.def("begin", &Versus::Begin, "rows"_a,
           nb::sig("def begin(self, rows: " INTEGERS ") -> bool"),
           "Begins games; true while the opponent is asked, as for step and answer.");
  type.def("step", &Versus::Step, "actions"_a.noconvert(), "live"_a.noconvert(),
           nb::sig("def step(self, actions: " ARRAY("int64") ", live: " ARRAY("bool") ") -> bool"));
  type.def("answer", &Versus::Answer, "actions"_a,
           nb::sig("def answer(self, actions: " INTEGERS ") -> bool"));
  type.def("asks", &Versus::Asks, "Whether the opponent must answer.");
  type.def("asked", &Versus::Asked,
           nb::sig("def asked(self) -> tuple[" ARRAY("int64") ", " ARRAY("int64") ", " ARRAY(
               "uint64") "]"),
           "The rows, seats and random numbers of the opponent's decisions.");
  type.def("asked_masks", &Versus::AskedMasks);
  type.def("outcome", &Versus::Outcome,
           nb::sig("def outcome(self) -> tuple[" ARRAY("float64") ", " ARRAY("bool") ", " ARRAY(
               "bool") ", " ARRAY("bool") "]"),
           "Rewards, terminations, truncations, and which actions were illegal.");
  type.def("seats", &Versus::Seats);
  type.def("over", &Versus::Over);
  type.def("observe", &Versus::Observe, nb::sig("def observe(self) -> dict[str, typing.Any]"),
           "All observations, in arrays that nobody else holds.");
  type.def("observe_again", &Versus::ObserveAgain, "rows"_a,
           nb::sig("def observe_again(self, rows: " INTEGERS ") -> None"),
           "Writes some rows into the newest arrays of observe.");
  type.def("action_masks", &Versus::ActionMasks);
  type.def("view", &Versus::ViewOf, "row"_a, "seat"_a);
}

}  // namespace kvintet::python
