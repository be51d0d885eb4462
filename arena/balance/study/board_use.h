// BoardUse: where on the board actions went, as the game's own scene draws it.
//
// Cells are shapes of the scene, so that a picture of them is turned and built as the board is,
// whatever grid a network looks at.
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

// Games that are looked through for their cells at most.
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
  // Every cell on which an action was possible at least once; none where actions have no places.
  std::vector<BoardCell> cells = {};
  // Names of columns and rows, where both seats see them in the same places.
  std::vector<BoardLabel> labels = {};
  // Of one game: different cells with an action.
  MeanInterval used = {};
};

// `games` are whole records of `game`. Each action lies where the seat that took it saw it.
absl::StatusOr<BoardUse> UseOfBoard(const envs::Game& game, std::span<const StudyGame> games,
                                    double confidence = 0.95);

}  // namespace kvintet::arena
