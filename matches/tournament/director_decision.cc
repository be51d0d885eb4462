// DecideDirectorAct, SettingsOfReplay: see the header.
#include "matches/tournament/director_decision.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/state/act_events.h"
#include "matches/state/match_pauses.h"
#include "matches/tournament/tournament_settings.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

// Each act is stored, and shown to everyone who may watch.
constexpr size_t kMaxActs = 100;
constexpr int64_t kMaxMillis = int64_t{24} * 3600 * 1000;

absl::Status NotNow(const char* why) { return Refusal(v1::REASON_NOT_NOW, why); }

bool IsVoid(const Match& match) { return match.end() && IsVoidEnd(match.end()->reason); }

absl::Status CheckInPlay(const Match& match) {
  return match.end() ? Refusal(v1::REASON_GAME_OVER, "the match is over") : absl::OkStatus();
}

absl::Status CheckPlayer(const DirectorAct& act) {
  return act.player >= 0 && act.player < kPlayers
             ? absl::OkStatus()
             : BadField("player", absl::StrCat("wanted 0 or 1, found ", act.player));
}

absl::Status CheckResume(const Match& match, const DirectorAct& act) {
  KVINTET_RETURN_IF_ERROR(CheckInPlay(match));
  if (!match.held() && match.pause().by() < 0) {
    return NotNow("the match is not paused");
  }
  return act.wrong_pause ? CheckWrongPause(match, "pause_was_wrong") : absl::OkStatus();
}

