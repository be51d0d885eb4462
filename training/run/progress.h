// Progress: what a run reports while it works.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>

#include "base/reports/json.h"
#include "training/run/event_file.h"
#include "training/run/learning_figures.h"

namespace kvintet::training {

// The state of a run. Sums are over the whole run, all its sessions.
struct Progress {
  int64_t games = 0;
  // How many of them came from another run (learner.games_from).
  int64_t given_games = 0;
  int64_t rows = 0;
  // Includes those of games in play.
  int64_t evaluations = 0;
  int64_t steps = 0;
  // Games in play (or that were in play when playing stopped), and the mean number of actions and
  // chance outcomes in them.
  int64_t games_in_play = 0;
  double ply_in_play = 0;
  // Of a run over a link: its actors; how many of them pause until the learner catches up, and how
  // many because their spool is full. Shown while the run works, and not stored.
  int64_t actors = 0;
  int64_t paused_actors = 0;
  int64_t full_spools = 0;
  // Rows that the learner samples from now.
  int64_t window = 0;
  // Means of the last round.
  double policy_loss = 0;
  double value_loss = 0;
  // The training heads by name, each with its loss.
  std::vector<std::pair<std::string, double>> head_losses = {};
  // Loss of the privileged critic; 0 without one. Then how much of what games were worth was
  // expected at their rows: 1 - mean (worth - expected)^2 / mean worth^2, for objectives with
  // advantages.
  double critic_loss = 0;
  double explained_variance = 0;
  double evaluations_per_second = 0;
  double rows_per_second = 0;
  // Both in [0, 1].
  double batch_fill = 0;
  double tree_share = 0;
  // Share of the requested evaluations that the cache answered. Share of wrong resignations: of the
  // games that were played on although a seat would have resigned, those that this seat did not
  // lose.
  double cache_hit_share = 0;
  double wrong_resign_share = 0;
  // Share of the games that ended early because the rules knew the winner. Of the games that were
  // played on past that point, the share that the predicted winner did not win.
  double adjudicated_share = 0;
  double wrong_adjudication_share = 0;
  // Shares of the round's time: the learner worked; it had no games to learn from; finished games,
  // and playing with them, waited for the learner.
  double learn_share = 0;
  double learn_idle_share = 0;
  double play_idle_share = 0;
  // Mean over the round's games of the time from a game's end until the learner took it.
  double queue_seconds = 0;
  double mean_plies = 0;
  // Seconds of work so far, and what is left of the time limit (negative: no limit).
  double seconds = 0;
  double seconds_left = -1;
  // "2/3 search" in a run with several stages, else empty. Seconds are then those of all stages,
  // games those of this one.
  std::string stage = {};
  // Share of the limit on time or games that is used up; negative: no limit.
  double done_share = -1;
  // From the last round that has them, and the warnings that follow from them.
  LearningFigures learning = {};
  std::vector<LearningWarning> warnings = {};
};

// "256 games in play, at ply 14 on average"; empty if there are none.
std::string InPlayText(const Progress& progress);
// "games 12  rows 340  ...": the figures of a log line, without the time.
std::string FiguresText(const Progress& progress);
// One line for a log, with the time left; one line of metrics.jsonl; scalars for TensorBoard.
std::string ToText(const Progress& progress);
Json ToJson(const Progress& progress);
// What progress.json holds: the same, with what is left of the limits, if there are any.
Json ToStateJson(const Progress& progress);
// The reverse of both. InvalidArgument, naming the member, if one is missing or malformed.
absl::StatusOr<Progress> ProgressFromJson(const Json& json);
std::vector<Scalar> ToScalars(const Progress& progress);

}  // namespace kvintet::training
