// LadderFindings: what the players of a study say of each of its games, weighed by strength.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/balance/strength_verdict.h"
#include "arena/balance/study/study_file.h"
#include "arena/statistics/rating.h"
#include "envs/game.h"

namespace kvintet::arena {

struct RungFindings;

// Of one game. Shares are of the first side: of seat 0, and of the role where the rules give one.
struct LadderFindings {
  StrengthVerdict by_seat = {};
  std::optional<StrengthVerdict> by_role = {};
  StrengthVerdict draws = {};
};

// By how much players must differ for one to contradict the other about draws; about a side it is
// the margin.
inline constexpr double kDrawGap = 0.1;

// Whether a rung's games are enough to be heard: half of those that the study wants before any
// answer ends its play.
bool PlayedEnough(const StudySettings& settings, const RungFindings& rung);

// All rungs, the weakest first: yardsticks, then judges. In each group as the study names them,
// but behind all that are certainly stronger by the duels of the first game; `fit` is of these, or
// null where they are not all played.
std::vector<size_t> LadderOrder(const StudySettings& settings, const RatingFit* fit);

// For each game, with `weakest_first` as LadderOrder gives it. Which contrasts between strengths
// stand is decided for all of them together, with `false_share` of false ones on average.
std::vector<LadderFindings> FindLadders(const StudySettings& settings, const StudyGames& played,
                                        const std::vector<const envs::Game*>& games,
                                        const std::vector<std::vector<RungFindings>>& rungs,
                                        const std::vector<size_t>& weakest_first,
                                        double false_share);

}  // namespace kvintet::arena
