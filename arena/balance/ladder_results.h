// LadderResults: the verdict of a study's players on each of its games, weighed by strength.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "arena/balance/strength_verdict.h"
#include "arena/balance/study/study_file.h"
#include "arena/statistics/rating.h"
#include "envs/game.h"

namespace kvintet::arena {

struct LevelResults;

// Results for one game. Shares are those of the first side: of seat 0, and of the role if the rules
// assign one.
struct LadderResults {
  StrengthVerdict by_seat = {};
  std::optional<StrengthVerdict> by_role = {};
  StrengthVerdict draws = {};
};

// Smallest difference in draws by which one player contradicts another. For a side's score it is
// the margin.
inline constexpr double kDrawGap = 0.1;

// Whether a level has played enough games to count: half of those that the study requires before a
// result may end its play.
bool PlayedEnough(const StudySettings& settings, const LevelResults& level);

// All levels, weakest first: baselines, then judges. Within each group they keep the study's order,
// except that a level certainly stronger by the duels of the first game comes later. `fit` holds
// the ratings from these duels; null if not all are played.
std::vector<size_t> LadderOrder(const StudySettings& settings, const RatingFit* fit);

// Results for each game, with `weakest_first` from LadderOrder. The significant contrasts between
// strengths are selected jointly for all games, with an expected share `false_share` of false ones.
std::vector<LadderResults> FindLadders(const StudySettings& settings, const StudyGames& played,
                                       const std::vector<const envs::Game*>& games,
                                       const std::vector<std::vector<LevelResults>>& levels,
                                       const std::vector<size_t>& weakest_first,
                                       double false_share);

}  // namespace kvintet::arena
