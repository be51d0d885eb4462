// ResolveAgent: see the header.
#include "serving/rpc/matches/match_request.h"

#include "serving/errors/refusal.h"
#include "serving/rpc/analysis_input.h"

namespace kvintet::serving {

absl::Status ResolveAgent(const ServiceContext& context, const v1::NewPlayer& message,
                          const std::string& game, matches::PlayerSettings* player) {
  const v1::NewPlayer::Agent& agent = message.agent();
  KVINTET_RETURN_IF_ERROR(Within(CheckSimulations(context, agent.simulations()), "players.agent"));
  if (!(agent.variety() >= 0 && agent.variety() <= 1)) {
    return Refusal(v1::REASON_BAD_FIELD, "players.agent.variety: wanted a number from 0 to 1",
                   "players.agent.variety");
  }
  if (agent.level() == 0) {
    return absl::OkStatus();
  }
  if (agent.simulations() != 0 || agent.variety() != 0) {
    return Refusal(
        v1::REASON_BAD_FIELD,
        "players.agent.level: wanted neither simulations nor variety with a level, found some",
        "players.agent.level");
  }
  const absl::StatusOr<StrengthLevel> level = ServedAgents(&context).LevelOf(game, agent.level());
  KVINTET_RETURN_IF_ERROR(Within(level.status(), "players.agent"));
  player->level = agent.level();
  player->simulations = level->simulations();
  player->variety = level->variety();
  return absl::OkStatus();
}

}  // namespace kvintet::serving
