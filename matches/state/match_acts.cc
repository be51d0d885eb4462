// DecideMove, DecideAct and the other decisions on players' acts: see the header.
#include "matches/state/match_acts.h"

#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "envs/text/typed_move.h"
#include "matches/game/commitment.h"
#include "matches/state/act_events.h"
#include "matches/state/match_claims.h"
#include "matches/state/match_late.h"
#include "matches/state/match_pauses.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

using envs::Playthrough;
using envs::Seat;

absl::Status NoSuchOffer(const char* why) { return Refusal(v1::REASON_NO_SUCH_OFFER, why); }

absl::Status Held() {
  return Refusal(v1::REASON_MATCH_PAUSED, "the director has paused the match");
}

absl::Status CheckInPlay(const Match& match, int game_number) {
  KVINTET_RETURN_IF_ERROR(CheckGame(match, game_number));
  return match.phase() == Phase::kOver ? Refusal(v1::REASON_GAME_OVER, "the game is over")
                                       : absl::OkStatus();
}

absl::Status CheckMayMove(const Match& match, int player, const MoveAct& act) {
  KVINTET_RETURN_IF_ERROR(CheckInPlay(match, act.game_number));
  const MatchGame& game = *match.game();
  if (act.ply != game.Ply()) {
    return Refusal(v1::REASON_STALE_PLY,
                   absl::StrCat("expected_ply: the game is at ply ", game.Ply(), ", not ", act.ply),
                   "expected_ply");
  }
  if (match.phase() == Phase::kReady) {
    return Refusal(v1::REASON_MATCH_WAITS, "play begins when both players are ready");
  }
  if (match.phase() == Phase::kPaused) {
    return Refusal(v1::REASON_MATCH_PAUSED, "the game is paused");
  }
  if (match.phase() == Phase::kHeld) {
    return Held();
  }
  if (match.phase() == Phase::kConsent) {
    return Refusal(v1::REASON_MATCH_WAITS,
                   "the final two-step begins when both players agree to it");
  }
  if (game.commits[At(player)]) {
    return Refusal(v1::REASON_ALREADY_CHOSEN,
                   "the player has committed already, and cannot change it");
  }
  if (!match.MustAct(player)) {
    return Refusal(
        v1::REASON_NOT_YOUR_TURN,
        absl::StrCat("token: it is not the turn of player ", player, ", whose token this is"),
        "token");
  }
  if (act.offers_draw && !match.rules().draw_offers) {
    return Refusal(v1::REASON_NOT_IN_RULES,
                   absl::StrCat("offer_draw: the rules of ", game.game->Spec().name,
                                " have no draw by agreement"),
                   "offer_draw");
  }
  return absl::OkStatus();
}

// An agent commits first, so that it cannot have known the person's choice.
absl::Status CheckAgentHasSealed(const Match& match, int player) {
  const auto& players = match.settings().players;
  const int other = 1 - player;
  if (players[At(player)].kind == PlayerKind::kPerson &&
      players[At(other)].kind == PlayerKind::kAgent && match.MustAct(other)) {
    return Refusal(v1::REASON_AGENT_NOT_COMMITTED,
                   "the agent has not committed its choice yet: wait for its KIND_COMMITTED in "
                   "WatchMatch");
  }
  return absl::OkStatus();
}

absl::Status NoMove(const absl::Status& refused, const MatchGame& game,
                    const envs::ViewBuffer& view) {
  return WithReason(envs::WithLegalMoves(refused, *game.game, view.Span()), v1::REASON_ILLEGAL_MOVE,
                    "move");
}

// Applies the choice of seat 0 first, whoever chose first.
absl::Status PlayBoth(const Match& match, int player, const std::string& move, Playthrough* play) {
  const MatchGame& game = *match.game();
  std::array<Seat, kPlayers> seats = game.seats;
  if (match.rules().first_commit_has_seat_0 && game.Ply() == 0) {
    seats[At(player)] = Seat::k1;
    seats[At(1 - player)] = Seat::k0;
  }
  const envs::ActorSet actors = play->Actors();
  for (const Seat seat : {Seat::k0, Seat::k1}) {
    if (actors.Has(seat)) {
      const bool own = seats[At(player)] == seat;
      KVINTET_RETURN_IF_ERROR(
          play->ApplyMove(envs::ActorOf(seat), own ? move : game.commits[At(1 - player)]->move));
    }
  }
  return absl::OkStatus();
}

