// ServedAgents: chooses which model plays an agent's moves in a match, and its search settings.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "matches/settings/agent_model.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Thread-safe.
class ServedAgents final : public matches::AgentRoster {
 public:
  // Borrows the context and uses its games, levels and search settings.
  explicit ServedAgents(const ServiceContext* context) : context_(context) {}

  // The game that the agent searches in place of the match's game (AgentsText), with its model.
  absl::StatusOr<std::shared_ptr<const ServedGame>> GameOf(const std::string& played) const;
  // The agent's search settings.
  selfplay::SearchSettings SearchOf(const matches::PlayerSettings& agent) const;
  // Describes the model of `thinks`, which GameOf returned, relative to the game played.
  matches::AgentModel ModelOf(const envs::Game& played, const ServedGame& thinks,
                              const matches::PlayerSettings& agent) const;
  matches::AgentModel ModelOf(const envs::Game& played,
                              const matches::PlayerSettings& agent) const override;

  // The numbers of a level of the model that plays the game. BAD_FIELD if it has no such level,
  // BAD_BUDGET if the level needs more simulations than this server allows.
  absl::StatusOr<StrengthLevel> LevelOf(const std::string& played, int level) const;

 private:
  const ServiceContext* const context_;
};

}  // namespace kvintet::serving
