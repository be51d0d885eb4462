// Openings: how games began, how diverse the beginnings were, and how each one scored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "arena/balance/study/study_game.h"
#include "arena/statistics/score.h"

namespace kvintet::arena {

// The first moves of both seats, as in the record.
struct OpeningLine {
  std::string moves = {};
  int64_t games = 0;
  // The first player's.
  Interval score = {};
};

// How many distinct beginnings there are after this many moves.
struct OpeningDepth {
  int moves = 0;
  int64_t distinct = 0;
  // exp(entropy): the number of equally frequent beginnings with the same diversity.
  double effective = 0;
};

// The openings of one level.
struct OpeningResults {
  // After one, two, ... moves.
  std::vector<OpeningDepth> depths = {};
  // The most frequent openings, most frequent first, at the smallest number of moves with more than
  // one frequent opening.
  int shown_moves = 0;
  std::vector<OpeningLine> lines = {};
};

OpeningResults OpeningsOf(std::span<const StudyGame> games, double confidence);

}  // namespace kvintet::arena
