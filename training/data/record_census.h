// RecordCensus: what recorded games are, counted.
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
struct ModelCensus {
  std::string model;
  // Games that it had a part in, rows whose search it ended.
  int64_t games = 0;
  int64_t rows = 0;
};

// Sums over games.
struct RecordCensus {
  int64_t files = 0;
  int64_t games = 0;
  int64_t rows = 0;
  int64_t evaluations = 0;
  // Of the files.
  int64_t bytes = 0;
  // Sum over the rows of how far the search moved the policy, in 4096ths of a nat.
  int64_t surprise = 0;
  // Seat 0 won, draw, seat 1 won; games that were cut are none of these.
  std::array<int64_t, 3> results = {0, 0, 0};
  int64_t truncated = 0;
  std::map<std::string, int64_t> reasons = {};
  // Actions of seats in a game.
  int64_t plies = 0;
  int64_t shortest = 0;
  int64_t longest = 0;
  // In the order in which they came.
  std::vector<ModelCensus> models = {};

  // Counts one game.
  void Add(const selfplay::GameRecord& record);
};

// Reads every file; fails with the first that is broken.
absl::StatusOr<RecordCensus> TakeCensus(const RecordSource& source);

Json ToJson(const RecordCensus& census);
// Several lines for a person.
std::string ToText(const RecordCensus& census);

}  // namespace kvintet::training
