// CheckPause, ContestPause, AdmitPause, CheckWrongPause, and how Match applies pauses.
#include "matches/state/match_pauses.h"

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/state/match_claims.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

absl::Status NotKnown(const char* field, const char* why) {
  return Refusal(v1::REASON_NOT_IN_RULES, absl::StrCat(field, ": ", why), field);
}

absl::Status NoSuchPause(const char* why) { return Refusal(v1::REASON_NO_SUCH_OFFER, why); }

}  // namespace

absl::Status CheckPause(const Match& match) {
  if (!match.rules().pauses) {
    return NotInRules("the rules have no pause");
  }
  return match.phase() == Phase::kToMove
             ? absl::OkStatus()
             : Refusal(v1::REASON_NOT_NOW, "the game cannot be paused here");
}

absl::Status CheckWrongPause(const Match& match, const char* field) {
  if (!match.rules().pauses) {
    return NotKnown(field, "the rules have no pause");
  }
  if (match.pause().by() < 0) {
    return NoSuchPause("no player has paused the game");
  }
  return match.clock().Left(0, {}) ? absl::OkStatus()
                                   : NotKnown(field, "the match's clock sets no time limit");
}

absl::StatusOr<MatchEvents> ContestPause(const Match& match, int player) {
  KVINTET_RETURN_IF_ERROR(CheckWrongPause(match, "kind"));
  if (match.pause().by() == player) {
    return NoSuchPause("the opponent has not paused the game");
  }
  if (match.pause().HasResumed(player)) {
    return NoSuchPause("the player has accepted the pause by agreeing to resume");
  }
  if (match.pause().contested()) {
    return Refusal(v1::REASON_ALREADY_CHOSEN, "the player contests the pause already");
  }
  MatchEvents events = {{.kind = EventKind::kPauseContested, .player = player}};
  if (!match.settings().event) {
    events.push_back({.kind = EventKind::kPauseWrong});
  }
  return events;
}

absl::StatusOr<MatchEvents> AdmitPause(const Match& match, int player) {
  if (match.pause().by() != player || !match.pause().contested()) {
    return NoSuchPause("no pause of this player is contested");
  }
  return MatchEvents{{.kind = EventKind::kPauseWrong, .player = player}};
}

void Match::ApplyPause(const MatchEvent& event) {
  switch (event.kind) {
    case EventKind::kPaused:
      pause_.Begin(event.player);
      for (int player = 0; player < kPlayers; ++player) {
        clock_->StopWaiting(player);
      }
      break;
    case EventKind::kResumed:
      pause_.Resume(event.player);
      clock_->StopWaiting(event.player);
      if (pause_.BothHaveResumed()) {
        EndPause();
      }
      break;
    case EventKind::kPauseContested:
      pause_.Contest();
      break;
    default:
      ChargePause(event.at_millis);
      EndPause();
  }
}

void Match::ChargePause(int64_t at_millis) {
  const int by = pause_.by();
  if (by < 0) {
    return;
  }
  clock_->Give(by, -kWrongPauseMillis * kMicrosPerMilli);
  clock_->Give(1 - by, kWrongPauseMillis * kMicrosPerMilli);
  MatchGame& played = games_.back();
  played.wrong_pauses.push_back({by, played.Ply(), at_millis});
}

void Match::EndPause() {
  for (int player = 0; player < kPlayers && pause_.by() >= 0; ++player) {
    clock_->StopWaiting(player);
  }
  pause_.End();
}

}  // namespace kvintet::matches
