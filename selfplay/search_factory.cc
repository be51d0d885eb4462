// MakeSearch, SupportedConfig: see the header.
#include "selfplay/search_factory.h"

#include <google/protobuf/text_format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "base/status_macros.h"
#include "selfplay/belief/belief_search.h"
#include "selfplay/equilibrium/equilibrium_search.h"
#include "selfplay/search/gumbel.h"
#include "selfplay/search/policy_play.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/selection_rule_registry.h"
#include "selfplay/search/tree_search.h"

namespace kvintet::selfplay {

namespace {

// The algorithm's name, "PUCT", or that of the custom rule in its place, "boltzmann".
std::string MethodName(const SearchConfig& config) {
  return HasCustomRule(config) ? CustomRuleName(config)
                               : SearchConfig::Algorithm_Name(config.algorithm());
}

// A custom rule replaces the algorithm, which must then have its default value.
absl::Status CheckCustomRule(const SearchConfig& config) {
  if (HasCustomRule(config) && config.algorithm() != SearchConfig().algorithm()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "search.", CustomRuleName(config), " replaces search.algorithm, which must be unset, is ",
        SearchConfig::Algorithm_Name(config.algorithm())));
  }
  return absl::OkStatus();
}

// Whether the field has a value other than its default.
bool IsSet(const SearchConfig& config, const char* name) {
  const auto* field = SearchConfig::descriptor()->FindFieldByName(name);
  if (!SearchConfig::GetReflection()->HasField(config, field)) {
    return false;
  }
  const auto text = [field](const SearchConfig& from) {
    std::string value;
    google::protobuf::TextFormat::PrintFieldValueToString(from, field, -1, &value);
    return value;
  };
  return text(config) != text(SearchConfig());
}

// Fields that only some algorithms support.
struct Owned {
  std::vector<SearchConfig::Algorithm> owners;
  std::vector<const char*> fields;
};

