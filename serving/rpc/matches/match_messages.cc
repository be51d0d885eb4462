// Messages of MatchService: see the header.
#include "serving/rpc/matches/match_messages.h"

#include <array>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/settings/match_rules.h"
#include "serving/errors/game_refusal.h"
#include "serving/errors/refusal.h"
#include "serving/rpc/convert.h"

namespace kvintet::serving {
namespace {

// Our enums and those of the messages have the same values in the same order.
static_assert(static_cast<int>(matches::Phase::kScheduled) + 1 == v1::MatchState::PHASE_SCHEDULED);
static_assert(static_cast<int>(envs::ClockKind::kPenalty) + 1 == v1::Clock::KIND_PENALTY);
static_assert(static_cast<int>(matches::ActKind::kAdmitPause) + 1 ==
              v1::ActRequest::KIND_ADMIT_PAUSE);
static_assert(static_cast<int>(matches::EventKind::kPauseWrong) + 1 ==
              v1::MatchEvent::KIND_PAUSE_WRONG);
static_assert(static_cast<int>(matches::DirectorActKind::kDecided) + 1 ==
              v1::DirectorAct::KIND_DECIDED);
static_assert(static_cast<int>(matches::EventKind::kDrawAccepted) + 1 ==
              v1::MatchEvent::KIND_DRAW_ACCEPTED);

// Every field that is set must belong to the clock's kind; nothing is ignored silently.
absl::Status CheckClock(const v1::Clock& message) {
  const v1::Clock::Kind kind = message.kind();
  if (kind == v1::Clock::KIND_UNSPECIFIED) {
    return Refusal(v1::REASON_BAD_FIELD,
                   "clock.kind: wanted a kind, or no clock at all for the game's default one",
                   "clock.kind");
  }
  if (!v1::Clock::Kind_IsValid(kind)) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("clock.kind: unknown number ", static_cast<int>(kind)),
                   "clock.kind");
  }
  const std::string name = v1::Clock::Kind_Name(kind);
  if (kind != v1::Clock::KIND_STAGES && message.stages_size() > 0) {
    return Refusal(v1::REASON_BAD_FIELD, absl::StrCat("clock.stages: ", name, " has none"),
                   "clock.stages");
  }
  const bool total = kind == v1::Clock::KIND_HOURGLASS || kind == v1::Clock::KIND_PENALTY;
  if (!total && message.total_ms() != 0) {
    return Refusal(v1::REASON_BAD_FIELD, absl::StrCat("clock.total_ms: ", name, " has none"),
                   "clock.total_ms");
  }
  return absl::OkStatus();
}

v1::PlayerState PlayerMessage(const matches::PlayerSight& player) {
  v1::PlayerState message;
  message.set_name(player.name);
  message.set_agent(player.kind == matches::PlayerKind::kAgent);
  message.set_open(player.open);
  if (player.seat) {
    message.set_seat(ToMessage(*player.seat));
  }
  message.set_ready(player.ready);
  message.set_consented(player.consented);
  message.set_resumed(player.resumed);
  message.set_wants_rematch(player.wants_rematch);
  message.set_commitment_digest(player.seal.value_or(""));
  message.set_spent_ms(player.spent / matches::kMicrosPerMilli);
  if (player.left) {
    message.set_left_ms(*player.left / matches::kMicrosPerMilli);
  }
  message.set_running(player.running);
  message.set_colour_blind(player.colour_blind);
  if (player.late) {
    message.set_late_ms(*player.late / matches::kMicrosPerMilli);
  }
  if (player.agent) {
    *message.mutable_agent_model() = ToMessage(*player.agent, player.level, player.variety);
  }
  return message;
}

v1::Commitment CommitmentMessage(const matches::PendingChoice& sealed) {
  v1::Commitment message;
  message.set_ply(sealed.ply);
  message.set_player(sealed.player);
  message.set_digest(sealed.seal);
  message.set_nonce(sealed.nonce);
  message.set_move(sealed.move);
  return message;
}

v1::Description DescriptionMessage(const matches::Knowledge& known) {
  v1::Description message;
  message.set_game(known.game->Spec().text);
  message.set_seat(ToMessage(known.seat));
  for (const envs::Actor actor : {envs::Actor::kSeat0, envs::Actor::kSeat1, envs::Actor::kChance}) {
    if (known.actors.Has(actor)) {
      message.add_actors(ToMessage(actor));
    }
  }
  message.set_ended(known.end.has_value());
  if (known.end) {
    *message.mutable_result() = ToMessage(*known.end);
  }
  message.set_view(known.game->ViewText(known.view.Span()));
  message.set_seat_record(known.record);
  *message.mutable_scene() = SceneOf(*known.game, known.view.Span());
  return message;
}

v1::MatchState::Phase PhaseMessage(matches::Phase phase) {
  return static_cast<v1::MatchState::Phase>(static_cast<int>(phase) + 1);
}

