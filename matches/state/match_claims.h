// ClaimTime, ClaimWin: decide a claim, which ends the game or is refused publicly; and whether a
// player may offer a reset.
#pragma once

#include "absl/status/statusor.h"

#include "matches/state/match_acts.h"

namespace kvintet::matches {

// The refusal of an act that the game's rules or the match's settings do not have.
absl::Status NotInRules(const char* why);

// FailedPrecondition if the server itself enforces time or wins. R8, R4.
absl::StatusOr<MatchEvent> ClaimTime(const Match& match, int player, const ActContext& context);
absl::StatusOr<MatchEvent> ClaimWin(const Match& match, int player, const ActContext& context);

// Q8.
absl::Status CheckMayOfferReset(const Match& match, int player);

}  // namespace kvintet::matches
