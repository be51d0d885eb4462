// FindLevel: the results of one variant at one level.
#pragma once

#include <span>

#include "absl/status/statusor.h"

#include "arena/balance/study_results.h"

namespace kvintet::arena {

// Number of games replayed to collect choices and options.
inline constexpr size_t kReplayed = 200;

// `counted` are the games that count; `replicas` replay their chance draws, from the first game on.
// `place.variant` selects the entry of `counts`.
absl::StatusOr<LevelResults> FindLevel(const StudySettings& settings, const envs::Game& game,
                                       const StudyPlace& place, const CountedGames& counts,
                                       std::span<const StudyGame> counted,
                                       std::span<const StudyGame> replicas);

}  // namespace kvintet::arena
