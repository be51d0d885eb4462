// RowGatherer: see the header.
#include "selfplay/rows/row_arrays.h"

#include <algorithm>
#include <span>

namespace kvintet::selfplay {

RowGatherer::RowGatherer(const envs::Game& game) : game_(game) {}

void RowGatherer::Reserve(size_t rows) {
  VisitRowArrays(game_.Spec(), rows_,
                 [&](const char*, auto& array, const std::vector<int64_t>& extents) {
                   size_t size = rows;
                   for (const int64_t extent : extents) {
                     size *= static_cast<size_t>(extent);
                   }
                   array.reserve(size);
                 });
}

absl::Status RowGatherer::Add(const GameRecord& record,
                              absl::FunctionRef<void(const ReplayedRow&)> also) {
  std::vector<int32_t> models;
  for (const std::string& model : record.models) {
    models.push_back(NumberOf(model));
  }
  return ReplayRows(game_, record, [&](const ReplayedRow& row) {
    AddSeen(row);
    AddTargets(record, row);
    rows_.model.push_back(models[row.row->model]);
    also(row);
  });
}

int32_t RowGatherer::NumberOf(const std::string& model) {
  const auto found = std::ranges::find(models_, model);
  const auto number = found - models_.begin();
  if (found == models_.end()) {
    models_.push_back(model);
  }
  return static_cast<int32_t>(number);
}

void RowGatherer::AddSeen(const ReplayedRow& row) {
  const size_t plane = rows_.observation.size();
  rows_.observation.resize(plane + static_cast<size_t>(game_.Spec().PlaneBytes()));
  const size_t global = rows_.globals.size();
  rows_.globals.resize(global + static_cast<size_t>(game_.Spec().globals));
  game_.Observe(row.view, std::span(rows_.observation).subspan(plane),
                std::span(rows_.globals).subspan(global));
}

void RowGatherer::AddTargets(const GameRecord& record, const ReplayedRow& row) {
  const auto actions = static_cast<size_t>(game_.Spec().num_actions);
  const size_t first = rows_.mask.size();
  rows_.mask.resize(first + actions);
  rows_.policy.resize(first + actions);
  legal_policy_.resize(row.legal.size());
  FillPolicy(record, *row.row, row.legal, legal_policy_);
  for (size_t i = 0; i < row.legal.size(); ++i) {
    rows_.mask[first + static_cast<size_t>(row.legal[i])] = 1;
    rows_.policy[first + static_cast<size_t>(row.legal[i])] = legal_policy_[i];
  }
  rows_.value.push_back(record.ResultFor(*row.row));
  rows_.search_value.push_back(row.row->Value());
  rows_.action.push_back(record.events[static_cast<size_t>(row.row->event)].action);
  rows_.seat.push_back(static_cast<uint8_t>(envs::Index(row.seat)));
  rows_.game.push_back(static_cast<int64_t>(record.number));
  rows_.ply.push_back(row.row->event);
}

}  // namespace kvintet::selfplay
