// BenchSelfPlay: see the header.
#include "selfplay/games/bench_selfplay.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "absl/strings/str_format.h"

#include "base/status_macros.h"
#include "selfplay/records/record_file.h"

namespace kvintet::selfplay {

absl::StatusOr<SelfPlayFigures> BenchSelfPlay(SelfPlayTask task, double seconds) {
  SelfPlayFigures figures;
  if (task.self_play.threads == 0) {
    task.self_play.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }
  figures.threads = task.self_play.threads;
  RecordFileBuilder records(task.game->Spec().text);
  task.games.reset();
  task.sink = [&records](const GameRecord& record) {
    records.Add(record);
    return absl::OkStatus();
  };
  task.deadline = std::chrono::steady_clock::now() +
                  std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                      std::chrono::duration<double>(seconds));
  KVINTET_ASSIGN_OR_RETURN(figures.stats, RunSelfPlay(task));
  const auto per_second = [&](int64_t count) {
    return static_cast<double>(count) / figures.stats.seconds;
  };
  figures.evaluations_per_second = per_second(figures.stats.evaluations);
  figures.rows_per_second = per_second(figures.stats.rows + figures.stats.dropped_rows);
  figures.games_per_second = per_second(figures.stats.games);
  const auto rows = static_cast<double>(records.Rows());
  const auto bytes = static_cast<double>(records.Finish().size());
  figures.bytes_per_row = rows > 0 ? bytes / rows : 0;
  return figures;
}

std::string ToText(const SelfPlayFigures& figures) {
  const SelfPlayStats& stats = figures.stats;
  return absl::StrFormat(
      "%.0f evaluations/s, %.1f rows/s, %.2f games/s on %d threads\n"
      "batches %.1f %% full, %.1f %% of the time outside the evaluator, %.1f bytes per row\n",
      figures.evaluations_per_second, figures.rows_per_second, figures.games_per_second,
      figures.threads, 100 * stats.BatchFill(), 100 * stats.TreeShare(), figures.bytes_per_row);
}

Json ToJson(const SelfPlayFigures& figures) {
  return {{"threads", figures.threads},
          {"seconds", figures.stats.seconds},
          {"games", figures.stats.games},
          {"evaluations_per_second", figures.evaluations_per_second},
          {"rows_per_second", figures.rows_per_second},
          {"games_per_second", figures.games_per_second},
          {"batch_fill", figures.stats.BatchFill()},
          {"tree_share", figures.stats.TreeShare()},
          {"cache_hits", figures.stats.cache_hits},
          {"bytes_per_row", figures.bytes_per_row}};
}

}  // namespace kvintet::selfplay
