// BalanceTraining: see the header.
#include "cli/balance/balance_training.h"

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include "base/files/file.h"
#include "base/status_macros.h"
#include "cli/learning/rank_command.h"
#include "envs/rule_options.h"
#include "proto/load_config.h"
#include "selfplay/search/search.h"
#include "selfplay/search_factory.h"
#include "selfplay/settings/settings_of.h"
#include "training/learning/given_models.h"
#include "training/loop/loop.h"

namespace kvintet::cli {
namespace {

// Path of the game's shipped configuration, relative to the source tree.
std::string ShippedConfig(const envs::Game& game) {
  return absl::StrCat("configs/", game.Spec().name, ".textproto");
}

absl::StatusOr<Config> ConfigFor(const envs::Game& game, const TrainingArguments& arguments) {
  std::optional<std::string> file;
  std::error_code error;
  if (!arguments.config.empty()) {
    file = arguments.config;
  } else if (std::filesystem::exists(ShippedConfig(game), error)) {
    file = ShippedConfig(game);
  }
  KVINTET_ASSIGN_OR_RETURN(Config config, LoadConfig(file, arguments.sets));
  if (!file && config.search().algorithm_case() == SearchConfig::ALGORITHM_NOT_SET) {
    const selfplay::SearchSettings settings = selfplay::SettingsOf(config.search());
    selfplay::Store(selfplay::SupportedSettings(game, settings), config.mutable_search());
  }
  const std::string named = envs::GameNameOf(config.game());
  if (!named.empty() && named != game.Spec().name) {
    return absl::InvalidArgumentError(absl::StrCat("--train-config: wanted a configuration for ",
                                                   game.Spec().name, ", found one for ",
                                                   config.game()));
  }
  config.set_game(game.Spec().text);
  return config;
}

absl::StatusOr<std::vector<Config>> ConfigsFor(const std::vector<const envs::Game*>& games,
                                               const TrainingArguments& arguments) {
  std::vector<Config> configs;
  for (const envs::Game* game : games) {
    KVINTET_ASSIGN_OR_RETURN(Config config, ConfigFor(*game, arguments));
    if (arguments.from == kRandomWeights) {
      config.mutable_network()->clear_initial_model();
    } else if (!arguments.from.empty()) {
      config.mutable_network()->set_initial_model(arguments.from);
    }
    configs.push_back(std::move(config));
  }
  return configs;
}

// Checks that each game's run can start from the models that its configuration names.
absl::Status CheckBeginnings(const std::vector<const envs::Game*>& games,
                             std::vector<Config> configs) {
  for (size_t i = 0; i < games.size(); ++i) {
    KVINTET_RETURN_IF_ERROR(
        training::LoadGivenModels(*games[i], /*directory=*/"", &configs[i]).status());
  }
  return absl::OkStatus();
}

void Show(const training::Progress& progress) {
  if (isatty(STDERR_FILENO) != 0) {
    std::fprintf(stderr, "\r\033[K%s", training::ToText(progress).c_str());
  }
}

absl::Status TrainOne(const training::TrainOptions& options) {
  KVINTET_ASSIGN_OR_RETURN(const training::Progress progress, training::Train(options));
  std::fprintf(stderr, "%s%s: %s\n", isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "",
               options.directory.c_str(), training::ToText(progress).c_str());
  return options.stop.stop_requested()
             ? absl::CancelledError("stopped while training models; the same command continues")
             : absl::OkStatus();
}

}  // namespace

std::string TrainingText(const TrainingArguments& arguments) {
  if (!arguments.Wanted()) {
    return "";
  }
  const std::string share = arguments.minutes
                                ? absl::StrFormat("%g minutes of training", *arguments.minutes)
                                : absl::StrFormat("%d games of training", *arguments.games);
  const std::string from = arguments.from == kRandomWeights ? "random weights" : arguments.from;
  return absl::StrFormat("%s for each game, shared by %d seed%s, from %s", share, arguments.seeds,
                         arguments.seeds == 1 ? "" : "s", from);
}

absl::Status ChooseBeginning(const std::vector<const envs::Game*>& games,
                             TrainingArguments* arguments) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Config> configs, ConfigsFor(games, *arguments));
  if (const std::string asked = configs[0].network().initial_model(); !asked.empty()) {
    arguments->from = asked;
    return CheckBeginnings(games, configs);
  }
  if (arguments->from.empty()) {
    TrainingArguments shipped = *arguments;
    shipped.from = absl::StrCat("models/", games[0]->Spec().name, ".model");
    KVINTET_ASSIGN_OR_RETURN(const std::vector<Config> begun, ConfigsFor(games, shipped));
    arguments->from = CheckBeginnings(games, begun).ok() ? shipped.from : kRandomWeights;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> TrainForStudy(const std::vector<const envs::Game*>& games,
                                                       const TrainingArguments& arguments,
                                                       const std::string& folder,
                                                       const std::stop_token& stop) {
  KVINTET_ASSIGN_OR_RETURN(const std::vector<Config> configs, ConfigsFor(games, arguments));
  KVINTET_RETURN_IF_ERROR(MakeDirectories(folder + "/models"));
  training::TrainOptions options = {.stop = stop, .rank_command = RankCommand(), .progress = Show};
  if (arguments.minutes) {
    options.minutes = *arguments.minutes / arguments.seeds;
  } else {
    options.games = (*arguments.games + arguments.seeds - 1) / arguments.seeds;
  }
  std::vector<std::string> runs;
  for (int seed = 1; seed <= arguments.seeds; ++seed) {
    for (size_t i = 0; i < games.size(); ++i) {
      options.game = games[i];
      options.config = configs[i];
      options.config.set_seed(static_cast<uint64_t>(seed));
      options.directory = absl::StrFormat("%s/models/%d-seed-%d", folder, i, seed);
      KVINTET_RETURN_IF_ERROR(TrainOne(options));
      runs.push_back(options.directory);
    }
  }
  return runs;
}

}  // namespace kvintet::cli
