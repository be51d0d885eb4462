// Roles: the side that the rules call White, or that begins, where that need not be seat 0.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "arena/balance/study/study_game.h"
#include "arena/statistics/score.h"
#include "arena/statistics/verdict.h"
#include "envs/game.h"

namespace kvintet::arena {

// How a role did.
struct RoleFindings {
  SideNames names = {};
  // Of the seat that held the role, whichever that was: anytime-valid.
  Interval score = {};
  Fairness fairness = Fairness::kUndecided;
  std::string verdict = {};
};

// Games as the side sees them that held a role in each.
struct RoleGames {
  // The role first: "White", "who begins".
  SideNames names = {};
  // With nothing but the result, from the role's side.
  std::vector<StudyGame> games = {};
};

// One game as the side sees it that held the role.
struct RoleGame {
  // With nothing but the result.
  StudyGame game = {};
  // Whether it shows that the role is not just seat 0: by its name, or since seat 1 held it.
  bool shows = false;
};

// `game` as GameSpec::text.
RoleGame ByRole(absl::string_view game, const StudyGame& one);

// Of whole games of `game`. Empty where the rules give no seat a role, or there are no games.
std::optional<RoleGames> GamesByRole(const envs::Game& game, std::span<const StudyGame> games);

// What games by role say. `margin` as in JudgeFairness.
RoleFindings FindRole(const RoleGames& role, double margin, double confidence);

}  // namespace kvintet::arena
