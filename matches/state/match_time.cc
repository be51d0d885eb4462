// DueEvents, NextDue: what happens in a match by time alone: scheduled starts, clocks that run out,
// and exhausted patience.
#include <algorithm>
#include <optional>

#include "matches/state/match_acts.h"

namespace kvintet::matches {
namespace {

// A scheduled start uses the wall clock, which may be set in the meantime, so look again after this
// long.
constexpr int64_t kLookAgainMillis = 60'000;

// Milliseconds until the scheduled start; empty if the match is not waiting for one.
std::optional<int64_t> MillisToStart(const Match& match, const ActContext& context) {
  if (!match.AwaitsStart() || match.held()) {
    return std::nullopt;
  }
  const int64_t left = match.settings().start_millis - context.sources->time->WallMillis();
  return std::max<int64_t>(0, left);
}

// How long a player may keep the opponent waiting before it is warned, and before the game is over.
// Empty: without limit.
struct Patience {
  std::optional<int64_t> until_asked;
  int64_t until_over = 0;
};

Patience PatienceOf(const Match& match, int player) {
  const envs::MatchRules& rules = match.rules();
  const MatchGame* game = match.game();
  int64_t millis = match.settings().patience_millis;
  int64_t grace = kGraceMillis;
  if (match.phase() == Phase::kOpen) {
    // No game has begun yet, so there is nothing to warn anybody about.
    grace = 0;
    // T7: the opponent insists.
    millis = match.player(player).clock_started ? kReadyMillis : millis;
  } else if (match.phase() == Phase::kReady) {
    millis = kReadyMillis;
    grace = 0;
  } else if (match.phase() == Phase::kConsent) {
    millis = kConsentMillis;
  } else if (match.clock().settings().kind != ClockKind::kNone && rules.early_turn_millis > 0 &&
             game != nullptr &&
             static_cast<int>(game->play.Events().size()) < rules.turns_before_clock) {
    millis = rules.early_turn_millis;
    grace = 0;
  }
  if (millis == 0) {
    return {};
  }
  return {millis * kMicrosPerMilli, (millis + grace) * kMicrosPerMilli};
}

// Whether the player is warned before it loses.
bool IsAskedFirst(const Patience& patience) {
  return patience.until_asked && *patience.until_asked < patience.until_over;
}

// How a match ends when a player exhausts the opponent's patience.
MatchEvent EndByPatience(const Match& match, int player) {
  if (match.IsAwaited(player)) {
    return {.kind = EventKind::kEnded, .player = player, .text = kForfeitEnd};
  }
  return match.phase() == Phase::kOpen
             ? MatchEvent{.kind = EventKind::kEnded, .text = kVoidEnd}
             : MatchEvent{.kind = EventKind::kEnded, .player = player, .text = "abandoned"};
}

MatchEvents PatienceEvents(const Match& match, const ClockReading& reading) {
  MatchEvents events;
  int late = 0;
  int who = -1;
  for (int player = 0; player < kPlayers; ++player) {
    const auto p = static_cast<size_t>(player);
    const Patience patience = PatienceOf(match, player);
    if (!match.clock().Running().patience[p] || !patience.until_asked) {
      continue;
    }
    if (reading.waited[p] >= patience.until_over) {
      ++late;
      who = player;
    } else if (IsAskedFirst(patience) && reading.waited[p] >= *patience.until_asked &&
               !match.player(player).asked) {
      events.push_back({.kind = EventKind::kAsked, .player = player});
    }
  }
  if (late == 0) {
    return events;
  }
  // If both are to blame, neither loses.
  return {late == kPlayers ? MatchEvent{.kind = EventKind::kEnded, .text = kVoidEnd}
                           : EndByPatience(match, who)};
}

// While one clock runs for both, both may run out at once, which is a draw (R7).
MatchEvents FlagEvents(const Match& match, const ClockReading& reading) {
  const MatchClock& clock = match.clock();
  int fallen = 0;
  int who = -1;
  for (int player = 0; player < kPlayers; ++player) {
    const bool runs = clock.Running().clock[static_cast<size_t>(player)];
    if (runs && clock.HasFlag() && !clock.settings().claimed && *clock.Left(player, reading) <= 0) {
      ++fallen;
      who = player;
    }
  }
  if (fallen == 0) {
    return {};
  }
  const bool both = fallen == kPlayers;
  return {
      {.kind = EventKind::kEnded, .player = both ? -1 : who, .text = both ? "both_time" : "time"}};
}

}  // namespace

MatchEvents DueEvents(const Match& match, const ActContext& context) {
  if (MillisToStart(match, context) == 0) {
    return DecideStart(match, context);
  }
  const ClockReading reading = match.clock().Read(context.now);
  MatchEvents events = FlagEvents(match, reading);
  if (events.empty()) {
    events = PatienceEvents(match, reading);
  }
  for (MatchEvent& event : events) {
    event.at_millis = context.sources->time->WallMillis();
    event.reading = reading;
  }
  return events;
}

std::optional<int64_t> NextDue(const Match& match, const ActContext& context) {
  const int64_t now = context.now;
  const MatchClock& clock = match.clock();
  const ClockReading reading = clock.Read(now);
  std::optional<int64_t> left;
  const auto consider = [&left](int64_t more) { left = std::min(left.value_or(more), more); };
  if (const std::optional<int64_t> wait = MillisToStart(match, context)) {
    consider(std::min(*wait, kLookAgainMillis) * kMicrosPerMilli);
  }
  for (int player = 0; player < kPlayers; ++player) {
    const auto p = static_cast<size_t>(player);
    if (clock.Running().clock[p] && clock.HasFlag() && !clock.settings().claimed) {
      consider(*clock.Left(player, reading));
    }
    const Patience patience = PatienceOf(match, player);
    if (clock.Running().patience[p] && patience.until_asked) {
      const bool ask = IsAskedFirst(patience) && !match.player(player).asked;
      consider((ask ? *patience.until_asked : patience.until_over) - reading.waited[p]);
    }
  }
  return left ? std::optional(now + std::max<int64_t>(0, *left)) : std::nullopt;
}

}  // namespace kvintet::matches
