// Progress: what a run says of itself while it works.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "base/reports/json.h"
#include "training/run/event_file.h"
#include "training/run/learning_figures.h"

namespace kvintet::training {

// The state of a run; sums are over the whole run, over all its sessions.
struct Progress {
  int64_t games = 0;
  // So many of them were given by another run (learner.games_from).
  int64_t given_games = 0;
  int64_t rows = 0;
  // Those of games in play, too.
  int64_t evaluations = 0;
  int64_t steps = 0;
  // Games in play, or that were when playing stopped, and actions and outcomes of chance in them,
  // on average.
  int64_t games_in_play = 0;
  double ply_in_play = 0;
  // Rows the learner samples from now.
  int64_t window = 0;
  // Of the last round.
  double policy_loss = 0;
  double value_loss = 0;
  // Of heads; 0 without.
  double soft_policy_loss = 0;
  double reply_policy_loss = 0;
  double margin_loss = 0;
  double ownership_loss = 0;
  // Of a privileged critic; 0 without. Which part of what games were worth was expected at their
  // rows: 1 - mean (worth - expected)^2 / mean worth^2, of objectives with advantages.
  double critic_loss = 0;
  double explained_variance = 0;
  double evaluations_per_second = 0;
  double rows_per_second = 0;
  // In [0, 1].
  double batch_fill = 0;
  double tree_share = 0;
  // Part of the evaluations asked for that a cache spared; part of the games that went on although
  // a seat would have given up, which that seat did not lose.
  double cache_hit_share = 0;
  double wrong_resign_share = 0;
  // Part of the games that ended where the rules knew who wins; part of those that went on there
  // which this seat did not win.
  double adjudicated_share = 0;
  double wrong_adjudication_share = 0;
  // Shares of the round's time: that the learner worked; that it had no games to learn from; that
  // games that had ended waited for it, and playing with them.
  double learn_share = 0;
  double learn_idle_share = 0;
  double play_idle_share = 0;
  // Mean of the round's games, from their end until the learner took them.
  double queue_seconds = 0;
  double mean_plies = 0;
  // Seconds of work so far, and what is left of the limit (negative: no limit).
  double seconds = 0;
  double seconds_left = -1;
  // Of a run of several stages: "2/3 search", else empty. Seconds are those of all stages, games
  // those of this one.
  std::string stage = {};
  // Part of the limit, to time or to games, that is used up; negative: no limit.
  double done_share = -1;
  // Of the last round that has them; and what they say is wrong.
  LearningFigures learning = {};
  std::vector<LearningWarning> warnings = {};
};

// "256 games in play, at ply 14 on average"; empty without any.
std::string InPlayText(const Progress& progress);
// "games 12  rows 340  ...": the figures of a line, without the time.
std::string FiguresText(const Progress& progress);
// One line for a log, with the time left; one line of metrics.jsonl; scalars for TensorBoard.
std::string ToText(const Progress& progress);
Json ToJson(const Progress& progress);
// What ToJson told; InvalidArgument naming the member that is missing or none. Limits are not told.
absl::StatusOr<Progress> ProgressFromJson(const Json& json);
std::vector<Scalar> ToScalars(const Progress& progress);

}  // namespace kvintet::training
