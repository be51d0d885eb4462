// MakeSearch, SupportedConfig: see the header.
#include "selfplay/search_factory.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "proto/search_algorithm.h"
#include "selfplay/belief/belief_search.h"
#include "selfplay/equilibrium/equilibrium_search.h"
#include "selfplay/search/gumbel.h"
#include "selfplay/search/policy_play.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/selection_rule_registry.h"
#include "selfplay/search/tree_search.h"

namespace kvintet::selfplay {

namespace {

using Algorithm = SearchConfig::AlgorithmCase;

// Threat search is part of forced_wins, which only tree searches support.
absl::Status CheckThreats(const SearchConfig& config) {
  if (config.threat_nodes() > 0 && (!SearchesTrees(config) || !config.forced_wins())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "search: threat_nodes needs a tree search (gumbel, puct or a custom rule) and forced_wins, "
        "there are ",
        AlgorithmName(config), " and forced_wins ", config.forced_wins() ? "true" : "false"));
  }
  return absl::OkStatus();
}

bool CanPlay(const envs::Game& game, Algorithm algorithm) {
  switch (algorithm) {
    case SearchConfig::kEquilibrium:
      return CanSearchEquilibrium(game);
    case SearchConfig::kBelief:
      return CanSearchBelief(game);
    case SearchConfig::kPolicy:
      return true;
    default:  // a tree search
      return !game.Spec().simultaneous && !game.Spec().secrets;
  }
}

// Why the algorithm cannot play the game. REQUIRES: !CanPlay.
absl::Status Refusal(const envs::Game& game, Algorithm algorithm) {
  const auto needs = [&](const char* what, const char* found) {
    return absl::UnimplementedError(absl::StrCat("search.", AlgorithmName(algorithm),
                                                 " needs a game in which ", what, ", ",
                                                 game.Spec().text, found));
  };
  const bool simultaneous = game.Spec().simultaneous;
  switch (algorithm) {
    case SearchConfig::kEquilibrium:
      return needs("both seats act at once and nothing is left to chance",
                   simultaneous ? " has chance" : " has seats that act one at a time");
    case SearchConfig::kBelief:
      return needs("the seats act one at a time and something is hidden",
                   simultaneous ? " has simultaneous actions" : " hides nothing");
    default:
      return needs("the seats act one at a time and nothing is hidden",
                   simultaneous ? " has simultaneous actions; policy plays every game"
                                : " has hidden information, which belief plays; policy plays "
                                  "every game");
  }
}

absl::StatusOr<std::unique_ptr<SelectionRule>> RuleOf(const envs::Game& game,
                                                      const SearchConfig& config) {
  switch (AlgorithmOf(config)) {
    case SearchConfig::kGumbel:
      return std::make_unique<GumbelRule>(config);
    case SearchConfig::kPuct:
      return std::make_unique<PuctRule>(config.puct());
    default:
      return MakeCustomRule(game, config);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Search>> MakeSearch(const envs::Game& game,
                                                   const SearchConfig& config) {
  KVINTET_RETURN_IF_ERROR(CheckThreats(config));
  const Algorithm algorithm = AlgorithmOf(config);
  if (!CanPlay(game, algorithm)) {
    return Refusal(game, algorithm);
  }
  switch (algorithm) {
    case SearchConfig::kPolicy:
      return std::make_unique<PolicyPlay>(game, config.policy());
    case SearchConfig::kEquilibrium:
      return std::make_unique<EquilibriumSearch>(game, config);
    case SearchConfig::kBelief:
      return std::make_unique<BeliefSearch>(game, config);
    default: {
      KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<SelectionRule> rule, RuleOf(game, config));
      return std::make_unique<TreeSearch>(game, config, std::move(rule));
    }
  }
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
  if (CanPlay(game, AlgorithmOf(config))) {
    return config;
  }
  SearchConfig suited = config;
  suited.clear_threat_nodes();
  if (CanPlay(game, SearchConfig::kGumbel)) {
    suited.mutable_gumbel();
  } else if (CanPlay(game, SearchConfig::kEquilibrium)) {
    suited.mutable_equilibrium()->set_kl_to_policy(kStageKl);
  } else if (CanPlay(game, SearchConfig::kBelief)) {
    BeliefConfig* const belief = suited.mutable_belief();
    if (game.baseline()) {
      belief->set_trial_rollouts(kTrialRollouts);
      belief->set_kl_to_policy(kTrialKl);
      belief->set_max_considered(kTriedMoves);
      belief->set_moves(0);
    }
  } else {
    suited.mutable_policy();
  }
  return suited;
}

}  // namespace kvintet::selfplay