// Ends a game that has reached its bound: the bound for two agents whom nothing else stops, or the
// number of plies that the server keeps.
void EndAtBound(const Match& match, const Playthrough& play, MatchEvents* events) {
  const int plies = match.game()->plies_before + static_cast<int>(play.Events().size());
  const int bound = TurnBound(match.settings());
  if (play.Ended()) {
    return;
  }
  if (bound > 0 && plies >= bound) {
    events->push_back({.kind = EventKind::kEnded, .text = kMaxPliesEnd});
  } else if (plies >= match.limits().plies) {
    events->push_back({.kind = EventKind::kEnded, .text = kHistoryFullEnd});
  }
}

absl::StatusOr<MatchEvents> DecideCommit(const Match& match, int player, const MoveAct& act,
                                         const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckAgentHasSealed(match, player));
  const MatchGame& game = *match.game();
  const envs::ViewBuffer view = game.play.View(game.seats[At(player)]);
  const absl::StatusOr<std::vector<envs::Action>> actions =
      game.game->ParseMove(view.Span(), envs::MeantMove(*game.game, view.Span(), act.move));
  if (!actions.ok()) {
    return NoMove(actions.status(), game, view);
  }
  // The canonical text of the move, which the commitment binds.
  const std::string text = game.game->MoveText(view.Span(), *actions);
  MatchEvents events = {{.kind = EventKind::kCommitted,
                         .player = player,
                         .text = text,
                         .nonce = context.sources->secrets->Hex(kSecretBytes)}};
  if (!match.MustAct(1 - player)) {
    Playthrough play = game.play;
    KVINTET_RETURN_IF_ERROR(PlayBoth(match, player, text, &play));
    AppendConsequences(&play, context, &events);
    EndAtBound(match, play, &events);
  }
  return Stamped(std::move(events), match, context);
}

// If both are ready, the game begins with its first draws of chance.
MatchEvents ReadyEvents(const Match& match, int player, const ActContext& context) {
  MatchEvents events = {{.kind = EventKind::kReady, .player = player}};
  if (match.player(1 - player).ready) {
    Playthrough play = match.game()->play;
    AppendConsequences(&play, context, &events);
  }
  return events;
}

// The player says that it is present before the scheduled start.
absl::StatusOr<MatchEvents> ComeEvents(const Match& match, int player, int game_number) {
  KVINTET_RETURN_IF_ERROR(CheckGameNumber(1, game_number));
  if (match.player(player).ready) {
    return NoSuchOffer("the player has said so already");
  }
  return MatchEvents{{.kind = EventKind::kReady, .player = player}};
}

absl::StatusOr<MatchEvents> AnswerDraw(const Match& match, int player, ActKind kind) {
  if (match.offers().draw_by() != 1 - player) {
    return NoSuchOffer("no draw is offered to the player");
  }
  if (kind == ActKind::kDeclineDraw) {
    return MatchEvents{{.kind = EventKind::kDrawDeclined, .player = player}};
  }
  return MatchEvents{{.kind = EventKind::kDrawAccepted, .player = player},
                     {.kind = EventKind::kEnded, .text = "agreed"}};
}

absl::StatusOr<MatchEvents> AnswerReset(const Match& match, int player, ActKind kind) {
  if (match.offers().reset_by() != 1 - player) {
    return NoSuchOffer("no reset is offered to the player");
  }
  const bool accepts = kind == ActKind::kAcceptReset;
  return MatchEvents{
      {.kind = accepts ? EventKind::kResetAccepted : EventKind::kResetDeclined, .player = player}};
}

