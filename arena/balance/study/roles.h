// Roles: the side that is called White or moves first, in games where this may not be seat 0.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/balance/study/study_game.h"
#include "arena/statistics/score.h"
#include "arena/statistics/verdict.h"
#include "envs/game.h"
#include "envs/match_play.h"

namespace kvintet::arena {

// The score of a role.
struct RoleResults {
  SideNames names = {};
  // Score of the seat that held the role; anytime-valid.
  Interval score = {};
  Fairness fairness = Fairness::kUndecided;
  std::string verdict = {};
};

// Games from the point of view of the side that held the role.
struct RoleGames {
  // The role first: "White", "who begins".
  SideNames names = {};
  // Holding only the result, from the role's side.
  std::vector<StudyGame> games = {};
};

// One game from the point of view of the side that held the role.
struct RoleGame {
  // Holding only the result.
  StudyGame game = {};
  // Whether it shows that the role is not simply seat 0: by the role's name, or because seat 1 held
  // it.
  bool shows = false;
};

// Finds out who held the role in games of one variant.
class RoleFinder {
 public:
  // `game` is borrowed.
  explicit RoleFinder(const envs::Game& game);
  // `game` as GameSpec::text. Of a game that the registry does not have, the role is who begins.
  explicit RoleFinder(const std::string& game);

  SideNames Names() const;
  RoleGame Find(const StudyGame& one) const;

 private:
  // Keeps alive what was made from a text.
  std::shared_ptr<const envs::Game> made_;
  // Null: the role is who begins.
  const envs::MatchPlay* sides_ = nullptr;
};

// `games` are complete games of `game`. Empty if the rules assign no role, or there are no games.
std::optional<RoleGames> GamesByRole(const envs::Game& game, std::span<const StudyGame> games);

// The results by role. `margin` as in JudgeFairness.
RoleResults FindRole(const RoleGames& role, double margin, double confidence);

}  // namespace kvintet::arena
