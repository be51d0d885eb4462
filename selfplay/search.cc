// MakeSearch, Decide: see the header.
#include "selfplay/search.h"

#include <array>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "selfplay/gumbel.h"
#include "selfplay/policy_play.h"
#include "selfplay/puct.h"
#include "selfplay/tree_search.h"

namespace kvintet::selfplay {

absl::StatusOr<std::unique_ptr<Search>> MakeSearch(const envs::Game& game,
                                                   const SearchConfig& config) {
  if (config.algorithm() == SearchConfig::POLICY) {
    return std::make_unique<PolicyPlay>(game, config);
  }
  if (game.Spec().simultaneous || !game.Spec().perfect_information) {
    return absl::UnimplementedError(
        absl::StrCat("search.algorithm: ", SearchConfig::Algorithm_Name(config.algorithm()),
                     " needs a game in which the seats act one at a time and nothing is hidden, ",
                     game.Spec().text, " has ",
                     game.Spec().simultaneous ? "simultaneous actions" : "hidden information",
                     "; POLICY plays every game"));
  }
  std::unique_ptr<SelectionRule> rule;
  if (config.algorithm() == SearchConfig::PUCT) {
    rule = std::make_unique<PuctRule>(config);
  } else {
    rule = std::make_unique<GumbelRule>(config);
  }
  return std::make_unique<TreeSearch>(game, config.simulations(), std::move(rule));
}

absl::StatusOr<Decision> Decide(Search* search, Evaluator* evaluator, const SearchRoot& root) {
  std::vector<float> logits;
  Wdl wdl;
  search->Begin(root);
  while (search->Advance()) {
    const std::span<const envs::Action> legal = search->Legal();
    logits.resize(legal.size());
    const std::array<int32_t, 2> offsets = {0, static_cast<int32_t>(legal.size())};
    const EvaluationResult result = {.policy_logits = logits, .wdl = {&wdl, 1}};
    KVINTET_RETURN_IF_ERROR(evaluator->Evaluate({search->View(), legal, offsets}, result));
    search->Resume({logits, wdl});
  }
  return search->Result();
}

}  // namespace kvintet::selfplay
