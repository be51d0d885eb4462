// RecordStats: statistics of recorded games.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "base/reports/json.h"
#include "selfplay/records/game_record.h"
#include "training/data/record_source.h"

namespace kvintet::training {

// Games and rows of one model.
struct ModelStats {
  std::string model;
  // Games that it took part in, and rows whose search it finished.
  int64_t games = 0;
  int64_t rows = 0;
};

// Sums over games.
struct RecordStats {
  int64_t files = 0;
  int64_t games = 0;
  int64_t rows = 0;
  int64_t evaluations = 0;
  // Of all files.
  int64_t bytes = 0;
  // Sum over the rows of how far the search moved the policy, in 4096ths of a nat.
  int64_t surprise = 0;
  // Seat 0 won, draw, seat 1 won. Games that were cut are not counted here.
  std::array<int64_t, 3> results = {0, 0, 0};
  int64_t truncated = 0;
  std::map<std::string, int64_t> reasons = {};
  // Actions of seats, over all games; then of the shortest and the longest game.
  int64_t plies = 0;
  int64_t shortest = 0;
  int64_t longest = 0;
  // In order of first appearance.
  std::vector<ModelStats> models = {};

  // Adds one game.
  void Add(const selfplay::GameRecord& record);
};

// Reads every file. Fails at the first broken one.
absl::StatusOr<RecordStats> CollectStats(const RecordSource& source);

Json ToJson(const RecordStats& stats);
// Several lines of text for people.
std::string ToText(const RecordStats& stats);

}  // namespace kvintet::training
