// AgentModel, AgentRoster: which model plays an agent's moves in a match.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "envs/text/variants.h"
#include "matches/settings/match_settings.h"

namespace kvintet::matches {

// The model that plays.
struct AgentModel {
  // The SHA-256 of the model's file, or a name such as "rollouts:16". Empty if it is unknown.
  std::string id = {};
  // The game that it was trained on, with every option. Empty for rollouts.
  std::string trained_on = {};
  // How well that fits the game played. kNone means that random games evaluate the positions.
  envs::VariantFit fit = envs::VariantFit::kNone;
  // Evaluations that the search may use per action.
  int simulations = 0;
  bool operator==(const AgentModel&) const = default;
};

// The model that plays in a game, and the first ply that it plays.
struct PlayingAgent {
  AgentModel model = {};
  int since_ply = 0;
};

// Tells which of the server's models would play.
class AgentRoster {
 public:
  virtual ~AgentRoster() = default;
  // The model that would play this agent's moves in the game now. Any thread may call it.
  virtual AgentModel ModelOf(const envs::Game& game, const PlayerSettings& agent) const = 0;
};

// The JSON form used in journals. An unknown model is null.
Json ToJson(const AgentModel& model);
absl::StatusOr<AgentModel> AgentModelFromJson(const Json& json);

// Text for people, e.g. "model 3fa9, trained on this game, level 3, 64 simulations, variety 0; from
// ply 12".
std::string AgentText(const PlayingAgent& agent, const PlayerSettings& settings);

}  // namespace kvintet::matches