v1::TournamentPlace PlaceMessage(const matches::PublicTournamentPlace& event) {
  v1::TournamentPlace message;
  message.set_tournament(event.event);
  message.set_round(event.round);
  message.set_replays(event.replays);
  return message;
}

}  // namespace

v1::AgentModel ToMessage(const matches::PlayingAgent& agent, int level, double variety) {
  v1::AgentModel message;
  message.set_model(agent.model.id);
  message.set_trained_on(agent.model.trained_on);
  message.set_fit(ToMessage(agent.model.fit));
  message.set_level(level);
  message.set_simulations(agent.model.simulations);
  message.set_variety(variety);
  message.set_since_ply(agent.since_ply);
  return message;
}

absl::StatusOr<std::shared_ptr<const envs::Game>> FindGame(const std::string& text,
                                                           const matches::GameFinder& find) {
  absl::StatusOr<std::shared_ptr<const envs::Game>> game = find(text);
  return game.ok() ? game : GameRefusal(game.status(), text, "game");
}

matches::ColourWish FromMessage(const v1::ColourWish& message) {
  return {.first = message.first(),
          .second = message.second(),
          .colour_blind = message.colour_blind(),
          .opponent = message.opponent()};
}

absl::StatusOr<matches::PlayerSettings> FromMessage(const v1::NewPlayer& message) {
  const matches::ColourWish colours = FromMessage(message.colours());
  switch (message.who_case()) {
    case v1::NewPlayer::kPerson:
      return matches::PlayerSettings{.name = message.person(), .colours = colours};
    case v1::NewPlayer::kOpen:
      return matches::PlayerSettings{.open = true, .colours = colours};
    case v1::NewPlayer::kAgent:
      return matches::PlayerSettings{.kind = matches::PlayerKind::kAgent,
                                     .name = message.agent().name(),
                                     .simulations = message.agent().simulations(),
                                     .variety = message.agent().variety(),
                                     .allow_rollouts = message.agent().allow_rollouts(),
                                     .colours = colours};
    case v1::NewPlayer::WHO_NOT_SET:
      break;
  }
  return Refusal(v1::REASON_BAD_FIELD, "players: wanted a person, open or an agent, found none",
                 "players");
}

absl::StatusOr<envs::ClockSettings> FromMessage(const v1::Clock& message) {
  KVINTET_RETURN_IF_ERROR(CheckClock(message));
  envs::ClockSettings clock = {.kind = static_cast<envs::ClockKind>(message.kind() - 1),
                               .total_millis = message.total_ms(),
                               .claimed = message.claimed()};
  for (const v1::Clock::Stage& stage : message.stages()) {
    clock.stages.push_back({stage.moves(), stage.ms(), stage.increment_ms()});
  }
  return clock;
}

v1::Clock ToMessage(const envs::ClockSettings& clock) {
  v1::Clock message;
  message.set_kind(static_cast<v1::Clock::Kind>(static_cast<int>(clock.kind) + 1));
  for (const envs::ClockStage& stage : clock.stages) {
    v1::Clock::Stage* written = message.add_stages();
    written->set_moves(stage.moves);
    written->set_ms(stage.millis);
    written->set_increment_ms(stage.increment_millis);
  }
  message.set_total_ms(clock.total_millis);
  message.set_claimed(clock.claimed);
  return message;
}

absl::StatusOr<bool> IsByLot(v1::SeatOrder seats) {
  if (!v1::SeatOrder_IsValid(seats)) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("seats: unknown number ", static_cast<int>(seats)), "seats");
  }
  return seats == v1::SEAT_ORDER_LOT;
}

absl::StatusOr<matches::MatchSettings> FromMessage(const v1::CreateMatchRequest& request,
                                                   const matches::GameFinder& find) {
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game,
                           FindGame(request.game(), find));
  const envs::MatchRules rules = matches::RulesOf(*game);
  matches::MatchSettings settings = {.game = game->Spec().text,
                                     .patience_millis = matches::kPatienceMillis,
                                     .forced_reset = rules.forced_reset,
                                     .spectators = !request.closed(),
                                     .start_millis = request.start_ms()};
  if (request.players_size() != matches::kPlayers) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("players: wanted two, found ", request.players_size()), "players");
  }
  for (int i = 0; i < matches::kPlayers; ++i) {
    KVINTET_ASSIGN_OR_RETURN(settings.players[static_cast<size_t>(i)],
                             FromMessage(request.players(i)));
  }
  KVINTET_ASSIGN_OR_RETURN(settings.lot, IsByLot(request.seats()));
  settings.clock = rules.clock;
  if (request.has_clock()) {
    KVINTET_ASSIGN_OR_RETURN(settings.clock, FromMessage(request.clock()));
  }
  if (request.has_patience_ms()) {
    settings.patience_millis = request.patience_ms();
  }
  if (request.has_forced_reset()) {
    settings.forced_reset = request.forced_reset();
  }
  return settings;
}

