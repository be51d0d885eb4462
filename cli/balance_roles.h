// Roles: how the side does that the rules call White, or that begins, where that need not be seat
// 0.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "arena/balance/study_game.h"
#include "arena/score.h"
#include "envs/game.h"

namespace kvintet::cli {

// How a role did.
struct RoleFindings {
  // "White", "who begins".
  std::string name = {};
  // Of the seat that held the role, whichever that was: anytime-valid.
  arena::Interval score = {};
};

// Of whole games of `game`. Empty where the rules give no seat a role, or there are no games.
std::optional<RoleFindings> FindRole(const envs::Game& game,
                                     std::span<const arena::StudyGame> games, double confidence);

}  // namespace kvintet::cli
