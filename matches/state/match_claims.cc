// ClaimTime, ClaimWin: see the header.
#include "matches/state/match_claims.h"

#include <string>

#include "matches/settings/match_rules.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {

absl::Status NotInRules(const char* why) { return Refusal(v1::REASON_NOT_IN_RULES, why, "kind"); }

absl::StatusOr<MatchEvent> ClaimTime(const Match& match, int player, const ActContext& context) {
  const MatchClock& clock = match.clock();
  if (!clock.HasFlag() || !clock.settings().claimed) {
    return NotInRules("time needs no claim: the server enforces it");
  }
  const ClockReading reading = clock.Read(context.now);
  const auto over = [&](int who) { return clock.Left(who, reading).value_or(1) <= 0; };
  if (!over(1 - player)) {
    return MatchEvent{.kind = EventKind::kClaimRefused, .player = player, .text = "time"};
  }
  // R7: if both have run out of time, the game is a draw.
  if (over(player)) {
    return MatchEvent{.kind = EventKind::kEnded, .text = "both_time", .flag = true};
  }
  return MatchEvent{.kind = EventKind::kEnded, .player = 1 - player, .text = "time", .flag = true};
}

// R4: a claim is good if there is a win and the claimant has not run out of time.
absl::StatusOr<MatchEvent> ClaimWin(const Match& match, int player, const ActContext& context) {
  if (!match.rules().win_claims) {
    return NotInRules("wins need no claim: the server declares them");
  }
  const MatchGame& game = *match.game();
  const envs::Seat seat = game.seats[static_cast<size_t>(player)];
  const std::string win(game.game->match_play()->WinToClaim(game.play, seat));
  const ClockReading reading = match.clock().Read(context.now);
  if (win.empty() || match.clock().Left(player, reading).value_or(1) <= 0) {
    return MatchEvent{.kind = EventKind::kClaimRefused, .player = player, .text = "win"};
  }
  return MatchEvent{.kind = EventKind::kEnded, .player = 1 - player, .text = win, .flag = true};
}

absl::Status CheckMayOfferReset(const Match& match, int player) {
  if (!match.rules().resets) {
    return NotInRules("the rules have no reset");
  }
  if (!match.repetitions().HasCycled()) {
    return Refusal(v1::REASON_NOT_NOW, "a reset may be offered only after a position has repeated");
  }
  if (match.offers().reset_by() >= 0) {
    return Refusal(v1::REASON_NOT_NOW, "a reset has been offered already");
  }
  if (!match.offers().MayOfferReset(player, match.game()->Ply())) {
    return Refusal(v1::REASON_NOT_NOW, "a player may offer a reset only once in ten of its turns");
  }
  return absl::OkStatus();
}

}  // namespace kvintet::matches
