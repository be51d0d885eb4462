// CountedGames: which of the games that were played count, and what the score is by them.
//
// Games count in the order of their indices, the same number of every variant, until the question
// is answered; what was played beyond that does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/balance/study/study_file.h"
#include "arena/statistics/score.h"

namespace kvintet::arena {

// How the interval narrowed.
struct TrackPoint {
  int64_t games = 0;
  Interval interval = {};
};

// Of one rung, all variants together.
struct CountedGames {
  int64_t games = 0;
  // Whether that is the end: StudySettings::min_games are played and each variant's fairness and
  // each difference is decided, by seats and, where there are any, by roles; or the games allowed
  // are played.
  bool complete = false;
  // The first player's score in each variant.
  std::vector<Interval> scores = {};
  // What each variant's score is more than the first's, in [-1, 1]; empty for the first.
  std::vector<std::optional<Interval>> differences = {};
  // [variant][look]
  std::vector<std::vector<TrackPoint>> tracks = {};
};

// Whether one looks at so many games: at every eighth up to 1,024, at half as many from there on,
// and so forth, because each look costs some arithmetic.
bool IsLook(int64_t games);

CountedGames CountGames(const StudySettings& settings, const StudyGames& games, size_t rung);

// The first player's score in single games; and how much more it is in `b`, game by game, in
// [-1, 1]. REQUIRES: of the second, equally many.
Interval ScoreOf(std::span<const StudyGame> games, double confidence);
Interval DifferenceOf(std::span<const StudyGame> a, std::span<const StudyGame> b,
                      double confidence);
// Evidence (an e-value) against there being no difference, in nats.
double LogEvidenceOfDifference(std::span<const StudyGame> a, std::span<const StudyGame> b);

}  // namespace kvintet::arena
