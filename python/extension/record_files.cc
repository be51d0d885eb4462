// The Python class RecordFile, and the functions that write files and make training arrays.
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "absl/strings/str_cat.h"

#include "base/files/file.h"
#include "base/files/sha256.h"
#include "base/status_macros.h"
#include "envs/registry.h"
#include "python/extension/arrays.h"
#include "python/extension/bindings.h"
#include "python/extension/errors.h"
#include "python/extension/policy_layout.h"
#include "python/extension/record.h"
#include "selfplay/records/record_file.h"
#include "selfplay/records/run_manifest.h"
#include "selfplay/rows/policy_lists.h"
#include "selfplay/rows/returns.h"
#include "selfplay/rows/row_arrays.h"

namespace nb = nanobind;
using namespace nb::literals;  // NOLINT(google-build-using-namespace)

namespace kvintet::python {
namespace {

using selfplay::RecordFile;
// Any name that the system allows, also one that is no UTF-8.
using Path = std::filesystem::path;

// The Python class RecordFile.
struct FileHandle {
  SharedGame game;
  std::shared_ptr<const RecordFile> file;
};

FileHandle OpenRecordFile(const Path& path) {
  absl::StatusOr<RecordFile> file;
  {
    const nb::gil_scoped_release release;
    file = RecordFile::Read(path.native());
  }
  ThrowIfError(file.status());
  SharedGame game = ValueOf(envs::MakeGame(file->Game()));
  return {.game = std::move(game), .file = std::make_shared<RecordFile>(*std::move(file))};
}

std::vector<RecordHandle> ReadFrame(const FileHandle& self, size_t frame) {
  if (frame >= self.file->Frames().size()) {
    throw nb::index_error("frame: there is none of this number");
  }
  return HandlesOf(self.game, ValueOf(self.file->ReadFrame(frame)));
}

// The game of these records. ValueError if they are of several games.
const SharedGame& GameOf(const std::vector<RecordHandle>& records) {
  const SharedGame& game = records.front().game;
  for (const RecordHandle& record : records) {
    if (record.game->Spec().text != game->Spec().text) {
      throw nb::value_error(absl::StrCat("records: wanted one game, found ", game->Spec().text,
                                         " and ", record.game->Spec().text)
                                .c_str());
    }
  }
  return game;
}

void CheckNotEmpty(const std::vector<RecordHandle>& records) {
  if (records.empty()) {
    throw nb::value_error("records: wanted at least one, found none");
  }
}

nb::bytes FileBytes(const std::vector<RecordHandle>& records) {
  CheckNotEmpty(records);
  selfplay::RecordFileBuilder builder(GameOf(records)->Spec().text);
  for (const RecordHandle& record : records) {
    builder.Add(*record.record);
  }
  const std::string bytes = builder.Finish();
  return nb::bytes(bytes.data(), bytes.size());
}

// The name that a file of these bytes has in a run.
std::string FileName(const nb::bytes& bytes) {
  return Sha256Hex({bytes.c_str(), bytes.size()}) + std::string(selfplay::kRecordFileEnding);
}

void WriteBytes(const Path& path, const nb::bytes& bytes) {
  ThrowIfError(WriteFileAtomically(path.native(), {bytes.c_str(), bytes.size()}));
}

// The shards that a run has on disk, oldest first: name, games, rows.
std::vector<std::tuple<std::string, int64_t, int64_t>> RunShards(const Path& path) {
  const selfplay::RunState state = ValueOf(selfplay::ReadRunState(path.native()));
  std::vector<std::tuple<std::string, int64_t, int64_t>> shards;
  for (auto i = static_cast<size_t>(state.removed); i < state.shards.size(); ++i) {
    shards.emplace_back(state.shards[i].name, state.shards[i].games, state.shards[i].rows);
  }
  return shards;
}

// The training arrays of some records.
struct Gathered {
  explicit Gathered(const envs::Game& game) : rows(game) { policies.Clear(); }

