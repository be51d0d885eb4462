// Stamped, AppendConsequences: see the header.
#include "matches/state/act_events.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/check.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {

using envs::Actor;

MatchEvents Stamped(MatchEvents events, const ClockReading& reading, const ActContext& context) {
  for (MatchEvent& event : events) {
    event.at_millis = context.sources->time->WallMillis();
    event.reading = reading;
  }
  return events;
}

MatchEvents Stamped(MatchEvents events, const Match& match, const ActContext& context) {
  ClockReading reading = match.clock().Read(context.now);
  MatchEvents stamped;
  for (MatchEvent& event : events) {
    const bool starts = event.kind == EventKind::kStarted;
    stamped.push_back(Stamped(MatchEvents{std::move(event)}, reading, context).front());
    if (starts) {
      // Time used before the new game does not count on its clocks.
      reading.waited = {};
      reading.spent = match.game() == nullptr ? reading.spent : std::array<int64_t, kPlayers>{};
    }
  }
  return stamped;
}

void AppendConsequences(envs::Playthrough* play, const ActContext& context, MatchEvents* events) {
  const envs::Game& game = play->game();
  while (play->Actors().Has(Actor::kChance)) {
    std::vector<envs::ChanceOutcome> outcomes;
    game.ChanceOutcomes(play->Position(), &outcomes);
    const absl::Status drawn = play->Apply(Actor::kChance, context.sources->dealer->Draw(outcomes));
    KVINTET_CHECK(drawn.ok());
    events->push_back({.kind = EventKind::kChance, .text = play->Events().back().text});
  }
  if (play->Ended()) {
    events->push_back({.kind = EventKind::kEnded});
  }
}

absl::Status CheckGame(const Match& match, int game_number) {
  // A missing number is an invalid field, not a race that a retry could resolve.
  if (game_number < 1) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("game_number: wanted 1 or more, found ", game_number),
                   "game_number");
  }
  if (match.game() == nullptr && match.end()) {
    return Refusal(v1::REASON_GAME_OVER, "the match ended before its game began");
  }
  if (match.game() == nullptr) {
    return Refusal(v1::REASON_MATCH_WAITS, match.AwaitsStart()
                                               ? "the match has not begun: it begins at start_ms"
                                               : "the match has not begun: a player is missing");
  }
  return CheckGameNumber(match.game()->number, game_number);
}

absl::Status CheckGameNumber(int number, int meant) {
  return number == meant
             ? absl::OkStatus()
             : Refusal(v1::REASON_STALE_PLY,
                       absl::StrCat("game_number: the match is at game ", number, ", not ", meant),
                       "game_number");
}

}  // namespace kvintet::matches
