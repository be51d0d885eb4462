// kvintet train: self-play and learning in a run directory; the same command continues a run.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/learning/rank_command.h"
#include "cli/learning/train_progress.h"
#include "cli/play/stop_on_signal.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "envs/rule_options.h"
#include "proto/load_config.h"
#include "selfplay/records/game_record.h"
#include "training/fleet/local_actors.h"
#include "training/link/open_link.h"
#include "training/loop/loop.h"
#include "training/loop/stages.h"
#include "training/network/ranks/rank_door.h"
#include "training/run/run_history.h"

namespace kvintet::cli {
namespace {

struct TrainArguments {
  std::string game;
  std::optional<std::string> config;
  std::vector<std::string> sets;
  std::string run;
  std::optional<double> minutes;
  std::optional<int64_t> games;
  std::optional<uint64_t> seed;
  std::optional<int> seeds;
  std::optional<std::string> link;
  std::optional<int> actors;
  std::optional<std::string> ranks_at;
};

// One of several runs, with its own seed, or the only run.
struct OneRun {
  std::string directory;
  std::optional<uint64_t> seed;
};

// An existing run continues with its own configuration unless another is given. Of several runs,
// new ones take the configuration of `first`.
absl::StatusOr<Config> ResolveConfig(const TrainArguments& arguments, const OneRun& run,
                                     const OneRun& first) {
  const bool given =
      arguments.config || !arguments.sets.empty() || (arguments.seed && !arguments.seeds);
  absl::StatusOr<Config> config = absl::NotFoundError("no configuration");
  for (const OneRun& there : {run, first}) {
    if (!given && absl::IsNotFound(config.status())) {
      config = training::ReadWholeConfig(there.directory);
    }
  }
  if (absl::IsNotFound(config.status())) {
    config = LoadConfig(arguments.config, arguments.sets);
  }
  if (config.ok() && run.seed) {
    config->set_seed(*run.seed);
  }
  return config;
}

absl::Status CheckGame(const Config& config, const envs::Game& game) {
  if (!config.has_game() || config.game().empty()) {
    return absl::OkStatus();
  }
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> configured,
                           envs::MakeGame(config.game()));
  if (configured->Spec().text != game.Spec().text) {
    return absl::FailedPreconditionError(
        absl::StrCat("the configuration is for ", configured->Spec().text,
                     ", the command line wants ", game.Spec().text));
  }
  return absl::OkStatus();
}

// The runs in their order.
absl::StatusOr<std::vector<OneRun>> PlanRuns(const TrainArguments& arguments) {
  if (!arguments.seeds) {
    return std::vector<OneRun>{{arguments.run, arguments.seed}};
  }
  if (!arguments.minutes && !arguments.games) {
    return absl::InvalidArgumentError(
        "--seeds: the runs follow one another, so each needs a limit: --games or --minutes");
  }
  std::error_code error;
  if (std::filesystem::exists(arguments.run + "/config.textproto", error)) {
    return absl::FailedPreconditionError(absl::StrCat(
        arguments.run, " is a run; wanted a directory for several runs as --run with --seeds"));
  }
  std::vector<OneRun> runs;
  const uint64_t first = arguments.seed.value_or(1);
  for (uint64_t i = 0; i < static_cast<uint64_t>(*arguments.seeds); ++i) {
    runs.push_back({absl::StrCat(arguments.run, "/seed-", first + i), first + i});
  }
  return runs;
}

// What plays for a run over a link.
struct Fleet {
  std::unique_ptr<training::RunLink> link;
  std::unique_ptr<training::LocalActors> actors;
};

// Opens the link, if there is one, and starts the actors of this machine.
absl::StatusOr<Fleet> StartFleet(const TrainArguments& arguments, const std::string& directory,
                                 const Config& config) {
  Fleet fleet;
  if (!arguments.link) {
    return fleet;
  }
  KVINTET_ASSIGN_OR_RETURN(fleet.link, training::OpenLink(*arguments.link));
  if (const int actors = arguments.actors.value_or(1); actors > 0) {
    const std::vector<std::string> command = {
        "/proc/self/exe", "act",       "--link",
        *arguments.link,  "--threads", absl::StrCat(config.self_play().threads())};
    fleet.actors = std::make_unique<training::LocalActors>(command, directory + "/actors", actors);
  }
  return fleet;
}

// The closing message: where the run is, and whether its agent is worth playing.
std::string ClosingWords(const std::string& directory, const training::Progress& progress,
                         const Config& config) {
  // A later stage starts from what the previous stage has learnt.
  const bool later = !progress.stage.empty() && !progress.stage.starts_with("1/");
  if (progress.steps > 0 || later) {
    return absl::StrCat("the run is in ", directory, "; the agent is model:", directory);
  }
  const std::string in_play = training::InPlayText(progress);
  const bool kept = config.self_play().schedule() == SelfPlayConfig::CONTINUOUS &&
                    config.storage().journal_seconds() > 0;
  const std::string left = in_play.empty() ? ""
                           : kept          ? absl::StrCat(" ", in_play, ", continue next time.")
                                           : absl::StrCat(" ", in_play, ", are dropped.");
  return absl::StrCat("the run is in ", directory,
                      "; nothing has been learnt, and model:", directory,
                      " is an untrained network. ", training::WhyNothingIsLearnt(progress, config),
                      left, " The same command continues the run; raise its limit if it has one.");
}

absl::Status Run(const TrainArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(arguments.game));
  KVINTET_ASSIGN_OR_RETURN(const std::vector<OneRun> runs, PlanRuns(arguments));
  std::vector<Config> configs;
  for (const OneRun& run : runs) {
    KVINTET_ASSIGN_OR_RETURN(Config config, ResolveConfig(arguments, run, runs.front()));
    KVINTET_RETURN_IF_ERROR(CheckGame(config, *game));
    configs.push_back(std::move(config));
  }
  const StopOnSignal signals("stopping; progress is being saved");
  std::unique_ptr<network::RankDoor> door;
  if (arguments.ranks_at) {
    KVINTET_ASSIGN_OR_RETURN(door, network::RankDoor::Open(*arguments.ranks_at, "--ranks-at"));
  }
  for (size_t i = 0; i < runs.size() && !signals.Token().stop_requested(); ++i) {
    const std::string& directory = runs[i].directory;
    TrainProgress shown(stdout, ColumnsOfOutput(), TrainProgress::Clock::now());
    const ScopedLogSink log([&](LogLevel, absl::string_view line) { shown.Log(line, stderr); });
    const auto show = [&](const training::Progress& progress) {
      shown.Show(progress, TrainProgress::Clock::now());
    };
    KVINTET_ASSIGN_OR_RETURN(const Fleet fleet, StartFleet(arguments, directory, configs[i]));
    const training::TrainOptions options = {.game = game.get(),
                                            .config = configs[i],
                                            .directory = directory,
                                            .minutes = arguments.minutes,
                                            .games = arguments.games,
                                            .stop = signals.Token(),
                                            .link = fleet.link.get(),
                                            .rank_command = RankCommand(),
                                            .rank_door = door.get(),
                                            .progress = show};
    KVINTET_ASSIGN_OR_RETURN(const training::Progress progress, training::Train(options));
    shown.Finish(progress);
    std::printf("%s\n", ClosingWords(directory, progress, configs[i]).c_str());
    std::fflush(stdout);
  }
  // A run that was stopped goes on later, and its ranks wait for it.
  if (door && !signals.Token().stop_requested()) {
    door->SayEnd();
  }
  return absl::OkStatus();
}

}  // namespace

