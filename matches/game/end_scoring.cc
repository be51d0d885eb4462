// EndOf: see the header.
#include "matches/game/end_scoring.h"

#include "envs/match_play.h"
#include "matches/settings/match_rules.h"

namespace kvintet::matches {
namespace {

using envs::Seat;
using envs::TournamentRules;
using Tenths = std::array<int, envs::kNumSeats>;

size_t IndexOf(Seat seat) { return static_cast<size_t>(Index(seat)); }

// The points of a game that was played to its end, less the penalties for time.
Tenths PointsOf(const ScoredGame& scored, const TournamentRules& rules,
                const envs::Outcome& outcome, const EndCause& cause) {
  // A deadlock is a draw, whatever the scores (T5).
  const bool draw = outcome.returns[0] == outcome.returns[1];
  const Tenths tenths = scored.game.match_play()->TournamentPoints(
      draw ? std::array<int32_t, envs::kNumSeats>{} : outcome.margin);
  const MatchClock& clock = scored.clock;
  if (clock.settings().kind != ClockKind::kPenalty) {
    return tenths;
  }
  std::array<int64_t, kPlayers> spent = cause.spent;
  for (int player = 0; player < kPlayers; ++player) {
    spent[static_cast<size_t>(player)] -= clock.Given(player);
  }
  return AfterPenalties(rules, tenths, BySeat(spent, scored.seats), clock.Budget());
}

// The game's own end.
MatchEnd EndByRules(const ScoredGame& scored, const TournamentRules& rules, const EndCause& cause) {
  const envs::Outcome outcome = scored.play->Result();
  MatchEnd end = {
      .returns = {static_cast<double>(outcome.returns[0]), static_cast<double>(outcome.returns[1])},
      .margin = outcome.margin,
      .reason = std::string(outcome.reason),
      .truncated = outcome.truncated,
      .claimed = cause.claimed};
  if (rules.total > 0) {
    end.tenths = PointsOf(scored, rules, outcome, cause);
  }
  return end;
}

MatchEnd LossOf(Seat loser, const TournamentRules& rules, const EndCause& cause) {
  MatchEnd end = {.reason = cause.reason, .claimed = cause.claimed};
  end.returns[IndexOf(loser)] = -1;
  end.returns[IndexOf(envs::Other(loser))] = 1;
  if (rules.total > 0 && cause.reason == kForfeitEnd) {
    end.tenths = ForfeitPoints(rules, loser);
  }
  return end;
}

// Nobody wins.
MatchEnd EndWithoutWinner(const ScoredGame& scored, const EndCause& cause) {
  MatchEnd end = {.reason = cause.reason, .claimed = cause.claimed};
  if (cause.reason == kMaxPliesEnd || cause.reason == kHistoryFullEnd) {
    const envs::Standings* standings = scored.game.standings();
    end.truncated = true;
    end.margin = standings != nullptr ? standings->Standing(scored.play->Position())
                                      : std::array<int32_t, envs::kNumSeats>{};
  }
  return end;
}

// The points of an end in a tournament.
Tenths TournamentTenths(const ScoredGame& scored, const TournamentRules& rules, const MatchEnd& end,
                        bool lost) {
  const Scoring& points = *scored.points;
  if (points.by_score) {
    if (end.tenths) {
      return *end.tenths;
    }
    const bool first_lost = end.returns[0] < end.returns[1];
    return lost ? ForfeitPoints(rules, first_lost ? Seat::k0 : Seat::k1)
                : scored.game.match_play()->TournamentPoints({});
  }
  Tenths tenths;
  for (size_t seat = 0; seat < tenths.size(); ++seat) {
    const double difference = end.returns[seat] - end.returns[1 - seat];
    tenths[seat] = difference > 0 ? points.win : difference < 0 ? points.loss : points.draw;
  }
  return tenths;
}

}  // namespace

MatchEnd EndOf(const ScoredGame& scored, const EndCause& cause) {
  const TournamentRules rules = RulesOf(scored.game).tournament;
  const bool lost = cause.loser >= 0;
  MatchEnd end = cause.reason.empty() ? EndByRules(scored, rules, cause)
                 : lost ? LossOf(scored.seats[static_cast<size_t>(cause.loser)], rules, cause)
                        : EndWithoutWinner(scored, cause);
  if (scored.points != nullptr && !IsVoidEnd(cause.reason)) {
    end.tenths = TournamentTenths(scored, rules, end, lost);
  }
  return end;
}

}  // namespace kvintet::matches
