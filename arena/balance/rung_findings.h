// FindRung: what the games of one place say.
#pragma once

#include <span>

#include "absl/status/statusor.h"

#include "arena/balance/findings.h"

namespace kvintet::arena {

// Games that are played again for choices and options.
inline constexpr size_t kReplayed = 200;

// `counted` are the games that count, `replicas` their draws played again, from the first on;
// `variant` names which of the counts is meant.
absl::StatusOr<RungFindings> FindRung(const StudySettings& settings, const envs::Game& game,
                                      const StudyPlace& place, const CountedGames& counts,
                                      std::span<const StudyGame> counted,
                                      std::span<const StudyGame> replicas);

}  // namespace kvintet::arena
