// ClimbLadder: see the header.
#include "cli/judging/ladder_climb.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

#include "arena/agents/agent_spec.h"
#include "arena/ladder.h"
#include "base/files/file.h"
#include "base/reports/log.h"
#include "base/status_macros.h"
#include "cli/judging/agents.h"
#include "envs/registry.h"
#include "training/run/published_models.h"
#include "training/run/run_directory.h"

namespace kvintet::cli {
namespace {

using arena::LadderPlayer;
using std::chrono::steady_clock;

// How often to look for new models while there is nothing to play.
constexpr std::chrono::seconds kPause(2);

std::string ResultsPath(const LadderArguments& arguments) {
  return arguments.run + "/ladder.jsonl";
}

// The settings with which the ladder was begun, overridden by the flags. A new ladder plays the
// run's game.
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
                                     .model_options = kLadderModelOptions};
  }
  KVINTET_RETURN_IF_ERROR(settings.status());
  settings->seed = arguments.seed.value_or(settings->seed);
  settings->opening_random_plies =
      arguments.opening_random_plies.value_or(settings->opening_random_plies);
  settings->model_options = arguments.model_options.value_or(settings->model_options);
  return settings;
}

// The references that the user named, or else those that the game supports.
std::vector<std::string> ReferencesOf(const envs::Game& game, const LadderArguments& arguments) {
  std::vector<std::string> references = arguments.references;
  if (references.empty()) {
    references.emplace_back("random");
    if (game.baseline()) {
      references.emplace_back("greedy");
    }
    if (!game.Spec().secrets && !game.Spec().simultaneous) {
      references.emplace_back("mcts:100");
    }
  }
  return references;
}

// A run's ladder in progress.
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

  // Plays until a limit is reached or no further pair is worth playing.
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
    const LadderReport report = Report();
    KVINTET_RETURN_IF_ERROR(
        WriteFileAtomically(arguments_.run + "/ratings.jsonl", LadderLines(report)));
    return arguments_.rated ? arguments_.rated(report) : absl::OkStatus();
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

  int64_t PairsLeft() const {
    return arguments_.pairs > 0 ? arguments_.pairs - played_ : std::numeric_limits<int64_t>::max();
  }

  bool Ended() const {
    const bool enough = arguments_.stop.stop_requested() || PairsLeft() <= 0 ||
                        (arguments_.follow && arguments_.over && arguments_.over());
    const std::chrono::duration<double, std::ratio<60>> minutes = steady_clock::now() - begun_;
    return enough || (arguments_.minutes > 0 && minutes.count() >= arguments_.minutes);
  }

  // Adds the references, then every n-th model and the newest.
  absl::Status LookForModels() {
    KVINTET_ASSIGN_OR_RETURN(
        const std::vector<training::PublishedModel> published,
        arguments_.published ? arguments_.published() : training::PublishedModels(arguments_.run));
    std::vector<LadderPlayer> players;
    for (const std::string& reference : ReferencesOf(*game_, arguments_)) {
      players.push_back({.name = reference, .spec = reference});
    }
    for (size_t i = 0; i < published.size(); ++i) {
      const std::string& sha = published[i].name;
      if (!IsRated(sha, i + 1, i + 1 == published.size())) {
        continue;
      }
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
      KVINTET_RETURN_IF_ERROR(ladder_.SetPlayers(players_));
    }
    return absl::OkStatus();
  }

  // Whether to rate the model of that name, the `number`-th of the run.
  bool IsRated(const std::string& name, size_t number, bool newest) const {
    return arguments_.models.empty() ? number % static_cast<size_t>(arguments_.every) == 0 || newest
                                     : std::ranges::count(arguments_.models, name) > 0;
  }

  absl::Status PlayOne() {
    KVINTET_ASSIGN_OR_RETURN(const arena::LadderBatch batch, ladder_.PlayNext(PairsLeft()));
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

}  // namespace

absl::StatusOr<LadderReport> ClimbLadder(const LadderArguments& arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::unique_ptr<Climb> climb, Climb::Make(arguments));
  KVINTET_RETURN_IF_ERROR(climb->Run());
  KVINTET_RETURN_IF_ERROR(climb->WriteRatings());
  return climb->Report();
}

}  // namespace kvintet::cli
