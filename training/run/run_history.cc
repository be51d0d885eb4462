// RunHistory: see the header.
#include "training/run/run_history.h"

#include <algorithm>

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/check.h"
#include "base/files/file.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"

namespace kvintet::training {
namespace {

// Thresholds above which a share is reported as the bottleneck.
constexpr double kMuchWaiting = 0.25;
constexpr double kMuchTree = 0.25;
constexpr double kFullEnough = 0.85;

double Mean(const std::vector<Progress>& rounds, double Progress::*figure) {
  double sum = 0;
  for (const Progress& round : rounds) {
    sum += round.*figure;
  }
  return sum / static_cast<double>(rounds.size());
}

}  // namespace

absl::StatusOr<std::vector<Progress>> ReadHistory(const std::string& directory) {
  const std::string path = directory + "/metrics.jsonl";
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (absl::IsNotFound(text.status())) {
    return absl::NotFoundError(
        absl::StrCat("wanted a run directory with a round that has ended, found no ", path));
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  std::vector<Progress> rounds;
  KVINTET_RETURN_IF_ERROR(ReadJsonLines(*text, path, [&](const Json& line) -> absl::Status {
    KVINTET_ASSIGN_OR_RETURN(rounds.emplace_back(), ProgressFromJson(line));
    return absl::OkStatus();
  }));
  if (rounds.empty()) {
    return absl::NotFoundError(absl::StrCat("no round has ended yet in ", directory));
  }
  return rounds;
}

absl::StatusOr<std::optional<Progress>> ReadProgress(const std::string& directory) {
  const std::string path = directory + "/progress.json";
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (absl::IsNotFound(text.status())) {
    return std::optional<Progress>();
  }
  KVINTET_RETURN_IF_ERROR(text.status());
  const absl::StatusOr<Json> json = ParseJson(*text, path);
  const absl::StatusOr<Progress> progress = json.ok() ? ProgressFromJson(*json) : json.status();
  if (!progress.ok()) {
    return absl::DataLossError(absl::StrCat(path, ": ", progress.status().message()));
  }
  return std::optional(*progress);
}

double MinutesOfRows(const std::vector<Progress>& rounds, const Progress& now, double rows) {
  const double wanted = static_cast<double>(now.rows) - rows;
  double rows_after = static_cast<double>(now.rows);
  double seconds_after = now.seconds;
  for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
    const auto rows_before = static_cast<double>(round->rows);
    if (rows_before <= wanted) {
      const double part = (wanted - rows_before) / std::max(rows_after - rows_before, 1.0);
      return (now.seconds - round->seconds - part * (seconds_after - round->seconds)) / 60;
    }
    rows_after = rows_before;
    seconds_after = round->seconds;
  }
  const double part = wanted / std::max(rows_after, 1.0);
  return (now.seconds - part * seconds_after) / 60;
}

std::string WhyNothingIsLearnt(const Progress& progress, const Config& config) {
  KVINTET_CHECK_EQ(progress.steps, 0);
  if (progress.games == 0) {
    return absl::StrFormat(
        "No game has ended yet. All games in play advance together, so the first one ends late. "
        "Fewer self_play.slots_per_thread (%d), fewer search.simulations (%d) or a smaller network "
        "would end it sooner.",
        config.self_play().slots_per_thread(), config.search().simulations());
  }
  const int64_t wanted = config.learner().window().min_rows();
  if (progress.rows < wanted) {
    return absl::StrFormat(
        "There are %d rows to learn from so far; learner.window.min_rows requires %d before the "
        "first step.",
        progress.rows, wanted);
  }
  if (config.self_play().schedule() == SelfPlayConfig::ROUNDS) {
    return absl::StrFormat(
        "Learning begins when a round of %d games has ended. Fewer self_play.games_per_round or "
        "self_play { schedule: CONTINUOUS } would start it sooner.",
        config.self_play().games_per_round());
  }
  return absl::StrFormat(
      "There are %d rows to learn from so far, too few for a step of learner.batch_size %d with "
      "learner.reuse %g.",
      progress.rows, config.learner().batch_size(), config.learner().reuse());
}

namespace {

// Of a run whose games are played by actors. Their own figures are not known here.
std::string BottleneckOfFleet(double idle) {
  if (idle > kMuchWaiting) {
    return absl::StrFormat(
        "The learner waits for the games of actors during %.0f %% of the time: more actors would "
        "play more of them.",
        100 * idle);
  }
  return absl::StrFormat(
      "The learner works during %.0f %% of the time. More actors would have to wait for it: lower "
      "learner.reuse, use a smaller network, or give it more cores.",
      100 * (1 - idle));
}

}  // namespace

std::string NameBottleneck(const std::vector<Progress>& rounds, const Config& config) {
  KVINTET_CHECK(!rounds.empty());
  if (rounds.back().steps == 0) {
    return absl::StrCat("Nothing has been learnt yet. ", WhyNothingIsLearnt(rounds.back(), config));
  }
  const SelfPlayConfig::Schedule schedule = config.self_play().schedule();
  const double waiting = Mean(rounds, &Progress::play_idle_share);
  const double fill = Mean(rounds, &Progress::batch_fill);
  const double tree = Mean(rounds, &Progress::tree_share);
  if (waiting > kMuchWaiting && schedule == SelfPlayConfig::ROUNDS) {
    return absl::StrFormat(
        "No games are played during %.0f %% of the time, while the learner works. self_play "
        "{ schedule: CONTINUOUS } does both at once; a lower learner.reuse takes fewer steps.",
        100 * waiting);
  }
  if (waiting > kMuchWaiting) {
    return absl::StrFormat(
        "Games wait for the learner during %.0f %% of the time. Lower learner.reuse or use a "
        "smaller network.",
        100 * waiting);
  }
  if (fill == 0) {
    return BottleneckOfFleet(Mean(rounds, &Progress::learn_idle_share));
  }
  if (fill < kFullEnough) {
    return absl::StrFormat(
        "Batches are only %.0f %% full: raise self_play.slots_per_thread%s.", 100 * fill,
        schedule == SelfPlayConfig::ROUNDS ? " and self_play.games_per_round" : "");
  }
  if (tree > kMuchTree) {
    return absl::StrFormat(
        "Search and rules take %.0f %% of the playing time. A larger network would cost little "
        "more; more self_play.threads would play more games.",
        100 * tree);
  }
  return absl::StrFormat(
      "The network takes %.0f %% of the playing time. A smaller network, fewer "
      "search.simulations, network.precision BF16 or a GPU would play more games.",
      100 * (1 - tree));
}

}  // namespace kvintet::training
