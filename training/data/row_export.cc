// ExportRows: see the header.
#include "training/data/row_export.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"
#include "envs/privileged.h"
#include "selfplay/rows/row_arrays.h"
#include "training/data/npz_writer.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;
using selfplay::ReplayedRow;
using selfplay::RowArrays;

constexpr size_t kNumSeats = envs::kNumSeats;

// What both seats saw, added with kOmniscient.
struct PrivilegedArrays {
  std::vector<uint8_t> observation = {};
  std::vector<float> globals = {};
};

// Calls visit(name, array, extents of one row) for each array with one value per row, in the order
// of the file.
template <typename Visit>
void VisitColumns(const envs::GameSpec& spec, Sight sight, RowArrays* rows,
                  PrivilegedArrays* privileged, const Visit& visit) {
  using Extents = std::vector<int64_t>;
  selfplay::VisitRowArrays(spec, *rows, visit);
  if (sight == Sight::kOmniscient) {
    visit("privileged_observation", privileged->observation,
          Extents{envs::kNumSeats, spec.planes, spec.height, spec.width});
    visit("privileged_globals", privileged->globals, Extents{envs::kNumSeats, spec.globals});
  }
}

// The type of an array as numpy writes it. The mask is the only one of bools.
template <typename T>
const char* TypeOf(std::string_view name) {
  if (std::is_same_v<T, float>) {
    return "<f4";
  }
  if (std::is_same_v<T, uint8_t>) {
    return name == "mask" ? "|b1" : "|u1";
  }
  return sizeof(T) == sizeof(int64_t) ? "<i8" : "<i4";
}

std::vector<NpyArray> Columns(const envs::GameSpec& spec, int64_t rows, Sight sight) {
  std::vector<NpyArray> columns;
  RowArrays none;
  PrivilegedArrays no_others;
  VisitColumns(
      spec, sight, &none, &no_others,
      [&]<typename T>(const char* name, const std::vector<T>&, std::vector<int64_t> shape) {
        shape.insert(shape.begin(), rows);
        columns.push_back({name, TypeOf<T>(name), std::move(shape)});
      });
  return columns;
}

// Gathers the rows of a game and writes them.
class Exporter {
 public:
  Exporter(const envs::Game& game, Sight sight, NpzWriter* out)
      : game_(game), sight_(sight), out_(out), gatherer_(game) {}

  absl::Status Add(const GameRecord& record) {
    KVINTET_RETURN_IF_ERROR(
        gatherer_.Add(record, [this](const ReplayedRow& row) { AddPrivileged(row); }));
    absl::Status status;
    size_t column = 0;
    VisitColumns(game_.Spec(), sight_, &gatherer_.Rows(), &privileged_,
                 [&]<typename T>(const char*, std::vector<T>& array, const std::vector<int64_t>&) {
                   if (!array.empty()) {
                     status.Update(out_->Append(column, std::as_bytes(std::span<const T>(array))));
                     array.clear();
                   }
                   ++column;
                 });
    return status;
  }

  // The names that the column `model` indexes.
  const std::vector<std::string>& Models() const { return gatherer_.Models(); }

 private:
  void AddPrivileged(const ReplayedRow& row) {
    if (sight_ != Sight::kOmniscient) {
      return;
    }
    const envs::GameSpec& spec = game_.Spec();
    const size_t plane = privileged_.observation.size();
    privileged_.observation.resize(plane + kNumSeats * static_cast<size_t>(spec.PlaneBytes()));
    const size_t global = privileged_.globals.size();
    privileged_.globals.resize(global + kNumSeats * static_cast<size_t>(spec.globals));
    envs::ObservePrivileged(game_, row.position, row.seat,
                            std::span(privileged_.observation).subspan(plane),
                            std::span(privileged_.globals).subspan(global));
  }

  const envs::Game& game_;
  const Sight sight_;
  NpzWriter* const out_;
  selfplay::RowGatherer gatherer_;
  PrivilegedArrays privileged_;
};

// Writes the texts of one array, padded with zeros to equal length.
absl::Status AddTexts(const std::string& name, const std::vector<std::string>& texts, size_t number,
                      NpzWriter* out) {
  size_t width = 1;
  for (const std::string& text : texts) {
    width = std::max(width, text.size());
  }
  KVINTET_RETURN_IF_ERROR(out->AddArray({name, absl::StrCat("|S", width), {std::ssize(texts)}}));
  for (std::string text : texts) {
    text.resize(width, '\0');
    KVINTET_RETURN_IF_ERROR(out->Append(number, std::as_bytes(std::span<const char>(text))));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ExportRows(const envs::Game& game, const RecordSource& source, Sight sight,
                        const std::string& path) {
  NpzWriter out(path);
  const std::vector<NpyArray> columns = Columns(game.Spec(), source.Rows(), sight);
  for (const NpyArray& column : columns) {
    KVINTET_RETURN_IF_ERROR(out.AddArray(column));
  }
  Exporter exporter(game, sight, &out);
  KVINTET_RETURN_IF_ERROR(
      source.ForEach([&](const GameRecord& record) { return exporter.Add(record); }));
  KVINTET_RETURN_IF_ERROR(AddTexts("models", exporter.Models(), columns.size(), &out));
  KVINTET_RETURN_IF_ERROR(AddTexts("rules", {game.Spec().text}, columns.size() + 1, &out));
  return out.Finish();
}

}  // namespace kvintet::training