absl::Status CheckClocks(const Match& match, const DirectorAct& act, const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckInPlay(match));
  // A game begins with full clocks, so they can be adjusted only after it has begun.
  KVINTET_RETURN_IF_ERROR(CheckGame(match, 1));
  if (act.clock_millis == std::array<int64_t, kPlayers>{}) {
    return BadField("clock_ms", "wanted time to add or to take away, found none");
  }
  const MatchClock& clock = match.clock();
  const ClockReading reading = clock.Read(context.now);
  for (int player = 0; player < kPlayers; ++player) {
    const int64_t millis = act.clock_millis[static_cast<size_t>(player)];
    if (millis < -kMaxMillis || millis > kMaxMillis) {
      return BadField("clock_ms", absl::StrCat("wanted ", -kMaxMillis, " to ", kMaxMillis,
                                               " milliseconds, found ", millis));
    }
    const std::optional<int64_t> left = clock.Left(player, reading);
    if (!left) {
      return Refusal(v1::REASON_NOT_IN_RULES, "clock_ms: the match's clock sets no time limit",
                     "clock_ms");
    }
    // Ending a game is a separate act.
    if (millis < 0 && clock.HasFlag() && *left + millis * kMicrosPerMilli <= 0) {
      return BadField("clock_ms", absl::StrCat("wanted to leave player ", player, " some time"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckTenths(const DirectorAct& act) {
  for (const int tenths : act.tenths) {
    if (tenths < 0 || tenths > kMaxTenths) {
      return BadField("points", absl::StrCat("wanted 0 to ", kMaxTenths / 10));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckPoints(const Match& match, const DirectorAct& act) {
  if (!match.end()) {
    return NotNow("points can be adjusted only after the end");
  }
  return IsVoid(match) ? NotNow("a void match counts for nothing; DecideMatch gives it a result")
                       : CheckTenths(act);
}

absl::Status CheckNotReplayed(const Match& match) {
  for (const ToldAct& told : match.acts()) {
    if (told.act.kind == DirectorActKind::kReplayed) {
      return Refusal(
          v1::REASON_NOT_NOW,
          absl::StrCat("the match has been replaced already, by match ", told.act.match));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckDecided(const Match& match, const DirectorAct& act) {
  // If a match has been replaced, only the replacement counts.
  KVINTET_RETURN_IF_ERROR(CheckNotReplayed(match));
  return CheckTenths(act);
}

// The player with fewer points loses.
DirectorAct WithLoser(DirectorAct act) {
  if (act.kind == DirectorActKind::kDecided) {
    const int difference = act.by_points ? act.tenths[0] - act.tenths[1] : 0;
    act.player = difference > 0 ? 1 : difference < 0 ? 0 : -1;
  }
  return act;
}

absl::Status CheckDisqualified(const Match& match, const DirectorAct& act) {
  KVINTET_RETURN_IF_ERROR(CheckPlayer(act));
  if (IsVoid(match)) {
    return NotNow("the match is void");
  }
  const bool before = std::ranges::any_of(match.acts(), [](const ToldAct& told) {
    return told.act.kind == DirectorActKind::kDisqualified;
  });
  return before
             ? NotNow("a player is disqualified already; to disqualify both, make the match void")
             : absl::OkStatus();
}

absl::Status CheckReset(const Match& match) {
  KVINTET_RETURN_IF_ERROR(CheckInPlay(match));
  if (!match.rules().resets) {
    return Refusal(v1::REASON_NOT_IN_RULES, "match: the rules of its game have no reset", "match");
  }
  KVINTET_RETURN_IF_ERROR(CheckGame(match, 1));
  return match.repetitions().HasCycled()
             ? absl::OkStatus()
             : NotNow("a reset may be forced only after a position has repeated");
}

absl::Status CheckAct(const Match& match, const DirectorAct& act, const ActContext& context) {
  switch (act.kind) {
    case DirectorActKind::kPaused:
      KVINTET_RETURN_IF_ERROR(CheckInPlay(match));
      return match.held() ? NotNow("the match is paused already") : absl::OkStatus();
    case DirectorActKind::kResumed:
      return CheckResume(match, act);
    case DirectorActKind::kClocksAdjusted:
      return CheckClocks(match, act, context);
    case DirectorActKind::kPointsAdjusted:
      return CheckPoints(match, act);
    case DirectorActKind::kForfeited:
      KVINTET_RETURN_IF_ERROR(CheckInPlay(match));
      return CheckPlayer(act);
    case DirectorActKind::kDisqualified:
      return CheckDisqualified(match, act);
    case DirectorActKind::kVoided:
      return IsVoid(match) ? NotNow("the match is void already") : absl::OkStatus();
    case DirectorActKind::kDecided:
      return CheckDecided(match, act);
    case DirectorActKind::kReset:
      return CheckReset(match);
    case DirectorActKind::kReplayed:
      return IsVoid(match) ? absl::OkStatus()
                           : NotNow("a match can be played again only after it has been made void");
  }
  return BadField("kind", "unknown act");
}

}  // namespace

absl::StatusOr<MatchEvents> DecideDirectorAct(const Match& match, const DirectorAct& asked,
                                              const ActContext& context) {
  const DirectorAct act = WithLoser(asked);
  KVINTET_RETURN_IF_ERROR(CheckReason(act.reason, "reason"));
  if (match.acts().size() >= kMaxActs) {
    return Refusal(v1::REASON_NOT_NOW,
                   absl::StrCat("a director may act in a match at most ", kMaxActs, " times"));
  }
  KVINTET_RETURN_IF_ERROR(CheckAct(match, act, context));
  MatchEvents events = {{.kind = EventKind::kDirectorActed, .text = DirectorActToJson(act)}};
  if (const std::string reason = EndReason(act); !reason.empty()) {
    events.push_back({.kind = EventKind::kEnded, .player = act.player, .text = reason});
  }
  if (act.kind == DirectorActKind::kReset) {
    events.push_back({.kind = EventKind::kResetAccepted});
  }
  return Stamped(std::move(events), match, context);
}

absl::StatusOr<MatchSettings> SettingsOfReplay(const Match& match) {
  KVINTET_RETURN_IF_ERROR(CheckNotReplayed(match));
  MatchSettings settings = match.settings();
  settings.event->replays = match.id();
  // The scheduled start belonged to the void match.
  settings.start_millis = 0;
  return settings;
}

}  // namespace kvintet::matches
