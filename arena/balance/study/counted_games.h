// CountedGames: which of the games played count, and the scores from them.
//
// Games count in the order of their indices, the same number for every variant, until the question
// is answered. Games beyond that do not count.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/balance/study/study_file.h"
#include "arena/statistics/score.h"

namespace kvintet::arena {

// One point of the interval's history.
struct TrackPoint {
  int64_t games = 0;
  Interval interval = {};
};

// For one level, all variants together.
struct CountedGames {
  int64_t games = 0;
  // Whether the level's play is over: either StudySettings::min_games are played and each variant's
  // fairness and each difference is decided, by seats and by roles if there are any; or all games
  // allowed are played.
  bool complete = false;
  // The first player's score in each variant.
  std::vector<Interval> scores = {};
  // Each variant's score minus that of the first, in [-1, 1]; empty for the first.
  std::vector<std::optional<Interval>> differences = {};
  // [variant][look]
  std::vector<std::vector<TrackPoint>> tracks = {};
};

// Whether intervals are computed after this many games: after every 8th up to 1,024, and half as
// often with each doubling from there, because each look costs arithmetic.
bool IsLook(int64_t games);

CountedGames CountGames(const StudySettings& settings, const StudyGames& games, size_t level);

// ScoreOf: the first player's score in single games. DifferenceOf: the score in `b` minus that in
// `a`, game by game, in [-1, 1]. REQUIRES: a and b of equal size.
Interval ScoreOf(std::span<const StudyGame> games, double confidence);
Interval DifferenceOf(std::span<const StudyGame> a, std::span<const StudyGame> b,
                      double confidence);
// Evidence (an e-value) against no difference, in nats.
double LogEvidenceOfDifference(std::span<const StudyGame> a, std::span<const StudyGame> b);

}  // namespace kvintet::arena
