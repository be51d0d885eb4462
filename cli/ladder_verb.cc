// kvintet ladder: rates every published model of a run against fixed references and each other.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "absl/strings/str_cat.h"

#include "arena/agent_spec.h"
#include "arena/ladder.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "cli/agents.h"
#include "cli/ladder_report.h"
#include "cli/verb.h"
#include "envs/registry.h"
#include "training/published_models.h"
#include "training/run_directory.h"
#include "training/stages.h"

namespace kvintet::cli {
namespace {

using arena::LadderPlayer;
using std::chrono::steady_clock;

constexpr char kModelOptions[] = "simulations=32,precision=fp32";
// How often new models are looked for while nothing is to be played.
constexpr std::chrono::seconds kPause(2);

struct LadderArguments {
  std::string run;
  std::vector<std::string> references;
  std::optional<uint64_t> seed;
  std::optional<int> opening_random_plies;
  std::optional<std::string> model_options;
  int64_t pairs = 0;
  double minutes = 0;
  double information = 0.01;
  int batch = 4;
  int every = 1;
  bool follow = false;
  bool json = false;
};

std::string ResultsPath(const LadderArguments& arguments) {
  return arguments.run + "/ladder.jsonl";
}

// As the ladder was begun, with what the flags say over it; a new one plays the run's game.
absl::StatusOr<arena::LadderSettings> SettingsOf(const LadderArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const Config config, training::ReadRunConfig(arguments.run));
  absl::StatusOr<arena::LadderSettings> settings =
      arena::LadderFile::ReadSettings(ResultsPath(arguments));
  if (absl::IsNotFound(settings.status())) {
    KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<envs::Game> game, envs::MakeGame(config.game()));
    settings = arena::LadderSettings{.game = game->Spec().text,
                                     .seed = config.seed(),
                                     .opening_random_plies = config.arena().opening_random_plies(),
                                     .max_plies = config.arena().max_plies(),
                                     .model_options = kModelOptions};
  }
  KVINTET_RETURN_IF_ERROR(settings.status());
  settings->seed = arguments.seed.value_or(settings->seed);
  settings->opening_random_plies =
      arguments.opening_random_plies.value_or(settings->opening_random_plies);
  settings->model_options = arguments.model_options.value_or(settings->model_options);
  return settings;
}

// Those asked for, or those that the game has.
std::vector<std::string> ReferencesOf(const envs::Game& game, const LadderArguments& arguments) {
  std::vector<std::string> references = arguments.references;
  if (references.empty()) {
    references.emplace_back("random");
    if (game.HasGreedy()) {
      references.emplace_back("greedy");
    }
    if (!game.Spec().secrets && !game.Spec().simultaneous) {
      references.emplace_back("mcts:100");
    }
  }
  return references;
}

