// CheckSettings: see the header.
#include "training/learning/settings_check.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/string_view.h>

#include "base/status_macros.h"
#include "proto/search_algorithm.h"
#include "selfplay/games/slot_search.h"
#include "selfplay/settings/settings_of.h"
#include "training/data/batch_maker.h"
#include "training/network/learning/policy_loss.h"
#include "training/network/network_config.h"
#include "training/network/network_sight.h"

namespace kvintet::training {
namespace {

absl::Status CheckObjective(const Config& config) {
  if (config.learner().objective() == LearnerConfig::POLICY_GRADIENT &&
      AlgorithmOf(config.search()) != SearchConfig::kPolicy) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.objective POLICY_GRADIENT requires search.policy, found search.",
                     AlgorithmName(config.search())));
  }
  return absl::OkStatus();
}

// A policy loss replaces the objective, which must then have its default. Of policy_gradient it
// uses the settings of advantages.
absl::Status CheckOwn(const envs::Game& game, const Config& config) {
  const LearnerConfig& learner = config.learner();
  if (!network::HasPolicyLoss(learner)) {
    return absl::OkStatus();
  }
  const std::string name = network::PolicyLossName(learner);
  if (learner.objective() != LearnerConfig().objective()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "learner.", name, " replaces learner.objective, which must then not be set, is ",
        LearnerConfig::Objective_Name(learner.objective())));
  }
  const PolicyGradientConfig& gradient = learner.policy_gradient();
  if (gradient.has_clip() || gradient.has_kl_to_data() || gradient.has_kl_to_uniform() ||
      gradient.has_kl_to_magnet() || gradient.has_neurd_max_weight() ||
      gradient.anneal_steps() > 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "learner.policy_gradient: clip, kl_to_data, kl_to_uniform, kl_to_magnet, neurd_max_weight "
        "and anneal_steps must not be set with learner.",
        name, ", which does not use them"));
  }
  return network::CheckPolicyLoss(game, config);
}

// The policies of these games do not come from a search, so there is nothing to imitate.
absl::Status CheckImitation(const LearnerConfig& config, const SelfPlayConfig& self_play) {
  if (config.objective() == LearnerConfig::IMITATION) {
    return absl::OkStatus();
  }
  if (config.surprise_weight() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.surprise_weight must be 0 with learner.objective POLICY_GRADIENT, "
                     "whose games have no search, is ",
                     config.surprise_weight()));
  }
  if (self_play.demonstration_games() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play.demonstration_games must be 0 with learner.objective "
                     "POLICY_GRADIENT, which learns from what its own policies do, is ",
                     self_play.demonstration_games()));
  }
  return absl::OkStatus();
}

// Checks the settings that only a policy gradient has.
absl::Status CheckGradient(const LearnerConfig& config) {
  const PolicyGradientConfig& gradient = config.policy_gradient();
  if (config.objective() != LearnerConfig::IMITATION || network::HasPolicyLoss(config)) {
    return absl::OkStatus();
  }
  if (gradient.anneal_steps() > 0 || gradient.advantage_filter() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.policy_gradient: anneal_steps and advantage_filter must be 0 with "
                     "learner.objective IMITATION, which has no advantages, are ",
                     gradient.anneal_steps(), " and ", gradient.advantage_filter()));
  }
  if (gradient.kl_to_magnet() > 0 || gradient.neurd_max_weight() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.policy_gradient: kl_to_magnet and neurd_max_weight must be 0 with "
                     "learner.objective IMITATION, which has neither a magnet nor advantages, are ",
                     gradient.kl_to_magnet(), " and ", gradient.neurd_max_weight()));
  }
  if (HasPrivilegedCritic(config)) {
    return absl::InvalidArgumentError(
        "learner.policy_gradient: privileged_critic.blocks must be 0 with "
        "learner.objective IMITATION, which has no advantages");
  }
  return absl::OkStatus();
}

