// RowArrays: what rows of records hold, one array for each of their parts, and how to fill them.
//
// docs/record_format.md describes the arrays. Each row shows its position as its seat saw it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

#include "envs/game.h"
#include "selfplay/records/game_record.h"
#include "selfplay/records/replay_rows.h"

namespace kvintet::selfplay {

// Row after row; all arrays grow together.
struct RowArrays {
  std::vector<uint8_t> observation = {};
  std::vector<float> globals = {};
  // Bytes of 0 or 1.
  std::vector<uint8_t> mask = {};
  std::vector<float> policy = {};
  std::vector<float> value = {};
  std::vector<float> search_value = {};
  std::vector<int32_t> action = {};
  std::vector<uint8_t> seat = {};
  std::vector<int64_t> game = {};
  std::vector<int32_t> ply = {};
  std::vector<int32_t> model = {};
};

// Calls visit(name, array, extents) for each array, in the order of exported files. The extents are
// those of one row.
template <typename Arrays, typename Visit>
void VisitRowArrays(const envs::GameSpec& spec, Arrays& arrays, const Visit& visit) {
  using Extents = std::vector<int64_t>;
  visit("observation", arrays.observation, Extents{spec.planes, spec.height, spec.width});
  visit("globals", arrays.globals, Extents{spec.globals});
  visit("mask", arrays.mask, Extents{spec.num_actions});
  visit("policy", arrays.policy, Extents{spec.num_actions});
  visit("value", arrays.value, Extents{});
  visit("search_value", arrays.search_value, Extents{});
  visit("action", arrays.action, Extents{});
  visit("seat", arrays.seat, Extents{});
  visit("game", arrays.game, Extents{});
  visit("ply", arrays.ply, Extents{});
  visit("model", arrays.model, Extents{});
}

// Replays records and gathers their rows. One thread at a time.
class RowGatherer {
 public:
  // `game` must outlive the gatherer.
  explicit RowGatherer(const envs::Game& game);

  // Reserves memory for so many rows in all.
  void Reserve(size_t rows);
  // Appends all rows of a record, and calls `also` for each row after it. Errors are those of
  // ReplayRows; the rows before the error have been appended by then.
  absl::Status Add(const GameRecord& record, absl::FunctionRef<void(const ReplayedRow&)> also);

  // The rows so far. The caller may take or clear them.
  RowArrays& Rows() { return rows_; }
  // The names that RowArrays::model indexes, each once, in the order in which records named them.
  const std::vector<std::string>& Models() const { return models_; }

 private:
  int32_t NumberOf(const std::string& model);
  void AddSeen(const ReplayedRow& row);
  void AddTargets(const GameRecord& record, const ReplayedRow& row);

  const envs::Game& game_;
  RowArrays rows_;
  std::vector<std::string> models_;
  std::vector<float> legal_policy_;
};

}  // namespace kvintet::selfplay
