// AgentModel, AgentRoster: what plays an agent's moves in a match, and who knows it.
#pragma once

#include <string>

#include "absl/status/statusor.h"

#include "base/reports/json.h"
#include "envs/game.h"
#include "envs/text/variants.h"
#include "matches/settings/match_settings.h"

namespace kvintet::serving {

// What plays.
struct AgentModel {
  // The SHA-256 of the model's file, or e.g. "rollouts:16"; empty: it is not known.
  std::string id = {};
  // The game that it was trained on, with every option; empty of rollouts.
  std::string trained_on = {};
  // How that fits the game played; kNone: random games judge.
  envs::VariantFit fit = envs::VariantFit::kNone;
  // Evaluations that the search of one action may use.
  int simulations = 0;
  bool operator==(const AgentModel&) const = default;
};

// What plays in a game, from a ply on.
struct PlayingAgent {
  AgentModel model = {};
  int since_ply = 0;
};

// Knows the server's models.
class AgentRoster {
 public:
  virtual ~AgentRoster() = default;
  // What would play an agent's moves in the game now. Any thread.
  virtual AgentModel ModelOf(const envs::Game& game, const PlayerSettings& agent) const = 0;
};

// As journals keep it; null of one that is not known.
Json ToJson(const AgentModel& model);
absl::StatusOr<AgentModel> AgentModelFromJson(const Json& json);

// "model 3fa9, trained on this game, level 3, 64 simulations, variety 0; from ply 12": for people.
std::string AgentText(const PlayingAgent& agent, const PlayerSettings& settings);

}  // namespace kvintet::serving
