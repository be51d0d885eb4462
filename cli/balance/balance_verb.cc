// kvintet balance: studies a game for its designer: fairness, endings, length and depth.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/files/file.h"
#include "base/pause.h"
#include "base/status_macros.h"
#include "cli/balance/balance_forecast.h"
#include "cli/balance/balance_page.h"
#include "cli/balance/balance_plan.h"
#include "cli/balance/balance_report.h"
#include "cli/models/model_for_game.h"
#include "cli/play/stop_on_signal.h"
#include "cli/verb.h"
#include "cli/words/player_words.h"

namespace kvintet::cli {
namespace {

using std::chrono::steady_clock;

// A stop token that fires on a signal, or after a number of minutes.
class Deadline {
 public:
  // `minutes` 0: only on a signal.
  Deadline(const std::stop_token& signal, double minutes)
      : on_signal_(signal, [this] { source_.request_stop(); }) {
    if (minutes > 0) {
      thread_ = std::jthread([this, minutes](const std::stop_token& ended) {
        PauseFor(std::chrono::duration<double, std::ratio<60>>(minutes), ended);
        source_.request_stop();
      });
    }
  }
  std::stop_token Token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> on_signal_;
  std::jthread thread_;
};

// Shows the progress of a study: a live line on a terminal, else a line now and then.
class ProgressLine {
 public:
  explicit ProgressLine(const arena::StudySettings& settings) : settings_(settings) {}

  void Show(const arena::StudyProgress& progress) {
    const auto now = steady_clock::now();
    const auto pause = terminal_ ? std::chrono::milliseconds(300) : std::chrono::seconds(10);
    if (progress.done == 0 || (!progress.complete && now - last_ < pause)) {
      return;
    }
    last_ = now;
    const std::string level =
        progress.phase == "duels" ? "" : PlayerName(settings_, progress.level);
    std::string line = absl::StrFormat("%s%s%s: %d of at most %d", level, level.empty() ? "" : ", ",
                                       progress.phase, progress.done, progress.most);
    for (const arena::Interval& score : progress.scores) {
      absl::StrAppend(&line, ", first player ", PercentText(score));
    }
    const bool stays = !terminal_ || progress.complete;
    std::fprintf(stderr, "%s%s%s", terminal_ ? "\r\033[K" : "", line.c_str(), stays ? "\n" : "");
  }