absl::StatusOr<MatchEvents> OneEvent(const Match& match, int player, ActKind kind,
                                     const ActContext& context) {
  const Phase phase = match.phase();
  if (phase == Phase::kHeld && kind != ActKind::kResign) {
    return Held();
  }
  const auto simple = [player](EventKind event) {
    return MatchEvents{{.kind = event, .player = player}};
  };
  switch (kind) {
    case ActKind::kResign:
      return MatchEvents{{.kind = EventKind::kEnded, .player = player, .text = "resigned"}};
    case ActKind::kAcceptDraw:
    case ActKind::kDeclineDraw:
      return AnswerDraw(match, player, kind);
    case ActKind::kClaimTime: {
      KVINTET_ASSIGN_OR_RETURN(MatchEvent event, ClaimTime(match, player, context));
      return MatchEvents{std::move(event)};
    }
    case ActKind::kClaimWin: {
      KVINTET_ASSIGN_OR_RETURN(MatchEvent event, ClaimWin(match, player, context));
      return MatchEvents{std::move(event)};
    }
    case ActKind::kOfferReset:
      KVINTET_RETURN_IF_ERROR(CheckMayOfferReset(match, player));
      return simple(EventKind::kResetOffered);
    case ActKind::kAcceptReset:
    case ActKind::kDeclineReset:
      return AnswerReset(match, player, kind);
    case ActKind::kReady:
      if (!match.player(player).came_unseen &&
          (match.player(player).ready || (phase != Phase::kReady && match.IsThere(player)))) {
        return NoSuchOffer("nobody waits for the player to be ready");
      }
      return phase == Phase::kReady ? ReadyEvents(match, player, context)
                                    : simple(EventKind::kReady);
    case ActKind::kConsent:
      if (phase != Phase::kConsent || match.player(player).consented) {
        return NoSuchOffer("nobody waits for the player to agree");
      }
      return simple(EventKind::kConsented);
    case ActKind::kPause:
      KVINTET_RETURN_IF_ERROR(CheckPause(match));
      return simple(EventKind::kPaused);
    case ActKind::kContestPause:
      return ContestPause(match, player);
    case ActKind::kAdmitPause:
      return AdmitPause(match, player);
    case ActKind::kResume:
      if (phase != Phase::kPaused || match.pause().HasResumed(player)) {
        return NoSuchOffer("nobody waits for the player to resume");
      }
      return simple(EventKind::kResumed);
    case ActKind::kStartClock:
      // Handled by DecideAct, since these acts may come before the game.
      break;
  }
  return Refusal(v1::REASON_BAD_FIELD, "kind: unknown act", "kind");
}

}  // namespace

absl::StatusOr<MatchEvents> DecideMove(const Match& match, int player, const MoveAct& act,
                                       const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckMayMove(match, player, act));
  if (match.phase() == Phase::kCommit) {
    return DecideCommit(match, player, act, context);
  }
  const MatchGame& game = *match.game();
  Playthrough play = game.play;
  const Seat seat = game.seats[At(player)];
  const envs::ViewBuffer view = play.View(seat);
  const absl::Status moved =
      play.ApplyMove(envs::ActorOf(seat), envs::MeantMove(*game.game, view.Span(), act.move));
  if (!moved.ok()) {
    return NoMove(moved, game, view);
  }
  MatchEvents events = {{.kind = EventKind::kMoved,
                         .player = player,
                         .text = play.Events().back().text,
                         .flag = act.offers_draw}};
  AppendConsequences(&play, context, &events);
  EndAtBound(match, play, &events);
  // Q8: after this many repetitions the server resets the game.
  const int forced = match.settings().forced_reset;
  const bool ended = events.back().kind == EventKind::kEnded;
  if (forced > 0 && !ended && match.repetitions().OccurrencesAt(play) >= forced) {
    events.push_back({.kind = EventKind::kResetAccepted});
  }
  return Stamped(std::move(events), match, context);
}

absl::StatusOr<MatchEvents> DecideAct(const Match& match, int player, int game_number, ActKind kind,
                                      const ActContext& context) {
  if (kind == ActKind::kReady && match.AwaitsStart()) {
    KVINTET_ASSIGN_OR_RETURN(MatchEvents events, ComeEvents(match, player, game_number));
    return Stamped(std::move(events), match, context);
  }
  if (kind == ActKind::kStartClock) {
    // These acts are possible before the first game, too.
    KVINTET_ASSIGN_OR_RETURN(MatchEvents events,
                             StartLateClock(match, player, game_number, context));
    return Stamped(std::move(events), match, context);
  }
  KVINTET_RETURN_IF_ERROR(CheckInPlay(match, game_number));
  KVINTET_ASSIGN_OR_RETURN(MatchEvents events, OneEvent(match, player, kind, context));
  return Stamped(std::move(events), match, context);
}

}  // namespace kvintet::matches
