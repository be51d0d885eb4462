// StartLateClock: see the header.
#include "matches/state/match_late.h"

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/state/act_events.h"
#include "matches/state/match_claims.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

constexpr int64_t kMicrosPerSecond = 1000 * kMicrosPerMilli;

absl::Status NotNow(const std::string& why) { return Refusal(v1::REASON_NOT_NOW, why); }

// Whether there is a game for which this player is waiting.
absl::Status CheckWaits(const Match& match, int player, int game_number) {
  if (match.phase() == Phase::kOver) {
    return Refusal(v1::REASON_GAME_OVER, "the game is over");
  }
  if (!match.rules().ready) {
    return NotInRules("the rules do not let a late player's clock be started");
  }
  if (match.clock().settings().kind == ClockKind::kNone) {
    return NotInRules("the match has no clock");
  }
  // Before the first game begins, its number is 1.
  KVINTET_RETURN_IF_ERROR(match.game() == nullptr && game_number == 1
                              ? absl::OkStatus()
                              : CheckGame(match, game_number));
  if (match.phase() == Phase::kHeld) {
    return Refusal(v1::REASON_MATCH_PAUSED, "the director has paused the match");
  }
  return match.IsAwaited(player) ? NotNow("the match waits for this player, too")
                                 : absl::OkStatus();
}

}  // namespace

absl::StatusOr<MatchEvents> StartLateClock(const Match& match, int player, int game_number,
                                           const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckWaits(match, player, game_number));
  const int late = 1 - player;
  if (!match.IsAwaited(late)) {
    return NotNow("the match waits for no invited or joined player");
  }
  if (match.player(late).clock_started) {
    return Refusal(v1::REASON_ALREADY_CHOSEN, "the opponent's clock is running already");
  }
  const int64_t waited = match.clock().Read(context.now).waited[static_cast<size_t>(late)];
  if (waited < kLateMillis * kMicrosPerMilli) {
    return NotNow(absl::StrCat("a late player's clock may be started after ", kLateMillis / 1000,
                               " seconds, found ", waited / kMicrosPerSecond));
  }
  return MatchEvents{{.kind = EventKind::kClockStarted, .player = player}};
}

}  // namespace kvintet::matches
