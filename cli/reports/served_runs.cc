// ServedRuns: see the header.
#include "cli/reports/served_runs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/strip.h"

#include "base/files/file.h"
#include "base/files/file_lock.h"
#include "base/reports/json.h"
#include "base/reports/json_lines.h"
#include "base/status_macros.h"
#include "cli/pages/read_run.h"
#include "training/run/published_models.h"
#include "training/run/run_directory.h"
#include "training/run/run_history.h"

namespace kvintet::cli {
namespace {

using training::Progress;

constexpr char kStrength[] = "strength/";
constexpr char kEnds[] = "ends/";
// Before the SHA-256 of a model in a ladder.
constexpr char kOfModel[] = "model:";
// The most players of a ladder.
constexpr int kMostPlayers = 200;

// The figures that are shown, by the names that they have in metrics.jsonl.
constexpr auto kShownFigures = std::to_array<std::string_view>({
    "advantage/explained",
    "game/cut",
    "game/draws",
    "game/mean_plies",
    "game/seat0_wins",
    "game/seat1_wins",
    "game/surprise",
    "held_out/explained_variance",
    "held_out/policy_floor",
    "held_out/policy_kl",
    "held_out/policy_loss",
    "held_out/top1",
    "held_out/value_base",
    "held_out/value_loss",
    "learnt/entropy",
    "learnt/explained_variance",
    "learnt/policy_kl",
    "learnt/top1",
    "learnt/value_loss",
    "loss/policy",
    "loss/value",
    "speed/batch_fill",
    "speed/cache_hit_share",
    "speed/evaluations_per_second",
    "speed/learn_idle_share",
    "speed/learn_share",
    "speed/play_idle_share",
    "speed/rows_per_second",
    "speed/tree_share",
    "step/entropy",
    "step/gradient_norm",
    "step/kl_to_data",
    "step/learning_rate",
});
static_assert(std::ranges::is_sorted(kShownFigures));

// The shown figures of a round by name. A run has no losses before its first step.
std::map<std::string, double> FiguresOf(const Progress& progress) {
  std::map<std::string, double> figures;
  for (const auto& [tag, value] : training::ToScalars(progress)) {
    const bool measured = progress.steps > 0 || !absl::StartsWith(tag, "loss/");
    if (measured && std::ranges::binary_search(kShownFigures, std::string_view(tag))) {
      figures[tag] = value;
    }
  }
  return figures;
}

v1::RunPoint RunPointAt(const Progress& round, double value) {
  v1::RunPoint point;
  point.set_games(round.games);
  point.set_seconds(round.seconds);
  point.set_value(value);
  return point;
}

// The curves of one part of the rounds each get a point. REQUIRES: begin < end.
void AddPoints(const std::vector<Progress>& rounds, size_t begin, size_t end,
               std::map<std::string, v1::RunCurve>* curves) {
  const Progress& last = rounds[end - 1];
  // By figure: the sum and the number of values.
  std::map<std::string, std::pair<double, int>> sums;
  std::map<std::string, training::EloFigures> strength;
  for (size_t i = begin; i < end; ++i) {
    for (const auto& [figure, value] : FiguresOf(rounds[i])) {
      auto& [sum, count] = sums[figure];
      sum += value;
      ++count;
    }
    for (const auto& [opponent, elo] : rounds[i].learning.strength) {
      strength[opponent] = elo;
    }
  }
  for (const auto& [figure, sum] : sums) {
    *(*curves)[figure].add_points() = RunPointAt(last, sum.first / sum.second);
  }
  for (const auto& [opponent, elo] : strength) {
    v1::RunPoint& point = *(*curves)[kStrength + opponent].add_points();
    point = RunPointAt(last, elo.elo);
    point.set_low(elo.low);
    point.set_high(elo.high);
  }
}

// The newest stage of a run with several, else empty.
std::string StageOf(const std::string& folder) {
  std::error_code none;
  return std::filesystem::read_symlink(folder + "/newest", none).filename().string();
}

v1::RunSummary SummaryOf(const std::string& folder, const std::string& game, const Progress& now) {
  v1::RunSummary summary;
  summary.set_game(game);
  summary.set_stage(StageOf(folder));
  summary.set_games(now.games);
  summary.set_rows(now.rows);
  summary.set_steps(now.steps);
  summary.set_seconds(now.seconds);
  if (now.seconds_left >= 0) {
    summary.set_seconds_left(now.seconds_left);
  }
  if (now.done_share >= 0) {
    summary.set_done_share(std::min(1.0, now.done_share));
  }
  return summary;
}

absl::StatusOr<v1::RunSummary> ReadRunSummary(const std::string& folder) {
  KVINTET_ASSIGN_OR_RETURN(const Config config, training::ReadRunConfig(folder));
  KVINTET_ASSIGN_OR_RETURN(const std::optional<Progress> now, training::ReadProgress(folder));
  if (now) {
    return SummaryOf(folder, config.game(), *now);
  }
  // As in runs of older programs.
  const absl::StatusOr<std::vector<Progress>> rounds = training::ReadHistory(folder);
  if (!rounds.ok() && !absl::IsNotFound(rounds.status())) {
    return rounds.status();
  }
  return SummaryOf(folder, config.game(), rounds.ok() ? rounds->back() : Progress());
}

v1::RunState StateOf(const std::string& folder, const RunPage& page) {
  const Progress& now = page.now;
  v1::RunState state;
  *state.mutable_summary() = SummaryOf(folder, page.game, now);
  state.set_evaluations(now.evaluations);
  state.set_window(now.window);
  state.set_games_in_play(now.games_in_play);
  state.set_ply_in_play(now.ply_in_play);
  state.set_bottleneck(page.bottleneck);
  for (const training::LearningWarning& warning : page.warnings) {
    v1::RunWarning& added = *state.add_warnings();
    added.set_kind(warning.kind);
    added.set_text(warning.text);
  }
  for (const auto& [figure, value] : FiguresOf(now)) {
    (*state.mutable_figures())[figure] = value;
  }
  for (const auto& [reason, share] : now.learning.ends) {
    (*state.mutable_figures())[kEnds + reason] = share;
  }
  return state;
}

absl::StatusOr<serving::RunReport> ReadRunReport(const std::string& folder) {
  serving::RunReport report;
  absl::StatusOr<RunPage> page = ReadRunPage(folder);
  if (absl::IsNotFound(page.status())) {
    // It has not reported anything yet.
    KVINTET_ASSIGN_OR_RETURN(*report.state.mutable_summary(), ReadRunSummary(folder));
    return report;
  }
  KVINTET_RETURN_IF_ERROR(page.status());
  report.state = StateOf(folder, *page);
  if (const auto models = training::PublishedModels(folder); models.ok()) {
    report.state.set_models(static_cast<int>(models->size()));
  }
  report.history.set_rounds(static_cast<int>(page->rounds.size()));
  for (v1::RunCurve& curve : CurvesOf(page->rounds)) {
    *report.history.add_curves() = std::move(curve);
  }
  KVINTET_ASSIGN_OR_RETURN(const v1::RunLadder ladder, ReadLadder(folder));
  if (ladder.players_size() > 0) {
    *report.history.mutable_ladder() = ladder;
  }
  return report;
}

absl::StatusOr<v1::RatedPlayer> PlayerFromJson(const Json& line) {
  v1::RatedPlayer player;
  KVINTET_ASSIGN_OR_RETURN(const auto name, JsonMember<std::string>(line, "player"));
  player.set_player(std::string(absl::StripPrefix(name, kOfModel)));
  for (const auto& [key, set] :
       {std::pair("elo", &v1::RatedPlayer::set_elo), std::pair("low", &v1::RatedPlayer::set_low),
        std::pair("high", &v1::RatedPlayer::set_high),
        std::pair("score", &v1::RatedPlayer::set_score)}) {
    KVINTET_ASSIGN_OR_RETURN(const auto value, JsonMember<double>(line, key));
    (player.*set)(value);
  }
  KVINTET_ASSIGN_OR_RETURN(const auto games, JsonMember<int64_t>(line, "games"));
  player.set_games(games);
  player.set_model(line.contains("steps"));
  if (player.model()) {
    KVINTET_ASSIGN_OR_RETURN(const auto steps, JsonMember<int64_t>(line, "steps"));
    player.set_steps(steps);
    KVINTET_ASSIGN_OR_RETURN(const auto seconds, JsonMember<double>(line, "seconds"));
    player.set_seconds(seconds);
  }
  return player;
}

absl::Status AddLine(const Json& line, v1::RunLadder* ladder) {
  KVINTET_ASSIGN_OR_RETURN(const auto kind, JsonMember<std::string>(line, "kind"));
  if (kind == "ladder") {
    KVINTET_ASSIGN_OR_RETURN(const auto confidence, JsonMember<double>(line, "confidence"));
    ladder->set_confidence(confidence);
    KVINTET_ASSIGN_OR_RETURN(const auto pairs, JsonMember<int64_t>(line, "pairs"));
    ladder->set_pairs(pairs);
  } else {
    KVINTET_ASSIGN_OR_RETURN(*ladder->add_players(), PlayerFromJson(line));
  }
  return absl::OkStatus();
}

// Leaves out models evenly if there are too many players. Agents stay, since they give the scale.
void ThinModels(v1::RunLadder* ladder) {
  auto& players = *ladder->mutable_players();
  const int64_t models =
      std::count_if(players.begin(), players.end(), std::mem_fn(&v1::RatedPlayer::model));
  const int64_t room = std::max<int64_t>(0, kMostPlayers - (players.size() - models));
  if (models <= room) {
    return;
  }
  int64_t number = 0;
  const auto left_out = [&](const v1::RatedPlayer& player) {
    if (!player.model()) {
      return false;
    }
    const int64_t before = number++;
    return before > 0 && before * room / models == (before - 1) * room / models;
  };
  players.erase(std::remove_if(players.begin(), players.end(), left_out), players.end());
}

}  // namespace

serving::RunReader MakeRunReader() {
  return {
      .summary = &ReadRunSummary,
      .report = &ReadRunReport,
      .is_working = [](const std::string& folder) { return FileLock::IsHeld(folder + "/lock"); }};
}

std::vector<v1::RunCurve> CurvesOf(const std::vector<Progress>& rounds) {
  std::map<std::string, v1::RunCurve> curves;
  const size_t parts = std::min(kMostPoints, rounds.size());
  for (size_t part = 0; part < parts; ++part) {
    AddPoints(rounds, part * rounds.size() / parts, (part + 1) * rounds.size() / parts, &curves);
  }
  std::vector<v1::RunCurve> list;
  for (auto& [figure, curve] : curves) {
    curve.set_figure(figure);
    list.push_back(std::move(curve));
  }
  return list;
}

absl::StatusOr<v1::RunLadder> ReadLadder(const std::string& folder) {
  v1::RunLadder ladder;
  const std::string path = folder + "/ratings.jsonl";
  KVINTET_ASSIGN_OR_RETURN(const std::string text, ReadFileIfAny(path));
  KVINTET_RETURN_IF_ERROR(
      ReadJsonLines(text, path, [&](const Json& line) { return AddLine(line, &ladder); }));
  ThinModels(&ladder);
  return ladder;
}

}  // namespace kvintet::cli
