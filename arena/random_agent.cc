// RandomAgent, GreedyAgent: see the header.
#include "arena/random_agent.h"

#include "absl/strings/str_cat.h"

#include "envs/action_mask.h"

namespace kvintet::arena {
namespace {

// One of the actions, by the turn's own random numbers.
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

absl::StatusOr<std::unique_ptr<Agent>> GreedyAgent::Make(const envs::Game& game) {
  if (!game.HasGreedy()) {
    return absl::NotFoundError(
        absl::StrCat("agent 'greedy' is not defined for ", game.Spec().name,
                     ", which has no one-move yardstick; try 'random' or 'mcts:100'"));
  }
  return std::unique_ptr<Agent>(new GreedyAgent(game));
}

absl::Status GreedyAgent::Choose(std::span<const Turn> turns, std::span<Choice> choices) {
  std::vector<envs::Action> best;
  for (size_t i = 0; i < turns.size(); ++i) {
    game_.GreedyActions(turns[i].view, &best);
    choices[i] = Pick(best, turns[i]);
  }
  return absl::OkStatus();
}

}  // namespace kvintet::arena
