// Match: what each audience may see.
#include <utility>

#include "base/check.h"
#include "matches/state/match.h"

namespace kvintet::serving {
namespace {

size_t At(int player) { return static_cast<size_t>(player); }

}  // namespace

int64_t Match::NumPlies() const {
  int64_t plies = 0;
  for (const MatchGame& played : games_) {
    plies += played.Ply();
  }
  return plies;
}

void Match::Resume(const ClockReading& reading, int64_t now) { clock_->Set(reading, now); }

Knowledge Match::KnowledgeOfAudience(Audience audience) const {
  const auto player = static_cast<size_t>(audience);
  if (games_.empty()) {
    return KnowledgeOf(agreed_, envs::Playthrough(*agreed_), envs::Seat::kSpectator);
  }
  const MatchGame& played = games_.back();
  const envs::Seat seat =
      audience == Audience::kSpectators ? envs::Seat::kSpectator : played.seats[player];
  return KnowledgeOf(played.game, played.play, seat);
}

Knowledge Match::PlayersKnowledge(int player) const {
  KVINTET_CHECK(!games_.empty());
  return KnowledgeOfAudience(static_cast<Audience>(player));
}

std::optional<PlayingAgent> Match::AgentNow(int player) const {
  const bool known = !games_.empty() && !games_.back().agents[At(player)].empty();
  return known ? std::optional(games_.back().agents[At(player)].back()) : std::nullopt;
}

PlayerSight Match::SightOf(int player, const ClockReading& reading) const {
  const PlayerSettings& settings = settings_.players[At(player)];
  const PlayerState& state = players_[At(player)];
  PlayerSight sight = {.name = settings.name,
                       .kind = settings.kind,
                       .open = settings.open,
                       .ready = state.ready,
                       .consented = state.consented,
                       .resumed = pause_.HasResumed(player),
                       .wants_rematch = state.wants_rematch,
                       .colour_blind = settings.colours.colour_blind,
                       .agent = AgentNow(player),
                       .level = settings.level,
                       .variety = settings.variety};
  if (IsAwaited(player)) {
    sight.late = reading.waited[At(player)];
  }
  const MatchGame* played = game();
  if (played != nullptr) {
    sight.seat = played->seats[At(player)];
    const bool shown = rules_.commits_are_public || settings.kind == PlayerKind::kAgent;
    if (shown && played->commits[At(player)]) {
      sight.seal = played->commits[At(player)]->seal;
    }
  }
  // Where nothing shows who has committed, nothing may show whose time runs (CheckSettings).
  if (clock_->settings().kind != ClockKind::kNone) {
    sight.spent = reading.spent[At(player)];
    sight.left = clock_->Left(player, reading);
    sight.running = clock_->Running().clock[At(player)];
  }
  return sight;
}

MatchSummary Match::Summary() const {
  const MatchGame* played = game();
  MatchSummary summary = {.id = id_,
                          .game = (played == nullptr ? *agreed_ : *played->game).Spec().text,
                          .phase = phase_,
                          .game_number = played == nullptr ? 1 : played->number,
                          .ply = played == nullptr ? 0 : played->Ply(),
                          .end = end_,
                          .created_millis = created_millis_,
                          .start_millis = settings_.start_millis,
                          .closed = !settings_.spectators,
                          .event = TournamentSeen()};
  for (size_t player = 0; player < kPlayers; ++player) {
    const PlayerSettings& settings = settings_.players[player];
    summary.players[player] = {.name = settings.name,
                               .kind = settings.kind,
                               .open = settings.open,
                               .agent = AgentNow(static_cast<int>(player)),
                               .level = settings.level,
                               .variety = settings.variety};
    if (played != nullptr) {
      summary.players[player].seat = played->seats[player];
    }
  }
  return summary;
}

MatchView Match::Sight(Audience audience, int64_t now, int64_t wall_millis) const {
  const ClockReading reading = clock_->Read(now);
  const MatchGame* played = game();
  MatchView sight = {.id = id_,
                     .game_number = played == nullptr ? 1 : played->number,
                     .phase = phase_,
                     .ply = played == nullptr ? 0 : played->Ply(),
                     .clock = settings_.clock,
                     .start_millis = settings_.start_millis,
                     .max_plies = TurnBound(settings_),
                     .history_plies = limits_.plies,
                     .players = {SightOf(0, reading), SightOf(1, reading)},
                     .draw_offered_by = offers_.draw_by(),
                     .reset_offered_by = offers_.reset_by(),
                     .paused_by = pause_.by(),
                     .pause_contested = pause_.contested(),
                     .reset_possible = repetitions_.HasCycled(),
                     .end = end_,
                     .event = TournamentSeen(),
                     .acts = acts_,
                     .knowledge = KnowledgeOfAudience(audience),
                     .cursor = feed(audience).Last(),
                     .at_millis = wall_millis};
  if (audience == Audience::kSpectators) {
    return sight;
  }
  const int player = static_cast<int>(audience);
  sight.player = player;
  if (played != nullptr && played->commits[At(player)]) {
    const Commit& commit = *played->commits[At(player)];
    sight.own = {played->Ply(), player, commit.seal, commit.nonce, commit.move};
  }
  return sight;
}

}  // namespace kvintet::serving
