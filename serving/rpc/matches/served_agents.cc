// ServedAgents: see the header.
#include "serving/rpc/matches/served_agents.h"

#include <algorithm>

#include "base/status_macros.h"
#include "matches/settings/match_rules.h"
#include "serving/rpc/analysis_input.h"

namespace kvintet::serving {

absl::StatusOr<std::shared_ptr<const ServedGame>> ServedAgents::GameOf(
    const std::string& played) const {
  KVINTET_ASSIGN_OR_RETURN(std::shared_ptr<const ServedGame> served, context_->games->Find(played));
  // A model trained on the match's own game plays with the rules on which it was trained.
  if (served->fit == envs::VariantFit::kSame) {
    return served;
  }
  return context_->games->Find(matches::AgentsText(*served->game));
}

selfplay::SearchSettings ServedAgents::SearchOf(const matches::PlayerSettings& agent) const {
  selfplay::SearchSettings search = context_->search;
  if (agent.simulations > 0) {
    search.simulations = std::min(agent.simulations, context_->config.max_simulations());
  }
  return search;
}

matches::AgentModel ServedAgents::ModelOf(const envs::Game& played, const ServedGame& thinks,
                                          const matches::PlayerSettings& agent) const {
  matches::AgentModel model = {.id = thinks.model.id, .simulations = SearchOf(agent).simulations};
  if (thinks.model.trained) {
    const auto trained = context_->games->Find(thinks.model.game);
    model.trained_on = thinks.model.game;
    model.fit = trained.ok() ? envs::CompareVariants(played, *(*trained)->game).fit : thinks.fit;
  }
  return model;
}

matches::AgentModel ServedAgents::ModelOf(const envs::Game& played,
                                          const matches::PlayerSettings& agent) const {
  const auto thinks = GameOf(played.Spec().text);
  return thinks.ok() ? ModelOf(played, **thinks, agent) : matches::AgentModel();
}

absl::StatusOr<StrengthLevel> ServedAgents::LevelOf(const std::string& played, int level) const {
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const ServedGame> thinks, GameOf(played));
  return serving::LevelOf(*context_, thinks->model.game, level);
}

}  // namespace kvintet::serving
