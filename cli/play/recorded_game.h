// RecordedGame: one game of a run or a record file, with its rows in words.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "selfplay/records/game_record.h"

namespace kvintet::cli {

// A game as self-play recorded it.
struct RecordedGame {
  std::unique_ptr<envs::Game> game = {};
  selfplay::GameRecord record = {};
  // The record in text, all of it.
  std::string text = {};
};

// Game `index`, from 0, of a run directory or a record file, checked against the rules. NotFound,
// saying how many there are, where it is too large.
absl::StatusOr<RecordedGame> ReadRecordedGame(const std::string& path, int64_t index);

// One row for a person.
struct RowLine {
  int ply = 0;
  int seat = 0;
  std::string action = {};
  float value = 0;
  float draw = 0;
  // Nats by which the search moved the policy.
  float surprise = 0;
  std::string model = {};
  // The likeliest actions, by falling probability.
  std::vector<std::pair<std::string, float>> policy = {};
};

// The rows of a game, in order.
absl::StatusOr<std::vector<RowLine>> RowLines(const RecordedGame& game);

// A line each, under a line about the game; the same as JSON.
std::string RowsText(const selfplay::GameRecord& record, const std::vector<RowLine>& rows);
Json RowsJson(const std::vector<RowLine>& rows);

}  // namespace kvintet::cli
