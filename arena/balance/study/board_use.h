// BoardUse: counts actions by board cell, with cells as the game's scene draws them.
//
// Cells are shapes of the scene, so that their picture has the board's orientation and layout,
// independent of the grid that networks use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/study/study_game.h"
#include "arena/statistics/anytime_mean.h"
#include "envs/game.h"

namespace kvintet::arena {

// Maximum number of games scanned for cells.
inline constexpr size_t kPictured = 100;

// A place on the board, in the scene's units: x runs right, y up.
struct BoardCell {
  float x = 0;
  float y = 0;
  // Corners: x, y, x, y, ...
  std::vector<float> outline = {};
  // How often an action there was taken.
  int64_t taken = 0;
};

// A name at the edge of the board.
struct BoardLabel {
  float x = 0;
  float y = 0;
  std::string text = {};
};

struct BoardUse {
  int64_t games = 0;
  // Every cell on which an action was legal at least once; empty if actions have no cells.
  std::vector<BoardCell> cells = {};
  // Names of columns and rows, if both seats see them in the same places.
  std::vector<BoardLabel> labels = {};
  // Number of distinct cells with an action, per game.
  MeanInterval used = {};
};

// `games` are complete records of `game`. An action counts for the cell at which the acting seat
// saw it.
absl::StatusOr<BoardUse> UseOfBoard(const envs::Game& game, std::span<const StudyGame> games,
                                    double confidence = 0.95);

}  // namespace kvintet::arena
