// Openings: how games began, how diverse that was, and how each way went.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/balance/study/study_game.h"
#include "arena/statistics/score.h"

namespace kvintet::arena {

// The first moves of both seats as the record has them.
struct OpeningLine {
  std::string moves = {};
  int64_t games = 0;
  // The first player's.
  Interval score = {};
};

// How many kinds of beginnings there are after so many moves.
struct OpeningDepth {
  int moves = 0;
  int64_t distinct = 0;
  // exp(entropy): as many equally frequent ones would be as diverse.
  double effective = 0;
};

// How a strength began its games.
struct OpeningFindings {
  // After one, two, ... moves.
  std::vector<OpeningDepth> depths = {};
  // The most frequent after the number of moves at which there is first more than one way that is
  // met often; the most frequent first.
  int shown_moves = 0;
  std::vector<OpeningLine> lines = {};
};

OpeningFindings OpeningsOf(std::span<const StudyGame> games, double confidence);

}  // namespace kvintet::arena
