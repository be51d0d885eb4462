// InformedAgent: an agent that sees hidden information, to measure what that information is worth.
//
// It plays the game as if under options that hide less, e.g. Tantrix with private racks as if they
// were open. What it scores above the same agent without that information is the value of the
// information (research: Long and others, "Understanding the success of perfect information Monte
// Carlo sampling in game tree search", 2010). It measures play and is not an opponent.
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
  // `known` is the same game under options that keep the rules and hide less; `agent` plays it.
  InformedAgent(std::string spec, std::unique_ptr<envs::Game> known, std::unique_ptr<Agent> agent);

  std::string Spec() const override { return spec_; }
  bool SeesAll() const override { return true; }
  // FailedPrecondition if the game so far is impossible under the other options, or a different
  // seat acts there.
  absl::Status Choose(std::span<const Turn> turns, std::span<Choice> choices) override;

 private:
  const std::string spec_;
  const std::unique_ptr<envs::Game> known_;
  const std::unique_ptr<Agent> agent_;
};

}  // namespace kvintet::arena
