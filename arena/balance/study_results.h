// StudyResults: all results of a study as plain data, computed only from its settings and games.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/ladder_results.h"
#include "arena/balance/study/board_use.h"
#include "arena/balance/study/counted_games.h"
#include "arena/balance/study/openings.h"
#include "arena/balance/study/replayed_games.h"
#include "arena/balance/study/roles.h"
#include "arena/balance/study/study_file.h"
#include "arena/statistics/anytime_mean.h"
#include "arena/statistics/verdict.h"
#include "envs/game.h"

namespace kvintet::arena {

// How many games ended for a reason, and the index of one of them.
struct ReasonCount {
  std::string reason = {};
  int64_t games = 0;
  int64_t first_wins = 0;
  int64_t draws = 0;
  int64_t example = 0;
};

// The course of games according to the judge.
struct TensionResults {
  int64_t games = 0;
  MeanInterval lead_changes = {};
  MeanInterval drama = {};
  MeanInterval decided_at = {};
  // Share of the decisive games.
  Interval comebacks = {};
  // [game][place]: seat 0's value, at most kJudgedPlaces per game.
  std::vector<std::vector<double>> courses = {};
  // For each decisive game: moves until it was decided, and until it ended.
  std::vector<std::pair<double, double>> decided = {};
};

// How much of the result chance draws explain: the covariance of two games with the same chance
// draws and different choices, as a share of the variance.
struct LuckResults {
  int64_t games = 0;
  MeanInterval share = {};
};

// A game worth looking at: its index among the games of its place, and the reason.
struct Example {
  int64_t index = 0;
  std::string why = {};
};

// A possible hole in the rules.
struct RuleHole {
  std::string what = {};
  int64_t games = 0;
  // Share of all games, anytime-valid.
  Interval rate = {};
  std::optional<int64_t> example = {};
};

// One game at one strength.
struct LevelResults {
  StudyPlace place = {};
  int64_t games = 0;
  bool complete = false;
  // The first player's.
  std::array<int64_t, 3> wins_draws_losses = {};
  Interval score = {};
  Fairness fairness = Fairness::kUndecided;
  std::string verdict = {};
  std::optional<RoleResults> role = {};
  std::vector<TrackPoint> track = {};
  // Shares of all games: ended by a rule, and drawn.
  Interval finished = {};
  Interval draws = {};
  std::vector<ReasonCount> reasons = {};
  std::vector<int> lengths = {};
  MeanInterval length = {};
  MeanInterval choices = {};
  // Share of decisions with only one legal action.
  MeanInterval forced = {};
  // Absolute value of the game's margin, if the game has one.
  MeanInterval margin = {};
  int64_t distinct_games = 0;
  TensionResults tension = {};
  std::optional<LuckResults> luck = {};
  OpeningResults openings = {};
  ReplayedGames replayed = {};
  std::vector<RuleHole> holes = {};
  std::vector<Example> examples = {};
};

// A variant's measure minus that of the first game, over pairs of games with the same seeds.
struct Difference {
  size_t variant = 0;
  size_t level = 0;
  std::string measure = {};
  // Whether the measure is the score of a side; the difference is then in [-1, 1].
  bool of_score = false;
  MeanInterval difference = {};
  // Evidence in nats (none for means over few games), and whether it remains significant among all
  // comparisons (5 % false on average).
  double log_evidence = 0;
  bool stands = false;
};

// Strength of a level: Elo above the weakest level, which has 0, from all duels.
struct Strength {
  double elo = 0;
  double low = 0;
  double high = 0;
};

// Score of level `a` against level `b`, with an interval for a number of pairs fixed in advance.
struct DuelResults {
  size_t variant = 0;
  size_t a = 0;
  size_t b = 0;
  int64_t pairs = 0;
  Interval score = {};
};

struct StudyResults {
  // [variant][level]
  std::vector<std::vector<LevelResults>> levels = {};
  std::vector<Difference> differences = {};
  std::vector<DuelResults> duels = {};
  // [variant][level]; empty if not all duels are played.
  std::vector<std::vector<Strength>> strengths = {};
  // All levels, weakest first, as LadderOrder returns them.
  std::vector<size_t> weakest_first = {};
  // The level that the report shows where it shows only one: the witness of the first game, else
  // the strongest level that has played, else the strongest.
  size_t headline = 0;
  // [variant] the combined verdict of all strengths.
  std::vector<LadderResults> ladders = {};
  // [variant] where on the board the headline level acted; without cells if it has not played.
  std::vector<BoardUse> boards = {};
  // Whether all games and duels are played.
  bool complete = false;
};

// `games` in the order of settings.games. An error if a record in the file does not belong to its
// game.
absl::StatusOr<StudyResults> StudyResultsOf(const StudySettings& settings, const StudyGames& played,
                                            const std::vector<const envs::Game*>& games);

}  // namespace kvintet::arena
