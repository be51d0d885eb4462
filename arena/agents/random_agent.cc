// RandomAgent, GreedyAgent: see the header.
#include "arena/agents/random_agent.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"

#include "envs/action_mask.h"
#include "envs/one_row.h"

namespace kvintet::arena {
namespace {

// Picks one of the actions with the turn's random numbers.
Choice Pick(const std::vector<envs::Action>& actions, const Turn& turn) {
  RandomStream random(turn.key);
  return {.action = actions[random.Below(static_cast<uint32_t>(actions.size()))]};
}

}  // namespace

absl::Status RandomAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  std::vector<uint64_t> words(static_cast<size_t>(game_.Spec().MaskWords()));
  std::vector<envs::Action> legal;
  for (size_t i = 0; i < turns.size(); ++i) {
    game_.LegalActions(turns[i].view, words);
    envs::ActionMask(words).List(&legal);
    choices[i] = Pick(legal, turns[i]);
  }
  return absl::OkStatus();
}

absl::Status RandomAgent::TellPolicies(std::span<const Turn> turns,
                                       std::span<std::vector<double>> policies) {
  for (size_t i = 0; i < turns.size(); ++i) {
    const size_t legal = envs::LegalList(game_, turns[i].view).size();
    policies[i].assign(legal, 1 / static_cast<double>(legal));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Agent>> GreedyAgent::Make(const envs::Game& game) {
  if (game.baseline() == nullptr) {
    return absl::NotFoundError(
        absl::StrCat("agent 'greedy' is not defined for ", game.Spec().name,
                     ", which has no one-move baseline; try 'random' or 'mcts:100'"));
  }
  return std::unique_ptr<Agent>(new GreedyAgent(game));
}

absl::Status GreedyAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  std::vector<envs::Action> best;
  for (size_t i = 0; i < turns.size(); ++i) {
    game_.baseline()->GreedyActions(turns[i].view, &best);
    choices[i] = Pick(best, turns[i]);
  }
  return absl::OkStatus();
}

absl::Status GreedyAgent::TellPolicies(std::span<const Turn> turns,
                                       std::span<std::vector<double>> policies) {
  std::vector<envs::Action> best;
  for (size_t i = 0; i < turns.size(); ++i) {
    game_.baseline()->GreedyActions(turns[i].view, &best);
    policies[i].clear();
    for (const envs::Action action : envs::LegalList(game_, turns[i].view)) {
      const bool put_first = std::ranges::find(best, action) != best.end();
      policies[i].push_back(put_first ? 1 / static_cast<double>(best.size()) : 0.0);
    }
  }
  return absl::OkStatus();
}

}  // namespace kvintet::arena