void AddTrainVerb(Verb program) {
  const Verb verb =
      program.AddVerb("train", "play and learn until a limit or Ctrl-C; an existing run continues");
  const auto arguments = std::make_shared<TrainArguments>();
  verb.Add("game", &arguments->game, "the game with its options").Required();
  verb.Add("--config", &arguments->config,
           "a configuration file, e.g. configs/renju.textproto; default: the run's, else "
           "the defaults of proto/config.proto");
  verb.Add("--set", &arguments->sets,
           "settings on top of the configuration, e.g. 'search { simulations: 64 }'")
      .Repeatable();
  const Option run = verb.Add("--run", &arguments->run, "the run directory; default: runs/GAME");
  const Option minutes = verb.Add("--minutes", &arguments->minutes,
                                  "minutes of work, over all sessions and stages of the run")
                             .Range(0.001, 1e7);
  verb.Add("--games", &arguments->games, "games that the run plays, over all sessions and stages")
      .Range(int64_t{1}, selfplay::kGameNumberEnd)
      .Excludes(minutes);
  verb.Add("--seed", &arguments->seed, "random seed of the run; default: the configuration's");
  const Option seeds =
      verb.Add("--seeds", &arguments->seeds,
               "number of runs, one after the other, in RUN/seed-S, where S counts from "
               "--seed, or from 1; limits apply to each run")
          .Range(1, 1000);
  const Option link = verb.Add("--link", &arguments->link,
                               "learn from actors, which play over this link: dir:PATH or "
                               "redis://HOST[:PORT]/RUN (docs/scale.md)")
                          .Excludes(seeds);
  verb.Add("--actors", &arguments->actors,
           "actors on this machine, each with self_play.threads threads; default: 1")
      .Range(0, 1024)
      .Needs(link);
  verb.Add("--ranks-at", &arguments->ranks_at,
           "HOST:PORT, an address of this machine at which ranks on other hosts may join "
           "(`kvintet rank`); nothing there is encrypted or authenticated (docs/scale.md)");
  verb.Runs([=] {
    if (!run.Given()) {
      arguments->run = "runs/" + envs::GameNameOf(arguments->game);
    }
    return Run(*arguments);
  });
}

}  // namespace kvintet::cli