absl::Status CheckEnds(const envs::Game& game, const LearnerConfig& config) {
  if (config.margin_return().share() > 0 && !game.Spec().margins) {
    return absl::InvalidArgumentError(absl::StrCat("learner.margin_return.share must be 0 for ",
                                                   game.Spec().name,
                                                   ", whose games end without a margin"));
  }
  if (config.cut_lead() > 0 && game.standings() == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.cut_lead must be 0 for ", game.Spec().name,
                     ", which has no lead before the end, is ", config.cut_lead()));
  }
  return absl::OkStatus();
}

absl::Status CheckSchedule(const LearnerConfig& config) {
  if (config.cosine_steps() > 0 && config.decay_steps() > 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "learner.cosine_steps and learner.decay_steps exclude each other: one must be 0, they are ",
        config.cosine_steps(), " and ", config.decay_steps()));
  }
  const int anneal_steps = config.policy_gradient().anneal_steps();
  if (anneal_steps > 0 && (config.cosine_steps() > 0 || config.decay_steps() > 0)) {
    return absl::InvalidArgumentError(
        absl::StrCat("learner.policy_gradient.anneal_steps excludes learner.cosine_steps and "
                     "learner.decay_steps: either it or both of them must be 0, they are ",
                     anneal_steps, ", ", config.cosine_steps(), " and ", config.decay_steps()));
  }
  return absl::OkStatus();
}

// Only allows a SHA-256 together with the setting that names the model or run.
absl::Status CheckSum(absl::string_view setting, absl::string_view model, absl::string_view sum) {
  if (model.empty() && !sum.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(setting, "_sha256 must be empty without ", setting, ", is '", sum, "'"));
  }
  return absl::OkStatus();
}

absl::Status CheckSparring(const SelfPlayConfig& config) {
  if (!config.sparring_model().empty() && config.sparring_share() == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "self_play.sparring_share must be above 0 with self_play.sparring_model, which "
        "plays in that share of the games; the model is '",
        config.sparring_model(), "'"));
  }
  if (config.sparring_past() && !config.sparring_model().empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play.sparring_past excludes self_play.sparring_model, which is '",
                     config.sparring_model(), "'"));
  }
  if (config.sparring_past() && config.sparring_share() == 0) {
    return absl::InvalidArgumentError(
        "self_play.sparring_share must be above 0 with self_play.sparring_past, which selects the "
        "opponent in that share of the games");
  }
  if (!selfplay::SparsWithNetwork(selfplay::SettingsOf(config)) &&
      config.sparring_simulations() > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("self_play.sparring_simulations must be 0 without self_play.sparring_model or "
                     "sparring_past, which would search with them, is ",
                     config.sparring_simulations()));
  }
  return CheckSum("self_play.sparring_model", config.sparring_model(),
                  config.sparring_model_sha256());
}

}  // namespace

absl::Status CheckSettings(const envs::Game& game, const Config& config) {
  KVINTET_RETURN_IF_ERROR(network::NetworkSight::FromConfig(game, config.network()).status());
  KVINTET_RETURN_IF_ERROR(network::CheckParts(game, config));
  KVINTET_RETURN_IF_ERROR(CheckObjective(config));
  KVINTET_RETURN_IF_ERROR(CheckOwn(game, config));
  KVINTET_RETURN_IF_ERROR(CheckImitation(config.learner(), config.self_play()));
  KVINTET_RETURN_IF_ERROR(CheckGradient(config.learner()));
  KVINTET_RETURN_IF_ERROR(CheckEnds(game, config.learner()));
  KVINTET_RETURN_IF_ERROR(CheckSparring(config.self_play()));
  KVINTET_RETURN_IF_ERROR(CheckSum("network.initial_model", config.network().initial_model(),
                                   config.network().initial_model_sha256()));
  KVINTET_RETURN_IF_ERROR(CheckSum("learner.games_from", config.learner().games_from(),
                                   config.learner().games_from_sha256()));
  return CheckSchedule(config.learner());
}

}  // namespace kvintet::training