absl::Status CheckOwners(const SearchConfig& config) {
  static const auto& all = *new std::vector<Owned>{
      {{SearchConfig::EQUILIBRIUM}, {"oracle_rounds", "least_probability", "explore_uniform"}},
      {{SearchConfig::BELIEF},
       {"belief_moves", "belief_max_considered", "belief_prior_trials", "endgame_nodes",
        "trial_rollouts"}},
      {{SearchConfig::BELIEF, SearchConfig::EQUILIBRIUM},
       {"kl_to_policy", "explore_policy", "explore_legal"}}};
  const auto name = [](std::string* out, SearchConfig::Algorithm algorithm) {
    out->append(SearchConfig::Algorithm_Name(algorithm));
  };
  for (const auto& [owners, fields] : all) {
    if (!HasCustomRule(config) && absl::c_linear_search(owners, config.algorithm())) {
      continue;
    }
    for (const char* field : fields) {
      if (IsSet(config, field)) {
        return absl::InvalidArgumentError(absl::StrCat("search.", field, " needs search.algorithm ",
                                                       absl::StrJoin(owners, " or ", name), ", is ",
                                                       MethodName(config)));
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckBelief(const SearchConfig& config) {
  if (config.algorithm() == SearchConfig::BELIEF && config.kl_to_policy() == 0) {
    return absl::InvalidArgumentError(
        "search: kl_to_policy must be above 0 with search.algorithm BELIEF, is 0");
  }
  return absl::OkStatus();
}

// Threat search is part of forced_wins, which only tree searches support.
absl::Status CheckThreats(const SearchConfig& config) {
  if (config.threat_nodes() > 0 && (!SearchesTrees(config) || !config.forced_wins())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "search: threat_nodes needs search.algorithm GUMBEL or PUCT and forced_wins, "
        "there are ",
        MethodName(config), " and forced_wins ", config.forced_wins() ? "true" : "false"));
  }
  return absl::OkStatus();
}

// Rejects options that only PUCT supports for other algorithms.
absl::Status CheckOptions(const SearchConfig& config) {
  KVINTET_RETURN_IF_ERROR(CheckCustomRule(config));
  if (config.gumbel_uniform() > 0 &&
      (config.algorithm() != SearchConfig::GUMBEL || HasCustomRule(config))) {
    return absl::InvalidArgumentError(absl::StrCat(
        "search.gumbel_uniform needs search.algorithm GUMBEL, is ", MethodName(config)));
  }
  KVINTET_RETURN_IF_ERROR(CheckOwners(config));
  KVINTET_RETURN_IF_ERROR(CheckBelief(config));
  KVINTET_RETURN_IF_ERROR(CheckThreats(config));
  if (config.algorithm() == SearchConfig::PUCT) {
    return absl::OkStatus();
  }
  const auto refuse = [&](const char* field, const char* why) {
    return absl::InvalidArgumentError(absl::StrCat("search.", field, " needs search.algorithm PUCT",
                                                   why, ", is ", MethodName(config)));
  };
  if (config.reuse_tree()) {
    return refuse("reuse_tree",
                  " (sequential halving gives each action its visits itself; "
                  "self_play.cache_positions spares GUMBEL the evaluations)");
  }
  if (config.forced_playouts() > 0) {
    return refuse("forced_playouts", "");
  }
  if (config.min_kld_gain() > 0) {
    return refuse("min_kld_gain", "");
  }
  return absl::OkStatus();
}

bool CanPlay(const envs::Game& game, SearchConfig::Algorithm algorithm) {
  switch (algorithm) {
    case SearchConfig::GUMBEL:
    case SearchConfig::PUCT:
      return !game.Spec().simultaneous && !game.Spec().secrets;
    case SearchConfig::EQUILIBRIUM:
      return CanSearchEquilibrium(game);
    case SearchConfig::BELIEF:
      return CanSearchBelief(game);
    case SearchConfig::POLICY:
      return true;
  }
  return false;
}

absl::StatusOr<std::unique_ptr<Search>> MakeEquilibriumSearch(const envs::Game& game,
                                                              const SearchConfig& config) {
  if (!CanPlay(game, config.algorithm())) {
    return absl::UnimplementedError(
        absl::StrCat("search.algorithm: EQUILIBRIUM needs a game in which both seats act at once "
                     "and nothing is left to chance, ",
                     game.Spec().text, " has ",
                     game.Spec().simultaneous ? "chance" : "seats that act one at a time"));
  }
  return std::make_unique<EquilibriumSearch>(game, config);
}

absl::StatusOr<std::unique_ptr<Search>> MakeBeliefSearch(const envs::Game& game,
                                                         const SearchConfig& config) {
  if (!CanPlay(game, config.algorithm())) {
    return absl::UnimplementedError(absl::StrCat(
        "search.algorithm: BELIEF needs a game in which the seats act one at a time and something "
        "is hidden, ",
        game.Spec().text,
        game.Spec().simultaneous ? " has simultaneous actions" : " hides nothing"));
  }
  return std::make_unique<BeliefSearch>(game, config);
}

absl::StatusOr<std::unique_ptr<Search>> MakeTreeSearch(const envs::Game& game,
                                                       const SearchConfig& config) {
  if (!CanPlay(game, config.algorithm())) {
    return absl::UnimplementedError(absl::StrCat(
        HasCustomRule(config) ? "search." : "search.algorithm: ", MethodName(config),
        " needs a game in which the seats act one at a time and nothing is hidden, ",
        game.Spec().text, " has ",
        game.Spec().simultaneous ? "simultaneous actions" : "hidden information",
        game.Spec().simultaneous ? "" : ", which BELIEF plays", "; POLICY plays every game"));
  }
  std::unique_ptr<SelectionRule> rule;
  if (HasCustomRule(config)) {
    KVINTET_ASSIGN_OR_RETURN(rule, MakeCustomRule(game, config));
  } else if (config.algorithm() == SearchConfig::PUCT) {
    rule = std::make_unique<PuctRule>(config);
  } else {
    rule = std::make_unique<GumbelRule>(config);
  }
  return std::make_unique<TreeSearch>(game, config, std::move(rule));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Search>> MakeSearch(const envs::Game& game,
                                                   const SearchConfig& config) {
  KVINTET_RETURN_IF_ERROR(CheckOptions(config));
  if (config.algorithm() == SearchConfig::POLICY) {
    return std::make_unique<PolicyPlay>(game, config);
  }
  if (config.algorithm() == SearchConfig::EQUILIBRIUM) {
    return MakeEquilibriumSearch(game, config);
  }
  if (config.algorithm() == SearchConfig::BELIEF) {
    return MakeBeliefSearch(game, config);
  }
  return MakeTreeSearch(game, config);
}

namespace {

// The best of 0, 0.01, 0.03 and 0.1 for Kontranto (docs/results.md).
constexpr double kStageKl = 0.03;

// The best of 0, 1, 4 and 16 for Tantrix (docs/results.md). In a game with a baseline that chooses
// moves one by one, random games show which seat is ahead.
constexpr int kTrialRollouts = 16;
// The best of 0.03, 0.05 and 0.1 with that many rollouts.
constexpr double kTrialKl = 0.05;
// Only likely moves are tried, in worlds sampled by the rules alone, which leaves time for more
// trials.
constexpr int kTriedMoves = 24;

}  // namespace

SearchConfig SupportedConfig(const envs::Game& game, const SearchConfig& config) {
  if (CanPlay(game, config.algorithm())) {
    return config;
  }
  SearchConfig suited;
  suited.set_simulations(config.simulations());
  suited.set_known_returns(config.known_returns());
  suited.set_forced_wins(config.forced_wins());
  for (const SearchConfig::Algorithm algorithm :
       {SearchConfig::GUMBEL, SearchConfig::EQUILIBRIUM, SearchConfig::BELIEF}) {
    if (CanPlay(game, algorithm)) {
      suited.set_algorithm(algorithm);
      if (algorithm == SearchConfig::EQUILIBRIUM) {
        suited.set_kl_to_policy(kStageKl);
      }
      if (algorithm == SearchConfig::BELIEF && game.baseline()) {
        suited.set_trial_rollouts(kTrialRollouts);
        suited.set_kl_to_policy(kTrialKl);
        suited.set_belief_max_considered(kTriedMoves);
        suited.set_belief_moves(0);
      }
      return suited;
    }
  }
  suited.set_algorithm(SearchConfig::POLICY);
  return suited;
}

}  // namespace kvintet::selfplay
