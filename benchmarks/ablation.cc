// ablation: compares settings of self-play and learning on a small solved game.
//
// ablation CONFIG SECONDS SEEDS NAME=SETTINGS...: trains a run for each of the settings and each
// seed. Settings are pieces in text form, separated by ';', that are merged over the configuration.
// Each run plays as many games as one run plays in SECONDS seconds of one core. Its newest model is
// then judged as by `kvintet bench learn`: by good moves on solved positions, or by its exact
// exploitability. Settings are compared with the first of them, seed by seed; intervals are 95 %.
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"

#include "base/status_macros.h"
#include "cli/learning/learning_measure.h"
#include "envs/registry.h"
#include "proto/load_config.h"
#include "training/loop/loop.h"
#include "training/run/published_models.h"

namespace {

using kvintet::cli::LearningMeasure;
using kvintet::cli::Measured;
using kvintet::envs::Game;

// The result of one run.
struct RunFigures {
  Measured measured;
  double games = 0;
  double rows = 0;
  double evaluations = 0;
};

// Processor time of this process, all threads together.
double CoreSeconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::string RunDirectory() {
  return (std::filesystem::temp_directory_path() / absl::StrCat("ablation.", getpid())).string();
}

// The number of games that a run plays, and learns from, within this many seconds of one core.
// Measured by a separate run, since a run that knows its limit from the start can lower the
// learning rate towards it.
absl::StatusOr<int64_t> GamesWithin(const Game& game, const kvintet::Config& config,
                                    double seconds) {
  const std::string directory = RunDirectory();
  std::filesystem::remove_all(directory);
  const double end = CoreSeconds() + seconds;
  int64_t games = 0;
  while (CoreSeconds() < end) {
    games += config.self_play().games_per_round();
    KVINTET_RETURN_IF_ERROR(
        kvintet::training::Train(
            {.game = &game, .config = config, .directory = directory, .games = games})
            .status());
  }
  std::filesystem::remove_all(directory);
  return games;
}

absl::StatusOr<RunFigures> TrainOnce(const Game& game, const LearningMeasure& measure,
                                     const kvintet::Config& config, int64_t games) {
  const std::string directory = RunDirectory();
  std::filesystem::remove_all(directory);
  KVINTET_ASSIGN_OR_RETURN(
      const kvintet::training::Progress progress,
      kvintet::training::Train(
          {.game = &game, .config = config, .directory = directory, .games = games}));
  RunFigures figures = {.measured = {},
                        .games = static_cast<double>(progress.games),
                        .rows = static_cast<double>(progress.rows),
                        .evaluations = static_cast<double>(progress.evaluations)};
  KVINTET_ASSIGN_OR_RETURN(const std::vector<kvintet::training::PublishedModel> models,
                           kvintet::training::PublishedModels(directory));
  const kvintet::training::PublishedModel& newest = models.back();
  KVINTET_ASSIGN_OR_RETURN(
      figures.measured,
      measure.Of({.model = newest.name, .run = directory, .steps = newest.steps}));
  std::filesystem::remove_all(directory);
  return figures;
}

absl::StatusOr<kvintet::Config> ConfigOf(const std::string& path, const std::string& settings,
                                         int seed) {
  std::vector<std::string> more = {absl::StrCat("seed: ", seed, " self_play { threads: 1 }")};
  const std::vector<std::string> pieces = absl::StrSplit(settings, ';', absl::SkipWhitespace());
  more.insert(more.end(), pieces.begin(), pieces.end());
  return kvintet::LoadConfig(path, more);
}

// One run for each seed, one after the other, since core time is measured for the whole process.
// All play as many games as seed 0 plays in `seconds`.
absl::StatusOr<std::vector<RunFigures>> TrainAll(const Game& game, const LearningMeasure& measure,
                                                 const std::string& path,
                                                 const std::string& settings, int seeds,
                                                 double seconds) {
  KVINTET_ASSIGN_OR_RETURN(const kvintet::Config first, ConfigOf(path, settings, 0));
  KVINTET_ASSIGN_OR_RETURN(const int64_t games, GamesWithin(game, first, seconds));
  std::vector<RunFigures> figures;
  for (int seed = 1; seed <= seeds; ++seed) {
    KVINTET_ASSIGN_OR_RETURN(const kvintet::Config config, ConfigOf(path, settings, seed));
    KVINTET_ASSIGN_OR_RETURN(RunFigures run, TrainOnce(game, measure, config, games));
    figures.push_back(std::move(run));
  }
  return figures;
}

// The mean and half the width of the 95 % interval, by Student's distribution.
std::pair<double, double> Interval(const std::vector<double>& values) {
  constexpr double kQuantiles[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26};
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) {
    mean += value / count;
  }
  double square = 0;
  for (const double value : values) {
    square += (value - mean) * (value - mean);
  }
  if (values.size() < 2) {
    return {mean, 0};
  }
  const double quantile =
      values.size() <= std::size(kQuantiles) + 1 ? kQuantiles[values.size() - 2] : 2;
  return {mean, quantile * std::sqrt(square / (count - 1) / count)};
}