 private:
  const arena::StudySettings& settings_;
  const bool terminal_ = isatty(STDERR_FILENO) != 0;
  steady_clock::time_point last_ = {};
};

absl::Status WriteReport(const std::string& folder, const BalanceReport& report,
                         const arena::StudyGames& games) {
  KVINTET_RETURN_IF_ERROR(
      WriteFileAtomically(folder + "/report.json", ToJsonLine(BalanceJson(report)) + "\n"));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(folder + "/games.csv", GamesCsv(report, games)));
  KVINTET_RETURN_IF_ERROR(WriteFileAtomically(folder + "/levels.csv", LevelsCsv(report)));
  KVINTET_ASSIGN_OR_RETURN(const std::string page, BalanceHtml(report, games));
  return WriteFileAtomically(folder + "/report.html", page);
}

int ThreadsOf(const BalanceArguments& arguments) {
  return arguments.threads > 0 ? arguments.threads
                               : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

absl::Status CheckMinutes(const BalanceArguments& arguments) {
  if (std::isnan(arguments.minutes) || std::isnan(arguments.training.minutes.value_or(0))) {
    return absl::InvalidArgumentError("--minutes, --train-minutes: wanted a number, found nan");
  }
  return absl::OkStatus();
}

// Prepares the study's folder and its players, and trains models if that was asked and is not done
// yet. Returns the folder.
absl::StatusOr<std::string> PrepareStudy(BalanceArguments* arguments, BalancePlan* plan,
                                         const std::stop_token& stop) {
  KVINTET_ASSIGN_OR_RETURN(*plan, MakeBalancePlan(*arguments));
  std::string folder = arguments->study.empty() ? StudyFolder(plan->settings) : arguments->study;
  if (!arguments->training.Wanted()) {
    return folder;
  }
  KVINTET_RETURN_IF_ERROR(ChooseBeginning(plan->Games(), &arguments->training));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<std::string> runs,
                           TrainForStudy(plan->Games(), arguments->training, folder, stop));
  arguments->models.insert(arguments->models.end(), runs.begin(), runs.end());
  KVINTET_ASSIGN_OR_RETURN(*plan, MakeBalancePlan(*arguments));
  return folder;
}

absl::Status Run(BalanceArguments arguments) {
  KVINTET_RETURN_IF_ERROR(CheckMinutes(arguments));
  const StopOnSignal signals("stopping; the report so far follows; the same command continues");
  BalancePlan plan;
  KVINTET_ASSIGN_OR_RETURN(const std::string folder,
                           PrepareStudy(&arguments, &plan, signals.Token()));
  const int threads = ThreadsOf(arguments);
  KVINTET_RETURN_IF_ERROR(MakeDirectories(folder));
  KVINTET_ASSIGN_OR_RETURN(arena::StudyFile file,
                           arena::StudyFile::Open(folder + "/games.jsonl", plan.settings));
  const Deadline deadline(signals.Token(), arguments.minutes);
  if (!plan.shipped.empty()) {
    std::fprintf(stderr, "%s\n", plan.shipped.c_str());
  }
  if (file.Games().games.empty()) {
    KVINTET_ASSIGN_OR_RETURN(const std::string forecast,
                             ForecastText(plan, threads, deadline.Token()));
    std::fputs(forecast.c_str(), stderr);
  }
  ProgressLine line(plan.settings);
  arena::StudyRun run(plan.settings, plan.Games(), MakersOf(plan.settings), threads, &file);
  KVINTET_RETURN_IF_ERROR(
      run.Run(deadline.Token(), [&](const arena::StudyProgress& now) { line.Show(now); }));
  KVINTET_ASSIGN_OR_RETURN(const BalanceReport report,
                           MakeBalanceReport(plan.settings, plan.Games(), file.Games()));
  KVINTET_RETURN_IF_ERROR(WriteReport(folder, report, file.Games()));
  const std::string text =
      arguments.json ? ToJsonLine(BalanceJson(report)) + "\n" : BalanceText(report);
  std::fputs(text.c_str(), stdout);
  std::fprintf(stderr, "report: %s/report.html%s\n", folder.c_str(),
               report.results.complete ? "" : " (not complete; the same command continues)");
  return absl::OkStatus();
}

void AddPlayers(Verb verb, BalanceArguments* arguments) {
  verb.Add("--strength", &arguments->strengths,
           "a player (may be repeated, weakest first): random, greedy, mcts:N, rollouts:N; "
           "default: those that the game allows")
      .Repeatable();
  verb.Add("--models", &arguments->models,
           "models or runs trained for exactly these options, as further strengths")
      .Repeatable();
  verb.Add(
          "--model-folder", &arguments->model_folder,
          "the folder of the shipped models, of which those trained for these games take part "
          "unless players or models are named; default: models/; none: no shipped model takes part")
      .DirectoryOr(kNoModels);
  verb.Add("--model-simulations", &arguments->model_simulations,
           "simulations per move with which each model plays; default: 16 and 64, with --quick 16")
      .Range(0, 1000000);
  verb.Add(
          "--opening-plies", &arguments->opening_plies,
          "random actions at the start of each game; default: 0, but up to 4 with mcts: and models")
      .Range(0, 1000);
}

void AddTraining(Verb verb, TrainingArguments* training) {
  const Option minutes =
      verb.Add("--train-minutes", &training->minutes,
               "first train models for each game of the study, this long for all seeds of "
               "a game together; 15 is a good start")
          .Range(0.001, 1e6);
  verb.Add("--train-games", &training->games,
           "the same, for this many games of self-play; repeatable if the schedule is")
      .Range(int64_t{1}, int64_t{1} << 40)
      .Excludes(minutes);
  verb.Add("--train-seeds", &training->seeds, "number of training runs of each game")
      .Range(1, 1000);
  verb.Add("--train-config", &training->config,
           "a configuration file; default: configs/NAME.textproto if it exists");
  verb.Add("--train-set", &training->sets,
           "settings on top of the configuration, e.g. 'search { simulations: 64 }'")
      .Repeatable();
  verb.Add("--train-from", &training->from,
           "a model whose weights training starts from, or random; default: "
           "models/NAME.model if its shape fits all the games");
}

void AddSizes(Verb verb, BalanceArguments* arguments) {
  verb.Add("--margin", &arguments->margin,
           "the deviation in percentage points that still counts as fair; default: 2, with "
           "--quick 5")
      .Range(0.1, 45.0);
  verb.Add("--confidence", &arguments->confidence, "confidence of every interval")
      .Range(0.5, 0.9999);
  verb.Add("--min-games", &arguments->min_games,
           "games at each strength before any answer counts; default: 200")
      .Range(int64_t{0}, int64_t{100000000});
  verb.Add("--max-games", &arguments->max_games,
           "maximum number of games at each strength; default: as many as the margin needs")
      .Range(int64_t{1}, int64_t{100000000});
  verb.Add("--judged-games", &arguments->judged_games,
           "games of each strength whose course is judged by random playouts")
      .Range(0, 1000000);
  verb.Add("--duel-pairs", &arguments->duel_pairs,
           "pairs of games between any two strengths; 0: none")
      .Range(0, 1000000);
  verb.AddFlag("--quick", &arguments->quick,
               "±5 points instead of 2, and fewer players; prints how long that takes first, and "
               "--minutes limits it");
}

}  // namespace

void AddBalanceVerb(Verb program) {
  const Verb verb = program.AddVerb(
      "balance", "study a game or its variants for a designer; the same command continues");
  const auto arguments = std::make_shared<BalanceArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--against", &arguments->against,
           "the same game with other options, for comparison (may be repeated)")
      .Repeatable();
  AddPlayers(verb, arguments.get());
  AddTraining(verb, &arguments->training);
  AddSizes(verb, arguments.get());
  verb.Add("--seed", &arguments->seed, "random seed");
  verb.Add("--minutes", &arguments->minutes,
           "stop after this time with the results so far; 0: no limit")
      .Range(0.0, 1e6);
  verb.Add("--threads", &arguments->threads, "number of threads; 0: as many as the machine has")
      .Range(0, 1024);
  verb.Add("--study", &arguments->study,
           "the study's folder; default: studies/GAME- and a hash of the settings");
  verb.AddFlag("--json", &arguments->json, "print the report as JSON");
  verb.Runs([=] { return Run(*arguments); });
}

}  // namespace kvintet::cli
