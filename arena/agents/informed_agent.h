// InformedAgent: an agent that is told all there is to know, to measure what knowing it is worth.
//
// It plays the game as if by other options, those that hide less: Tantrix with private racks as if
// they were open. What it wins more than its like that is not told is the value of the information
// (research: Long and others, "Understanding the success of perfect information Monte Carlo
// sampling in game tree search", 2010). It judges play and is no player.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "arena/agents/agent.h"

namespace kvintet::arena {

class InformedAgent final : public Agent {
 public:
  // `known` is the same game with options under which the same things happen and less is hidden;
  // `agent` plays it.
  InformedAgent(std::string spec, std::unique_ptr<envs::Game> known, std::unique_ptr<Agent> agent);

  std::string Spec() const override { return spec_; }
  bool SeesAll() const override { return true; }
  // FailedPrecondition where what has happened cannot happen under the other options, or another
  // acts.
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;

 private:
  const std::string spec_;
  const std::unique_ptr<envs::Game> known_;
  const std::unique_ptr<Agent> agent_;
};

}  // namespace kvintet::arena
