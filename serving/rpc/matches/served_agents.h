// ServedAgents: which of the server's models plays an agent's moves in a match, and how hard.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"

#include "matches/settings/agent_model.h"
#include "serving/rpc/services.h"

namespace kvintet::serving {

// Any thread.
class ServedAgents final : public AgentRoster {
 public:
  // Borrows the context; of it games, levels and the settings of searches.
  explicit ServedAgents(const ServiceContext* context) : context_(context) {}

  // What the agent's search takes a match's game for (AgentsText), with the model that judges.
  absl::StatusOr<std::shared_ptr<const ServedGame>> GameOf(const std::string& played) const;
  // How it searches.
  SearchConfig SearchOf(const PlayerSettings& agent) const;
  // What that is to the game played: the model of `thinks`, which GameOf has given.
  AgentModel ModelOf(const envs::Game& played, const ServedGame& thinks,
                     const PlayerSettings& agent) const;
  AgentModel ModelOf(const envs::Game& played, const PlayerSettings& agent) const override;

  // The numbers of a level of what plays the game. BAD_FIELD where it has no such level,
  // BAD_BUDGET where it takes more simulations than this server allows.
  absl::StatusOr<StrengthLevel> LevelOf(const std::string& played, int level) const;

 private:
  const ServiceContext* const context_;
};

}  // namespace kvintet::serving