// Prints one line of the table.
void Print(const std::string& name, const std::vector<RunFigures>& runs,
           const std::vector<RunFigures>& reference) {
  std::cout << "| " << name;
  for (size_t m = 0; m < runs[0].measured.size(); ++m) {
    std::vector<double> marks;
    std::vector<double> gains;
    for (size_t i = 0; i < runs.size(); ++i) {
      marks.push_back(runs[i].measured[m].second);
      gains.push_back(runs[i].measured[m].second - reference[i].measured[m].second);
    }
    const auto [mark, mark_half] = Interval(marks);
    const auto [gain, gain_half] = Interval(gains);
    std::cout << absl::StrFormat(" | %.3g ± %.2g | %+.3g ± %.2g", mark, mark_half, gain, gain_half);
  }
  RunFigures mean;
  for (const RunFigures& run : runs) {
    const auto count = static_cast<double>(runs.size());
    mean.games += run.games / count;
    mean.rows += run.rows / count;
    mean.evaluations += run.evaluations / count;
  }
  std::cout << absl::StrFormat(" | %.0f | %.0f | %.0f |\n", mean.games, mean.rows, mean.evaluations)
            << std::flush;
}

void PrintHead(const LearningMeasure& measure) {
  std::string head = "| settings";
  std::string line = "|---";
  for (const kvintet::cli::MeasureText& text : measure.Texts()) {
    absl::StrAppend(&head, " | ", text.title, " | less the first's");
    absl::StrAppend(&line, "|---|---");
  }
  std::cout << measure.Remark() << "\n\n"
            << head << " | games | rows | evaluations |\n"
            << line << "|---|---|---|\n"
            << std::flush;
}

absl::Status Run(const std::vector<std::string>& arguments) {
  const std::string& path = arguments[0];
  const double seconds = std::atof(arguments[1].c_str());
  const int seeds = std::atoi(arguments[2].c_str());
  KVINTET_ASSIGN_OR_RETURN(const kvintet::Config base, kvintet::LoadConfig(path, {}));
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Game> game, kvintet::envs::MakeGame(base.game()));
  const std::string positions = absl::StrCat("ablation.", game->Spec().name, ".positions");
  KVINTET_ASSIGN_OR_RETURN(
      const LearningMeasure measure,
      LearningMeasure::Make(
          *game, {.defaults = kvintet::cli::LearningDefaultsOf(*game),
                  .positions_path = std::filesystem::temp_directory_path() / positions}));
  PrintHead(measure);
  std::vector<RunFigures> reference;
  for (size_t i = 3; i < arguments.size(); ++i) {
    const size_t equals = arguments[i].find('=');
    const std::string text = equals == std::string::npos ? "" : arguments[i].substr(equals + 1);
    KVINTET_ASSIGN_OR_RETURN(const std::vector<RunFigures> runs,
                             TrainAll(*game, measure, path, text, seeds, seconds));
    reference = reference.empty() ? runs : reference;
    Print(arguments[i].substr(0, equals), runs, reference);
  }
  return absl::OkStatus();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 4) {
    std::cerr << "usage: ablation CONFIG SECONDS SEEDS NAME=SETTINGS...\n";
    return 1;
  }
  if (const absl::Status status = Run(arguments); !status.ok()) {
    std::cerr << status << "\n";
    return 1;
  }
  return 0;
}
