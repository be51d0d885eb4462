// RandomAgent, GreedyAgent: the fixed baselines `random` and `greedy`.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"

namespace kvintet::arena {

// Plays uniformly over legal actions.
class RandomAgent final : public Agent {
 public:
  // `game` must outlive the agent.
  explicit RandomAgent(const envs::Game& game) : game_(game) {}
  std::string Spec() const override { return "random"; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;
  absl::Status TellPolicies(std::span<const Turn> turns,
                            std::span<std::vector<double>> policies) override;

 private:
  const envs::Game& game_;
};

// Plays uniformly over the actions that the game's baseline ranks first (by design it looks one
// move ahead).
class GreedyAgent final : public Agent {
 public:
  // NotFound for a game without such a baseline. `game` must outlive the agent.
  static absl::StatusOr<std::unique_ptr<Agent>> Make(const envs::Game& game);
  std::string Spec() const override { return "greedy"; }
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;
  absl::Status TellPolicies(std::span<const Turn> turns,
                            std::span<std::vector<double>> policies) override;

 private:
  explicit GreedyAgent(const envs::Game& game) : game_(game) {}
  const envs::Game& game_;
};

}  // namespace kvintet::arena
