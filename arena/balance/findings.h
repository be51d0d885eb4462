// Findings: all that a study says, as plain data, from its settings and its games alone.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/balance/ladder_findings.h"
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

// How often games ended for a reason, and one that did.
struct ReasonCount {
  std::string reason = {};
  int64_t games = 0;
  int64_t first_wins = 0;
  int64_t draws = 0;
  int64_t example = 0;
};

// How games took their course, as the judge sees it.
struct TensionFindings {
  int64_t games = 0;
  MeanInterval lead_changes = {};
  MeanInterval drama = {};
  MeanInterval decided_at = {};
  // Shares of the games that somebody won.
  Interval comebacks = {};
  // [game][place]: seat 0's value, at most kJudgedPlaces each.
  std::vector<std::vector<double>> courses = {};
  // Of each won game: moves until it was decided, and until it ended.
  std::vector<std::pair<double, double>> decided = {};
};

// How much of the result the draws of chance explain: the covariance of two games with the same
// draws and other choices, as a share of the variance.
struct LuckFindings {
  int64_t games = 0;
  MeanInterval share = {};
};

// A game worth looking at: its index among those of its place, and why.
struct Example {
  int64_t index = 0;
  std::string why = {};
};

// Something that looks like a hole in the rules.
struct RuleHole {
  std::string what = {};
  int64_t games = 0;
  // Of all games: anytime-valid.
  Interval rate = {};
  std::optional<int64_t> example = {};
};

// One game at one strength.
struct RungFindings {
  StudyPlace place = {};
  int64_t games = 0;
  bool complete = false;
  // Of the first player.
  std::array<int64_t, 3> wins_draws_losses = {};
  Interval score = {};
  Fairness fairness = Fairness::kUndecided;
  std::string verdict = {};
  std::optional<RoleFindings> role = {};
  std::vector<TrackPoint> track = {};
  // Shares of all games: ended by a rule, and without a winner.
  Interval finished = {};
  Interval draws = {};
  std::vector<ReasonCount> reasons = {};
  std::vector<int> lengths = {};
  MeanInterval length = {};
  MeanInterval choices = {};
  // Share of decisions with one legal action.
  MeanInterval forced = {};
  // Of the game's own margin, without its sign; where it has one.
  MeanInterval margin = {};
  int64_t distinct_games = 0;
  TensionFindings tension = {};
  std::optional<LuckFindings> luck = {};
  OpeningFindings openings = {};
  ReplayedGames replayed = {};
  std::vector<RuleHole> holes = {};
  std::vector<Example> examples = {};
};

// One measure of a variant less that of the first game, by pairs of games with the same seeds.
struct Difference {
  size_t variant = 0;
  size_t rung = 0;
  std::string measure = {};
  // Whether of the score of a side, in [-1, 1].
  bool of_score = false;
  MeanInterval difference = {};
  // In nats; and whether it stands among all that were compared (5 % false on average).
  double log_evidence = 0;
  bool stands = false;
};

// How strong a rung is: Elo over the first rung, by all duels.
struct Strength {
  double elo = 0;
  double low = 0;
  double high = 0;
};

// How the rung `a` does against the rung `b`: its score, for a number of pairs fixed before.
struct DuelFindings {
  size_t variant = 0;
  size_t a = 0;
  size_t b = 0;
  int64_t pairs = 0;
  Interval score = {};
};

struct Findings {
  // [variant][rung]
  std::vector<std::vector<RungFindings>> rungs = {};
  std::vector<Difference> differences = {};
  std::vector<DuelFindings> duels = {};
  // [variant][rung]; empty where not all duels are played.
  std::vector<std::vector<Strength>> strengths = {};
  // All rungs, the weakest first, as LadderOrder says.
  std::vector<size_t> weakest_first = {};
  // The rung that the page speaks of where it speaks of one: the witness of the first game, else
  // the strongest that has played, else the strongest.
  size_t headline = 0;
  // [variant] what all strengths say together.
  std::vector<LadderFindings> ladders = {};
  // [variant] where on the board the headline's actions went; without cells where it has not
  // played.
  std::vector<BoardUse> boards = {};
  // Whether all games and duels are played.
  bool complete = false;
};

// `games` as settings.games. An error where a record in the file is none of its game.
absl::StatusOr<Findings> FindingsOf(const StudySettings& settings, const StudyGames& played,
                                    const std::vector<const envs::Game*>& games);

}  // namespace kvintet::arena
