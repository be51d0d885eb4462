// ExportRows: see the header.
#include "training/data/row_export.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <absl/strings/str_cat.h>

#include "base/status_macros.h"
#include "envs/privileged.h"
#include "selfplay/records/replay_rows.h"
#include "training/data/npz_writer.h"

namespace kvintet::training {
namespace {

using selfplay::GameRecord;
using selfplay::ReplayedRow;

// The arrays with one value per row, in the order of the file. The last two are present only with
// kOmniscient.
enum Column : size_t {
  kObservation,
  kGlobals,
  kMask,
  kPolicy,
  kValue,
  kSearchValue,
  kAction,
  kSeat,
  kGame,
  kPly,
  kModel,
  kPrivilegedObservation,
  kPrivilegedGlobals,
  kNumColumns
};

std::vector<NpyArray> Columns(const envs::GameSpec& spec, int64_t rows, Sight sight) {
  const auto actions = int64_t{spec.num_actions};
  std::vector<NpyArray> columns = {
      {"observation", "|u1", {rows, spec.planes, spec.height, spec.width}},
      {"globals", "<f4", {rows, spec.globals}},
      {"mask", "|b1", {rows, actions}},
      {"policy", "<f4", {rows, actions}},
      {"value", "<f4", {rows}},
      {"search_value", "<f4", {rows}},
      {"action", "<i4", {rows}},
      {"seat", "|u1", {rows}},
      {"game", "<i8", {rows}},
      {"ply", "<i4", {rows}},
      {"model", "<i4", {rows}}};
  if (sight == Sight::kOmniscient) {
    columns.push_back({"privileged_observation",
                       "|u1",
                       {rows, envs::kNumSeats, spec.planes, spec.height, spec.width}});
    columns.push_back({"privileged_globals", "<f4", {rows, envs::kNumSeats, spec.globals}});
  }
  return columns;
}

// Gathers the rows of a game and writes them.
class Exporter {
 public:
  Exporter(const envs::Game& game, Sight sight, NpzWriter* out)
      : game_(game),
        sight_(sight),
        out_(out),
        planes_(kNumSeats * static_cast<size_t>(game.Spec().PlaneBytes())),
        globals_(kNumSeats * static_cast<size_t>(game.Spec().globals)),
        mask_(static_cast<size_t>(game.Spec().num_actions)),
        policy_(mask_.size()) {}

  absl::Status Add(const GameRecord& record) {
    std::vector<int32_t> models;
    for (const std::string& model : record.models) {
      models.push_back(NumberOf(model));
    }
    KVINTET_RETURN_IF_ERROR(selfplay::ReplayRows(game_, record, [&](const ReplayedRow& row) {
      AddSeen(row);
      AddTargets(record, row);
      Put(kModel, models[row.row->model]);
    }));
    for (size_t column = 0; column < columns_.size(); ++column) {
      if (!columns_[column].empty()) {
        KVINTET_RETURN_IF_ERROR(out_->Append(column, columns_[column]));
        columns_[column].clear();
      }
    }
    return absl::OkStatus();
  }

  // The names that the column `model` indexes.
  const std::vector<std::string>& Models() const { return models_; }

 private:
  static constexpr size_t kNumSeats = envs::kNumSeats;

  template <typename T>
  void PutAll(Column column, std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    columns_[column].insert(columns_[column].end(), bytes.begin(), bytes.end());
  }
  template <typename T>
  void Put(Column column, T value) {
    PutAll(column, std::span<const T>(&value, 1));
  }

  int32_t NumberOf(const std::string& model) {
    const auto found = std::ranges::find(models_, model);
    const auto number = found - models_.begin();
    if (found == models_.end()) {
      models_.push_back(model);
    }
    return static_cast<int32_t>(number);
  }

  void AddSeen(const ReplayedRow& row) {
    const auto planes = std::span(planes_).first(planes_.size() / kNumSeats);
    const auto globals = std::span(globals_).first(globals_.size() / kNumSeats);
    game_.Observe(row.view, planes, globals);
    PutAll<uint8_t>(kObservation, planes);
    PutAll<float>(kGlobals, globals);
    if (sight_ == Sight::kOmniscient) {
      envs::ObservePrivileged(game_, row.position, row.seat, planes_, globals_);
      PutAll<uint8_t>(kPrivilegedObservation, planes_);
      PutAll<float>(kPrivilegedGlobals, globals_);
    }
  }

  void AddTargets(const GameRecord& record, const ReplayedRow& row) {
    std::ranges::fill(mask_, uint8_t{0});
    std::ranges::fill(policy_, 0.0f);
    legal_policy_.resize(row.legal.size());
    selfplay::FillPolicy(record, *row.row, row.legal, legal_policy_);
    for (size_t i = 0; i < row.legal.size(); ++i) {
      mask_[static_cast<size_t>(row.legal[i])] = 1;
      policy_[static_cast<size_t>(row.legal[i])] = legal_policy_[i];
    }
    PutAll<uint8_t>(kMask, mask_);
    PutAll<float>(kPolicy, policy_);
    Put(kValue, record.ResultFor(*row.row));
    Put(kSearchValue, row.row->Value());
    Put(kAction, record.events[static_cast<size_t>(row.row->event)].action);
    Put(kSeat, static_cast<uint8_t>(envs::Index(row.seat)));
    Put(kGame, static_cast<int64_t>(record.number));
    Put(kPly, row.row->event);
  }

  const envs::Game& game_;
  const Sight sight_;
  NpzWriter* const out_;
  std::vector<uint8_t> planes_;
  std::vector<float> globals_;
  std::vector<uint8_t> mask_;
  std::vector<float> policy_;
  std::vector<float> legal_policy_;
  std::vector<std::string> models_;
  std::vector<std::vector<std::byte>> columns_ = std::vector<std::vector<std::byte>>(kNumColumns);
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
