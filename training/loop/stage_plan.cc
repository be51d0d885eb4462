// StagePlan: see the header.
#include "training/loop/stage_plan.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "base/status_macros.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/settings/settings_of.h"
#include "training/learning/given_games.h"
#include "training/learning/settings_check.h"
#include "training/network/network_config.h"

namespace kvintet::training {
namespace {

// Tolerance for the sum of shares.
constexpr double kRounding = 1e-9;

absl::Status CheckName(const std::string& name) {
  constexpr char kAllowed[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
  constexpr size_t kLongest = 64;
  if (name.empty() || name.size() > kLongest ||
      name.find_first_not_of(kAllowed) != std::string::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("name must be of 1 to ", kLongest,
                     " lower-case letters, digits and underscores, is '", name, "'"));
  }
  return absl::OkStatus();
}

absl::Status CheckEnd(const StageConfig& stage, bool last) {
  if (stage.games() > 0 && stage.share() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("games and share exclude each other: one must be 0, they are ", stage.games(),
                     " and ", stage.share()));
  }
  if (!last && stage.games() == 0 && stage.share() == 0) {
    return absl::InvalidArgumentError(
        "games or share must be set to end the stage, since another stage follows");
  }
  return absl::OkStatus();
}

absl::Status CheckChanges(const Config& changes, bool first) {
  if (changes.stage_size() > 0) {
    return absl::InvalidArgumentError("changes must not have stages of their own");
  }
  if (changes.has_game()) {
    return absl::InvalidArgumentError(
        absl::StrCat("changes.game must not be set, since all stages play the same game, is '",
                     changes.game(), "'"));
  }
  const bool begun =
      !changes.network().initial_model().empty() || !changes.learner().games_from().empty();
  if (!first && begun) {
    return absl::InvalidArgumentError(
        "changes.network.initial_model and changes.learner.games_from must not be set, since "
        "the stage begins with the one before it, as `begins` says");
  }
  return absl::OkStatus();
}

// Makes `config` start from what the stage before it has made.
absl::Status BeginWith(const envs::Game& game, const Stage& before, StageConfig::Begins begins,
                       Config* config) {
  NetworkConfig* const network = config->mutable_network();
  network->clear_initial_model();
  network->clear_initial_model_sha256();
  LearnerConfig* const learner = config->mutable_learner();
  learner->clear_games_from();
  learner->clear_games_from_sha256();
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSize size, network::SizeFromConfig(*network));
  KVINTET_ASSIGN_OR_RETURN(const network::NetworkSize size_before,
                           network::SizeFromConfig(before.config.network()));
  const bool same_size = size == size_before;
  const NetworkConfig& network_before = before.config.network();
  const bool same_planes = network->derived_planes() == network_before.derived_planes();
  const bool same_slots = network->slot_features() == network_before.slot_features();
  if (begins == StageConfig::WEIGHTS && !same_size) {
    return absl::InvalidArgumentError(
        absl::StrCat("begins: WEIGHTS requires the network size of the stage before, ",
                     network::SizeText(size_before), ", found ", network::SizeText(size)));
  }
  if (begins == StageConfig::WEIGHTS && !same_planes) {
    return absl::InvalidArgumentError(
        absl::StrCat("begins: WEIGHTS requires the planes of the stage before: "
                     "network.derived_planes must not change, is ",
                     network->derived_planes() ? "true" : "false"));
  }
  if (begins == StageConfig::WEIGHTS && !same_slots) {
    return absl::InvalidArgumentError(
        absl::StrCat("begins: WEIGHTS requires what the stage before sees: network.slot_features "
                     "must not change, is ",
                     network->slot_features() ? "true" : "false"));
  }
  if (begins == StageConfig::WEIGHTS ||
      (begins == StageConfig::AUTO && same_size && same_planes && same_slots)) {
    network->set_initial_model(before.directory);
    return absl::OkStatus();
  }
  learner->set_games_from(before.directory);
  return CheckTeaches(game, before.config, *config);
}

// Plans stage `index`, given the earlier stages in `plan`.
absl::StatusOr<Stage> PlanStage(const envs::Game& game, const Config& config, int index,
                                const std::string& directory, const std::vector<Stage>& plan) {
  const StageConfig& said = config.stage(index);
  KVINTET_RETURN_IF_ERROR(CheckName(said.name()));
  KVINTET_RETURN_IF_ERROR(CheckEnd(said, index + 1 == config.stage_size()));
  KVINTET_RETURN_IF_ERROR(CheckChanges(said.changes(), plan.empty()));
  Stage stage = {.name = said.name(),
                 .directory = StageDirectory(directory, plan.size(), said.name()),
                 .config = config,
                 .games = said.games(),
                 .share = said.share()};
  stage.config.clear_stage();
  stage.config.MergeFrom(said.changes());
  if (!plan.empty()) {
    KVINTET_RETURN_IF_ERROR(BeginWith(game, plan.back(), said.begins(), &stage.config));
  }
  KVINTET_RETURN_IF_ERROR(CheckSettings(game, stage.config));
  KVINTET_RETURN_IF_ERROR(
      selfplay::CheckSlotSearches(game, selfplay::SettingsOf(stage.config.search()),
                                  selfplay::SettingsOf(stage.config.self_play())));
  return stage;
}

}  // namespace

std::string StageDirectory(const std::string& directory, size_t index, const std::string& name) {
  return absl::StrFormat("%s/%02d_%s", directory, index + 1, name);
}

absl::StatusOr<std::vector<Stage>> PlanStages(const envs::Game& game, const Config& config,
                                              const std::string& directory) {
  std::vector<Stage> plan;
  double shares = 0;
  for (int i = 0; i < config.stage_size(); ++i) {
    absl::StatusOr<Stage> stage = PlanStage(game, config, i, directory, plan);
    if (!stage.ok()) {
      return absl::Status(stage.status().code(),
                          absl::StrCat("stage[", i, "]: ", stage.status().message()));
    }
    shares += stage->share;
    plan.push_back(*std::move(stage));
  }
  if (shares > 1 + kRounding) {
    return absl::InvalidArgumentError(
        absl::StrCat("stage: shares must sum to at most 1, sum to ", shares));
  }
  return plan;
}

}  // namespace kvintet::training
