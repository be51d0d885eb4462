// RecordedGame: one game of a run or a record file, with its rows as text.
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

// A game recorded by self-play.
struct RecordedGame {
  std::unique_ptr<envs::Game> game = {};
  selfplay::GameRecord record = {};
  // The complete record as text.
  std::string text = {};
};

// Game `index`, from 0, of a run directory or a record file, checked against the rules. NotFound,
// with the number of games, if the index is too large.
absl::StatusOr<RecordedGame> ReadRecordedGame(const std::string& path, int64_t index);

// A row in readable form.
struct RowLine {
  int ply = 0;
  int seat = 0;
  std::string action = {};
  float value = 0;
  float draw = 0;
  // How far the search moved the policy, in nats.
  float surprise = 0;
  std::string model = {};
  // The likeliest actions, most probable first.
  std::vector<std::pair<std::string, float>> policy = {};
};

// The rows of a game, in order.
absl::StatusOr<std::vector<RowLine>> RowLines(const RecordedGame& game);

// RowsText: a line about the game, then a line for each row. RowsJson: the rows as JSON.
std::string RowsText(const selfplay::GameRecord& record, const std::vector<RowLine>& rows);
Json RowsJson(const std::vector<RowLine>& rows);

}  // namespace kvintet::cli
