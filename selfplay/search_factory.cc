// MakeSearch, SupportedSettings: see the header.
#include "selfplay/search_factory.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "selfplay/belief/belief_search.h"
#include "selfplay/equilibrium/equilibrium_search.h"
#include "selfplay/search/gumbel.h"
#include "selfplay/search/policy_play.h"
#include "selfplay/search/puct.h"
#include "selfplay/search/selection_rule_registry.h"
#include "selfplay/search/tree_search.h"
#include "selfplay/settings/algorithm.h"

namespace kvintet::selfplay {

namespace {

// Threat search is part of forced_wins, which only tree searches support.
absl::Status CheckThreats(const SearchSettings& settings) {
  if (settings.threat_nodes > 0 && (!SearchesTrees(settings) || !settings.forced_wins)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "search: threat_nodes needs a tree search (gumbel, puct or a custom rule) and forced_wins, "
        "there are ",
        AlgorithmName(settings), " and forced_wins ", settings.forced_wins ? "true" : "false"));
  }
  return absl::OkStatus();
}

absl::Status CheckTries(const envs::Game& game, const BeliefSettings& settings) {
  if (settings.rollout_tries > 1 && game.careful_playouts() == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("search.belief.rollout_tries must be 1 for ", game.Spec().name,
                     ", whose rules have no measure of actions, is ", settings.rollout_tries));
  }
  return absl::OkStatus();
}

bool CanPlay(const envs::Game& game, Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kEquilibrium:
      return CanSearchEquilibrium(game);
    case Algorithm::kBelief:
      return CanSearchBelief(game);
    case Algorithm::kPolicy:
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
    case Algorithm::kEquilibrium:
      return needs("both seats act at once and nothing is left to chance",
                   simultaneous ? " has chance" : " has seats that act one at a time");
    case Algorithm::kBelief:
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
                                                      const SearchSettings& settings) {
  switch (AlgorithmOf(settings)) {
    case Algorithm::kGumbel:
      return std::make_unique<GumbelRule>(settings);
    case Algorithm::kPuct:
      return std::make_unique<PuctRule>(OwnSettings<PuctSettings>(settings));
    default:
      return MakeCustomRule(game, settings);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Search>> MakeSearch(const envs::Game& game,
                                                   const SearchSettings& settings) {
  KVINTET_RETURN_IF_ERROR(CheckThreats(settings));
  const Algorithm algorithm = AlgorithmOf(settings);
  if (!CanPlay(game, algorithm)) {
    return Refusal(game, algorithm);
  }
  switch (algorithm) {
    case Algorithm::kPolicy:
      return std::make_unique<PolicyPlay>(game, OwnSettings<PolicySettings>(settings));
    case Algorithm::kEquilibrium:
      return std::make_unique<EquilibriumSearch>(game, settings);
    case Algorithm::kBelief:
      KVINTET_RETURN_IF_ERROR(CheckTries(game, OwnSettings<BeliefSettings>(settings)));
      return std::make_unique<BeliefSearch>(game, settings);
    default: {
      KVINTET_ASSIGN_OR_RETURN(std::unique_ptr<SelectionRule> rule, RuleOf(game, settings));
      return std::make_unique<TreeSearch>(game, settings, std::move(rule));
    }
  }
}

namespace {

// The best of 0, 0.01, 0.03 and 0.1 for Kontranto (docs/results.md).
constexpr double kStageKl = 0.03;

// The best of 0, 1, 4 and 16 for Tantrix (docs/results.md). In a game with a baseline that chooses
// moves one by one, random games show which seat is ahead.
constexpr int kTrialRollouts = 16;
// Random answers make a trial more than twice as fast, and with them this is better than 0.05.
constexpr double kTrialKl = 0.03;
// Only likely moves are tried, in worlds sampled by the rules alone, which leaves time for more
// trials.
constexpr int kTriedMoves = 24;

}  // namespace

SearchSettings SupportedSettings(const envs::Game& game, const SearchSettings& settings) {
  if (CanPlay(game, AlgorithmOf(settings))) {
    return settings;
  }
  SearchSettings suited = settings;
  suited.threat_nodes = 0;
  if (CanPlay(game, Algorithm::kGumbel)) {
    Select<GumbelSettings>(&suited);
  } else if (CanPlay(game, Algorithm::kEquilibrium)) {
    Select<EquilibriumSettings>(&suited).kl_to_policy = kStageKl;
  } else if (CanPlay(game, Algorithm::kBelief)) {
    BeliefSettings& belief = Select<BeliefSettings>(&suited);
    if (game.baseline()) {
      belief.trial_rollouts = kTrialRollouts;
      belief.random_answers = true;
      belief.kl_to_policy = kTrialKl;
      belief.max_considered = kTriedMoves;
      belief.moves = 0;
    }
  } else {
    Select<PolicySettings>(&suited);
  }
  return suited;
}

}  // namespace kvintet::selfplay