// A run's ladder at work.
class Climb {
 public:
  static absl::StatusOr<std::unique_ptr<Climb>> Make(const LadderArguments& arguments) {
    KVINTET_ASSIGN_OR_RETURN(arena::LadderSettings settings, SettingsOf(arguments));
    KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<envs::Game> game, envs::MakeGame(settings.game));
    for (const std::string& reference : ReferencesOf(*game, arguments)) {
      KVINTET_RETURN_IF_ERROR(arena::MakeAgent(*game, reference, AllAgentOptions()).status());
    }
    KVINTET_ASSIGN_OR_RETURN(arena::LadderFile file,
                             arena::LadderFile::Open(ResultsPath(arguments), settings));
    return std::unique_ptr<Climb>(
        new Climb(arguments, std::move(settings), std::move(game), std::move(file)));
  }

  // Until the limits are reached or nothing more is worth playing.
  absl::Status Run() {
    while (true) {
      KVINTET_RETURN_IF_ERROR(LookForModels());
      if (Ended()) {
        return absl::OkStatus();
      }
      if (ladder_.Information() >= arguments_.information) {
        KVINTET_RETURN_IF_ERROR(PlayOne());
      } else if (arguments_.follow) {
        std::this_thread::sleep_for(kPause);
      } else {
        return absl::OkStatus();
      }
    }
  }

  LadderReport Report() const {
    return {.game = game_->Spec().text,
            .confidence = kConfidence,
            .table = ladder_.Table("random", kConfidence),
            .players = players_,
            .models = models_};
  }

  absl::Status WriteRatings() const {
    return WriteFileAtomically(arguments_.run + "/ratings.jsonl", LadderLines(Report()));
  }

 private:
  static constexpr double kConfidence = 0.95;

  Climb(const LadderArguments& arguments, arena::LadderSettings settings,
        std::unique_ptr<envs::Game> game, arena::LadderFile file)
      : arguments_(arguments),
        settings_(std::move(settings)),
        game_(std::move(game)),
        ladder_(
            *game_, settings_, std::move(file),
            [this](const std::string& spec) {
              return arena::MakeAgent(*game_, spec, AllAgentOptions());
            },
            arguments.batch) {}

  bool Ended() const {
    const bool enough = arguments_.pairs > 0 && played_ >= arguments_.pairs;
    const std::chrono::duration<double, std::ratio<60>> minutes = steady_clock::now() - begun_;
    return enough || (arguments_.minutes > 0 && minutes.count() >= arguments_.minutes);
  }

  // References, then one model in so many and the newest.
  absl::Status LookForModels() {
    KVINTET_ASSIGN_OR_RETURN(const std::vector<training::PublishedModel> published,
                             training::PublishedModels(arguments_.run));
    std::vector<LadderPlayer> players;
    for (const std::string& reference : ReferencesOf(*game_, arguments_)) {
      players.push_back({.name = reference, .spec = reference});
    }
    for (size_t i = 0; i < published.size(); ++i) {
      if ((i + 1) % static_cast<size_t>(arguments_.every) != 0 && i + 1 != published.size()) {
        continue;
      }
      const std::string& sha = published[i].name;
      LadderPlayer player = {.name = "model:" + sha,
                             .spec = absl::StrCat("model:", arguments_.run, "/models/", sha)};
      if (!settings_.model_options.empty()) {
        absl::StrAppend(&player.spec, ",", settings_.model_options);
      }
      models_[player.name] = published[i];
      players.push_back(std::move(player));
    }
    const bool same =
        std::ranges::equal(players, players_, {}, &LadderPlayer::name, &LadderPlayer::name);
    if (!same) {
      players_ = std::move(players);
      ladder_.SetPlayers(players_);
    }
    return absl::OkStatus();
  }

  absl::Status PlayOne() {
    KVINTET_ASSIGN_OR_RETURN(const arena::LadderBatch batch, ladder_.PlayNext());
    played_ += batch.scores.NumPairs();
    LogInfo("arena", "pairs played",
            {{"a", batch.a},
             {"b", batch.b},
             {"pairs", batch.scores.NumPairs()},
             {"score", batch.scores.Estimate().score},
             {"information", ladder_.Information()}});
    return WriteRatings();
  }

  const LadderArguments arguments_;
  const arena::LadderSettings settings_;
  const std::unique_ptr<envs::Game> game_;
  arena::Ladder ladder_;
  std::vector<LadderPlayer> players_;
  std::map<std::string, training::PublishedModel> models_;
  int64_t played_ = 0;
  const steady_clock::time_point begun_ = steady_clock::now();
};

absl::Status Run(const LadderArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Climb> climb, Climb::Make(arguments));
  KVINTET_RETURN_IF_ERROR(climb->Run());
  KVINTET_RETURN_IF_ERROR(climb->WriteRatings());
  const LadderReport report = climb->Report();
  std::printf("%s", (arguments.json ? LadderLines(report) : LadderText(report)).c_str());
  return absl::OkStatus();
}

}  // namespace

void AddLadderVerb(CLI::App* program, Choice* choice) {
  CLI::App* verb = program->add_subcommand(
      "ladder", "rates the models of a run; the same command on the same run goes on");
  const auto arguments = std::make_shared<LadderArguments>();
  verb->add_option("run", arguments->run, "the run's folder")->required();
  verb->add_option("--reference", arguments->references,
                   "a fixed agent (repeat it); else random, greedy and mcts:100 as the game allows")
      ->take_all();
  verb->add_option("--pairs", arguments->pairs, "play so many pairs of games at most; 0: no limit")
      ->check(CLI::Range(0, 1000000000));
  verb->add_option("--minutes", arguments->minutes, "stop after so long; 0: no limit")
      ->check(CLI::Range(0.0, 1e6));
  verb->add_option("--information", arguments->information,
                   "stop when one more pair of games tells less than this, in nats")
      ->check(CLI::Range(1e-6, 10.0));
  verb->add_option("--batch", arguments->batch, "pairs of games that are played at a time")
      ->check(CLI::Range(1, 10000));
  verb->add_option("--every", arguments->every, "rate one model in so many, and the newest")
      ->check(CLI::Range(1, 1000000));
  verb->add_flag("--follow", arguments->follow, "go on as new models are published");
  verb->add_option("--seed", arguments->seed, "names the random numbers; else the run's");
  verb->add_option("--opening-plies", arguments->opening_random_plies,
                   "random plies at the start of each pair; else the run's arena has it")
      ->check(CLI::Range(0, 10000));
  verb->add_option("--model-options", arguments->model_options,
                   absl::StrCat("what follows a model's path in its spec; else ", kModelOptions));
  verb->add_flag("--json", arguments->json, "print JSON lines");
  verb->callback([=] {
    arguments->run = training::NewestStage(arguments->run);
    choice->run = [=] { return Run(*arguments); };
  });
}

}  // namespace kvintet::cli
