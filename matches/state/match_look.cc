// ViewOf, SummaryOf: see the header.
#include "matches/state/match_look.h"

#include "base/check.h"

namespace kvintet::matches {
namespace {

Knowledge AudienceKnowledge(const Match& match, Audience audience) {
  const MatchGame* played = match.game();
  const envs::Seat seat = audience == Audience::kSpectators || played == nullptr
                              ? envs::Seat::kSpectator
                              : played->seats[static_cast<size_t>(audience)];
  return played == nullptr ? KnowledgeOf(match.agreed(), envs::Playthrough(*match.agreed()), seat)
                           : KnowledgeOf(played->game, played->play, seat);
}

// The model that plays the player's moves in the current game, if known.
std::optional<PlayingAgent> AgentNow(const Match& match, int player) {
  const MatchGame* played = match.game();
  const bool known = played != nullptr && !played->agents[At(player)].empty();
  return known ? std::optional(played->agents[At(player)].back()) : std::nullopt;
}

// What lists of matches show of a player.
PlayerSight ListedPlayer(const Match& match, int player) {
  const PlayerSettings& settings = match.settings().players[At(player)];
  PlayerSight sight = {.name = settings.name,
                       .kind = settings.kind,
                       .open = settings.open,
                       .agent = AgentNow(match, player),
                       .level = settings.level,
                       .variety = settings.variety};
  if (match.game() != nullptr) {
    sight.seat = match.game()->seats[At(player)];
  }
  return sight;
}

PlayerSight SightOf(const Match& match, int player, const ClockReading& reading) {
  const PlayerSettings& settings = match.settings().players[At(player)];
  const PlayerState& state = match.player(player);
  PlayerSight sight = ListedPlayer(match, player);
  sight.ready = state.ready && !state.came_unseen;
  sight.consented = state.consented;
  sight.resumed = match.pause().HasResumed(player);
  sight.wants_rematch = state.wants_rematch;
  sight.colour_blind = settings.colours.colour_blind;
  if (match.IsAwaited(player)) {
    sight.late = reading.waited[At(player)];
  }
  const MatchGame* played = match.game();
  if (played != nullptr && played->commits[At(player)] && match.ShowsCommits(player)) {
    sight.seal = played->commits[At(player)]->seal;
  }
  // Where nothing shows who has committed, nothing may show whose time runs (CheckSettings).
  const MatchClock& clock = match.clock();
  if (clock.settings().kind != ClockKind::kNone) {
    sight.spent = reading.spent[At(player)];
    sight.left = clock.Left(player, reading);
    sight.running = clock.Running().clock[At(player)];
  }
  return sight;
}

}  // namespace

MatchView ViewOf(const Match& match, Audience audience, int64_t now, int64_t wall_millis) {
  const ClockReading reading = match.clock().Read(now);
  const MatchGame* played = match.game();
  MatchView view = {.id = match.id(),
                    .game_number = played == nullptr ? 1 : played->number,
                    .phase = match.phase(),
                    .ply = played == nullptr ? 0 : played->Ply(),
                    .clock = match.settings().clock,
                    .start_millis = match.settings().start_millis,
                    .max_plies = TurnBound(match.settings()),
                    .history_plies = match.limits().plies,
                    .players = {SightOf(match, 0, reading), SightOf(match, 1, reading)},
                    .draw_offered_by = match.offers().draw_by(),
                    .reset_offered_by = match.offers().reset_by(),
                    .paused_by = match.pause().by(),
                    .pause_contested = match.pause().contested(),
                    .reset_possible = match.repetitions().HasCycled(),
                    .end = match.end(),
                    .event = TournamentSeen(match.settings()),
                    .acts = match.acts(),
                    .knowledge = AudienceKnowledge(match, audience),
                    .cursor = match.feed(audience).Last(),
                    .at_millis = wall_millis};
  if (audience == Audience::kSpectators) {
    return view;
  }
  const int player = static_cast<int>(audience);
  view.player = player;
  if (played != nullptr && played->commits[At(player)]) {
    const Commit& commit = *played->commits[At(player)];
    view.own = {played->Ply(), player, commit.seal, commit.nonce, commit.move};
  }
  return view;
}

MatchSummary SummaryOf(const Match& match) {
  const MatchGame* played = match.game();
  return {.id = match.id(),
          .game = (played == nullptr ? *match.agreed() : *played->game).Spec().text,
          .phase = match.phase(),
          .game_number = played == nullptr ? 1 : played->number,
          .ply = played == nullptr ? 0 : played->Ply(),
          .players = {ListedPlayer(match, 0), ListedPlayer(match, 1)},
          .end = match.end(),
          .created_millis = match.created_millis(),
          .start_millis = match.settings().start_millis,
          .closed = !match.settings().spectators,
          .event = TournamentSeen(match.settings())};
}

Knowledge PlayersKnowledge(const Match& match, int player) {
  KVINTET_CHECK(match.game() != nullptr);
  return AudienceKnowledge(match, static_cast<Audience>(player));
}

std::optional<PublicTournamentPlace> TournamentSeen(const MatchSettings& settings) {
  if (!settings.event) {
    return std::nullopt;
  }
  return PublicTournamentPlace{settings.event->event, settings.event->round,
                               settings.event->replays};
}

}  // namespace kvintet::matches