absl::StatusOr<matches::ActKind> FromMessage(v1::ActRequest::Kind kind) {
  if (!v1::ActRequest::Kind_IsValid(kind) || kind == v1::ActRequest::KIND_UNSPECIFIED) {
    return Refusal(v1::REASON_BAD_FIELD,
                   absl::StrCat("kind: unknown number ", static_cast<int>(kind)), "kind");
  }
  return static_cast<matches::ActKind>(kind - 1);
}

v1::MatchEnd ToMessage(const matches::MatchEnd& end) {
  v1::MatchEnd message;
  v1::Result* result = message.mutable_result();
  result->mutable_returns()->Add(end.returns.begin(), end.returns.end());
  result->mutable_margin()->Add(end.margin.begin(), end.margin.end());
  result->set_reason(end.reason);
  result->set_truncated(end.truncated);
  message.set_claimed(end.claimed);
  if (end.tenths) {
    for (const int tenths : *end.tenths) {
      message.add_points(tenths / kTenthsOfPoint);
    }
  }
  return message;
}

v1::DirectorAct ToMessage(const matches::ToldAct& told) {
  const matches::DirectorAct& act = told.act;
  v1::DirectorAct message;
  message.set_kind(static_cast<v1::DirectorAct::Kind>(static_cast<int>(act.kind) + 1));
  message.set_reason(act.reason);
  message.set_player(act.player);
  message.set_present(act.present);
  message.set_pause_was_wrong(act.wrong_pause);
  if (act.kind == matches::DirectorActKind::kClocksAdjusted) {
    message.mutable_clock_ms()->Add(act.clock_millis.begin(), act.clock_millis.end());
  }
  if (act.kind == matches::DirectorActKind::kPointsAdjusted || act.by_points) {
    for (const int tenths : act.tenths) {
      message.add_points(tenths / kTenthsOfPoint);
    }
  }
  message.set_match(act.match);
  if (told.former) {
    *message.mutable_former_end() = ToMessage(*told.former);
  }
  if (told.end) {
    *message.mutable_end() = ToMessage(*told.end);
  }
  message.set_ply(told.ply);
  message.set_at_ms(told.at_millis);
  return message;
}

v1::MatchSummary ToMessage(const matches::MatchSummary& summary) {
  v1::MatchSummary message;
  message.set_match(summary.id);
  message.set_game(summary.game);
  message.set_phase(PhaseMessage(summary.phase));
  message.set_game_number(summary.game_number);
  message.set_ply(summary.ply);
  for (const matches::PlayerSight& player : summary.players) {
    *message.add_players() = PlayerMessage(player);
  }
  if (summary.end) {
    *message.mutable_end() = ToMessage(*summary.end);
  }
  message.set_created_ms(summary.created_millis);
  message.set_start_ms(summary.start_millis);
  message.set_closed(summary.closed);
  if (summary.event) {
    *message.mutable_tournament() = PlaceMessage(*summary.event);
  }
  return message;
}

v1::MatchState ToMessage(const matches::MatchView& sight) {
  v1::MatchState message;
  message.set_match(sight.id);
  message.set_game_number(sight.game_number);
  message.set_phase(PhaseMessage(sight.phase));
  message.set_ply(sight.ply);
  for (const matches::PlayerSight& player : sight.players) {
    *message.add_players() = PlayerMessage(player);
  }
  *message.mutable_clock() = ToMessage(sight.clock);
  message.set_start_ms(sight.start_millis);
  message.set_max_plies(sight.max_plies);
  message.set_history_plies(sight.history_plies);
  message.set_viewer(sight.player.value_or(-1));
  *message.mutable_description() = DescriptionMessage(sight.knowledge);
  if (sight.own) {
    *message.mutable_own_commitment() = CommitmentMessage(*sight.own);
  }
  message.set_draw_offered_by(sight.draw_offered_by);
  message.set_reset_offered_by(sight.reset_offered_by);
  message.set_paused_by(sight.paused_by);
  message.set_pause_contested(sight.pause_contested);
  message.set_reset_possible(sight.reset_possible);
  if (sight.end) {
    *message.mutable_end() = ToMessage(*sight.end);
  }
  message.set_cursor(sight.cursor);
  message.set_at_ms(sight.at_millis);
  if (sight.event) {
    *message.mutable_tournament() = PlaceMessage(*sight.event);
  }
  for (const matches::ToldAct& told : sight.acts) {
    *message.add_acts() = ToMessage(told);
  }
  return message;
}

v1::MatchEvent ToMessage(const matches::SeenEvent& event) {
  v1::MatchEvent message;
  message.set_cursor(event.cursor);
  message.set_game_number(event.game_number);
  message.set_kind(static_cast<v1::MatchEvent::Kind>(static_cast<int>(event.kind) + 1));
  message.set_player(event.player);
  message.set_ply(event.ply);
  message.set_text(event.text);
  if (event.sealed) {
    *message.mutable_commitment() = CommitmentMessage(*event.sealed);
  }
  message.set_offers_draw(event.offers_draw);
  message.set_at_ms(event.at_millis);
  if (event.act) {
    *message.mutable_act() = ToMessage(*event.act);
  }
  return message;
}

}  // namespace kvintet::serving