  selfplay::RowGatherer rows;
  std::vector<float> wdl;
  // Unless the layout is kActions.
  selfplay::PolicyLists policies;
};

absl::Status GatherRows(const std::vector<RecordHandle>& records, PolicyLayout layout,
                        double value_lambda, Gathered* gathered) {
  const envs::Game& game = *records.front().game;
  size_t total = 0;
  for (const RecordHandle& record : records) {
    total += record.record->rows.size();
  }
  gathered->rows.Reserve(total);
  gathered->wdl.reserve(3 * total);
  for (const RecordHandle& handle : records) {
    const selfplay::GameRecord& record = *handle.record;
    KVINTET_RETURN_IF_ERROR(gathered->rows.Add(record, [&](const selfplay::ReplayedRow& row) {
      const selfplay::Wdl wdl =
          LambdaWdl(record, static_cast<size_t>(row.index), {.lambda = value_lambda});
      gathered->wdl.insert(gathered->wdl.end(), {wdl.win, wdl.draw, wdl.loss});
      if (layout != PolicyLayout::kActions) {
        AppendPolicy(game, record, row, /*symmetry=*/0, row.view, &gathered->policies);
      }
    }));
  }
  return absl::OkStatus();
}

// An array that takes over the elements; its first axis is that of rows.
template <typename T>
Array<T> TakenArray(std::vector<T>* elements, std::vector<size_t> shape) {
  const auto kept = std::make_shared<std::vector<T>>(std::move(*elements));
  return SharedArray(kept->data(), shape, kept);
}

// Mask and policy over the entries of a network's policy.
void ShowNetworkPolicy(const selfplay::PolicyLists& policies, size_t width, nb::dict* arrays) {
  const size_t rows = policies.offsets.size() - 1;
  std::vector<uint8_t> mask(rows * width);
  std::vector<float> policy(rows * width);
  for (size_t row = 0; row < rows; ++row) {
    for (auto i = static_cast<size_t>(policies.offsets[row]);
         i < static_cast<size_t>(policies.offsets[row + 1]); ++i) {
      const size_t place = row * width + static_cast<size_t>(policies.indices[i]);
      mask[place] = 1;
      policy[place] = policies.probabilities[i];
    }
  }
  (*arrays)["mask"] = TakenArray(&mask, {rows, width});
  (*arrays)["policy"] = TakenArray(&policy, {rows, width});
}

nb::dict ArraysOf(const std::vector<RecordHandle>& records, const std::string& policy,
                  double value_lambda) {
  const PolicyLayout layout = LayoutNamed(policy);
  if (!(value_lambda >= 0 && value_lambda <= 1)) {
    throw nb::value_error(
        absl::StrCat("value_lambda: must be between 0 and 1, is ", value_lambda).c_str());
  }
  CheckNotEmpty(records);
  const envs::GameSpec& spec = GameOf(records)->Spec();
  Gathered gathered(*records.front().game);
  absl::Status status;
  {
    const nb::gil_scoped_release release;
    status = GatherRows(records, layout, value_lambda, &gathered);
  }
  ThrowIfError(status);
  selfplay::RowArrays& rows = gathered.rows.Rows();
  const size_t count = rows.value.size();
  nb::dict arrays;
  VisitRowArrays(spec, rows,
                 [&](const char* name, auto& array, const std::vector<int64_t>& extents) {
                   std::vector<size_t> shape = {count};
                   shape.insert(shape.end(), extents.begin(), extents.end());
                   arrays[name] = TakenArray(&array, shape);
                 });
  arrays["wdl"] = TakenArray(&gathered.wdl, {count, 3});
  arrays["models"] = nb::cast(gathered.rows.Models());
  if (layout == PolicyLayout::kNetwork) {
    ShowNetworkPolicy(gathered.policies, LayoutWidth(spec, layout), &arrays);
  } else if (layout == PolicyLayout::kLegal) {
    arrays.attr("pop")("mask");
    const size_t legal = gathered.policies.indices.size();
    arrays["policy"] = TakenArray(&gathered.policies.probabilities, {legal});
    arrays["legal_entries"] = TakenArray(&gathered.policies.indices, {legal});
    arrays["legal_offsets"] = TakenArray(&gathered.policies.offsets, {count + 1});
  }
  return arrays;
}

}  // namespace

void BindRecordFiles(nb::module_* module) {
  nb::class_<FileHandle> type(*module, "RecordFile",
                              "One file of recorded games; kvintet.records.load reads it.");
  type.def(
      "__init__",
      [](FileHandle* self, const Path& path) { new (self) FileHandle(OpenRecordFile(path)); },
      "path"_a, nb::sig("def __init__(self, path: str | os.PathLike[str]) -> None"));
  type.def_prop_ro("game", [](const FileHandle& self) { return GameHandle{self.game}; });
  type.def_prop_ro("num_games", [](const FileHandle& self) { return self.file->Games(); });
  type.def_prop_ro("num_rows", [](const FileHandle& self) { return self.file->Rows(); });
  type.def_prop_ro("num_frames", [](const FileHandle& self) { return self.file->Frames().size(); });
  type.def("read_frame", &ReadFrame, "frame"_a);
  module->def("record_arrays", &ArraysOf, "records"_a, "policy"_a, "value_lambda"_a,
              nb::sig("def record_arrays(records: list[Record], policy: str, value_lambda: float)"
                      " -> dict[str, typing.Any]"));
  module->def("record_file_bytes", &FileBytes, "records"_a,
              nb::sig("def record_file_bytes(records: list[Record]) -> bytes"));
  module->def("record_file_name", &FileName, "data"_a);
  module->def("write_file", &WriteBytes, "path"_a, "data"_a,
              nb::sig("def write_file(path: str | os.PathLike[str], data: bytes) -> None"));
  module->def(
      "run_shards", &RunShards, "path"_a,
      nb::sig("def run_shards(path: str | os.PathLike[str]) -> list[tuple[str, int, int]]"));
}

}  // namespace kvintet::python
