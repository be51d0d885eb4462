// ClaimTime, ClaimWin: what a claim comes to: the game's end, or a refusal that all are told; and
// whether a reset may be offered.
#pragma once

#include "absl/status/statusor.h"

#include "matches/state/match_acts.h"

namespace kvintet::serving {

// An act that the game's rules, or the match's settings, do not know.
absl::Status NotInRules(const char* why);

// FailedPrecondition where the server itself sees to time, or to wins. R8, R4.
absl::StatusOr<MatchEvent> ClaimTime(const Match& match, int player, const ActContext& context);
absl::StatusOr<MatchEvent> ClaimWin(const Match& match, int player, const ActContext& context);

// Q8.
absl::Status CheckMayOfferReset(const Match& match, int player);

}  // namespace kvintet::serving
