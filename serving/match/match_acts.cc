// What players may do: see the header.
#include "serving/match/match_acts.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

#include "base/status_macros.h"
#include "serving/match/match_claims.h"
#include "serving/match/seal.h"
#include "serving/match/side_names.h"
#include "serving/refusal.h"

namespace kvintet::serving {
namespace {

using envs::Actor;
using envs::Playthrough;
using envs::Seat;

// Games of one match, rematches counted.
constexpr int kMostGames = 1000;

size_t At(int player) { return static_cast<size_t>(player); }

absl::Status NoSuchOffer(const char* why) { return Refusal(v1::REASON_NO_SUCH_OFFER, why); }

MatchEvent Stamped(MatchEvent event, const ClockReading& reading, const ActContext& context) {
  event.at_millis = context.sources->time->WallMillis();
  event.reading = reading;
  return event;
}

MatchEvents Stamped(MatchEvents events, const ClockReading& reading, const ActContext& context) {
  for (MatchEvent& event : events) {
    event = Stamped(std::move(event), reading, context);
  }
  return events;
}

MatchEvents Stamped(MatchEvents events, const Match& match, const ActContext& context) {
  return Stamped(std::move(events), match.clock().Read(context.now), context);
}

// What follows by itself: chance, the end by the rules.
void GoOn(Playthrough* play, const ActContext& context, MatchEvents* events) {
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

// A game begins; chance acts at once unless both must be ready first.
MatchEvents StartEvents(const envs::Game& game, bool exchanged, bool all_ready,
                        const ActContext& context) {
  const MatchRules rules = RulesOf(game);
  MatchEvents events = {{.kind = EventKind::kStarted, .text = game.Spec().text, .flag = exchanged}};
  if (!rules.ready || all_ready) {
    Playthrough play(game);
    GoOn(&play, context, &events);
  }
  return events;
}

bool AllAgents(const MatchSettings& settings) {
  return settings.players[0].kind == PlayerKind::kAgent &&
         settings.players[1].kind == PlayerKind::kAgent;
}

bool DrawLot(const ActContext& context) {
  unsigned char byte = 0;
  context.sources->secrets->Fill(std::span(&byte, 1));
  return (byte & 1) != 0;
}

MatchEvents FirstStart(const envs::Game& game, const MatchSettings& settings,
                       const ActContext& context) {
  return StartEvents(game, settings.lot && DrawLot(context), AllAgents(settings), context);
}

absl::Status CheckGame(const Match& match, int game_number) {
  if (match.game() == nullptr) {
    return Refusal(v1::REASON_MATCH_WAITS, "the match has not begun: a player is missing");
  }
  if (game_number != match.game()->number) {
    return Refusal(v1::REASON_STALE_PLY,
                   absl::StrCat("game_number: the match is at game ", match.game()->number,
                                ", not ", game_number),
                   "game_number");
  }
  return absl::OkStatus();
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
  if (match.phase() == Phase::kConsent) {
    return Refusal(v1::REASON_MATCH_WAITS,
                   "the final two-step begins when both players agree to it");
  }
  if (game.commits[At(player)]) {
    return Refusal(v1::REASON_ALREADY_CHOSEN,
                   "the player has committed already, and cannot change it");
  }
  if (!match.MustAct(player)) {
    return Refusal(v1::REASON_NOT_YOUR_TURN, "it is not the player's turn");
  }
  if (act.offers_draw && !match.rules().draw_offers) {
    return Refusal(v1::REASON_NOT_IN_RULES,
                   absl::StrCat("offer_draw: the rules of ", game.game->Spec().name,
                                " know no draw by agreement"),
                   "offer_draw");
  }
  return absl::OkStatus();
}

// An agent seals first, so that it cannot have known what the person chose.
absl::Status CheckAgentHasSealed(const Match& match, int player) {
  const auto& players = match.settings().players;
  const int other = 1 - player;
  if (players[At(player)].kind == PlayerKind::kPerson &&
      players[At(other)].kind == PlayerKind::kAgent && match.MustAct(other)) {
    return Refusal(v1::REASON_AGENT_NOT_SEALED,
                   "the agent has not sealed its choice yet; wait for its seal");
  }
  return absl::OkStatus();
}

// Seat 0's choice first, whoever chose first.
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

absl::StatusOr<MatchEvents> DecideCommit(const Match& match, int player, const MoveAct& act,
                                         const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckAgentHasSealed(match, player));
  const MatchGame& game = *match.game();
  const envs::ViewBuffer view = game.play.View(game.seats[At(player)]);
  const absl::StatusOr<std::vector<envs::Action>> actions =
      game.game->ParseMove(view.Span(), act.move);
  if (!actions.ok()) {
    return WithReason(actions.status(), v1::REASON_ILLEGAL_MOVE, "move");
  }
  // The one text of the move, which the seal binds.
  const std::string text = game.game->MoveText(view.Span(), *actions);
  MatchEvents events = {{.kind = EventKind::kCommitted,
                         .player = player,
                         .text = text,
                         .nonce = context.sources->secrets->Hex(kSecretBytes)}};
  if (!match.MustAct(1 - player)) {
    Playthrough play = game.play;
    KVINTET_RETURN_IF_ERROR(PlayBoth(match, player, text, &play));
    GoOn(&play, context, &events);
  }
  return Stamped(std::move(events), match, context);
}

// Who was White, or -1 while that is open (K2).
int WhitePlayer(const MatchGame& game) {
  const std::optional<Seat> white = WhiteSeat(game.play);
  return white ? game.PlayerOf(envs::ActorOf(*white)) : -1;
}

absl::StatusOr<MatchEvents> RematchEvents(const Match& match, const ActContext& context) {
  const MatchGame& game = *match.game();
  std::string text = game.game->Spec().text;
  // Whether player 1 gets seat 0.
  bool exchanged = game.seats[0] == Seat::k0;
  if (const int white = match.rules().rematch_fixes_colours ? WhitePlayer(game) : -1; white >= 0) {
    text = absl::StrReplaceAll(text, {{"colour_choice=true", "colour_choice=false"}});
    exchanged = white == 0;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> next, match.find()(text));
  return StartEvents(*next, exchanged, AllAgents(match.settings()), context);
}

// Both have said it: the game's own first draws.
MatchEvents ReadyEvents(const Match& match, int player, const ActContext& context) {
  MatchEvents events = {{.kind = EventKind::kReady, .player = player}};
  if (match.player(1 - player).ready) {
    Playthrough play = match.game()->play;
    GoOn(&play, context, &events);
  }
  return events;
}

absl::StatusOr<MatchEvents> OneEvent(const Match& match, int player, ActKind kind,
                                     const ActContext& context) {
  const Phase phase = match.phase();
  const auto simple = [player](EventKind event) {
    return MatchEvents{{.kind = event, .player = player}};
  };
  switch (kind) {
    case ActKind::kResign:
      return MatchEvents{{.kind = EventKind::kEnded, .player = player, .text = "resigned"}};
    case ActKind::kAcceptDraw:
    case ActKind::kDeclineDraw:
      if (match.draw_offered_by() != 1 - player) {
        return NoSuchOffer("no draw is offered to the player");
      }
      return kind == ActKind::kDeclineDraw
                 ? simple(EventKind::kDrawDeclined)
                 : MatchEvents{{.kind = EventKind::kDrawAccepted, .player = player},
                               {.kind = EventKind::kEnded, .text = "agreed"}};
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
      if (match.reset_offered_by() != 1 - player) {
        return NoSuchOffer("no reset is offered to the player");
      }
      return simple(kind == ActKind::kAcceptReset ? EventKind::kResetAccepted
                                                  : EventKind::kResetDeclined);
    case ActKind::kReady:
      if (phase != Phase::kReady || match.player(player).ready) {
        return NoSuchOffer("nobody waits for the player to be ready");
      }
      return ReadyEvents(match, player, context);
    case ActKind::kConsent:
      if (phase != Phase::kConsent || match.player(player).consented) {
        return NoSuchOffer("nobody waits for the player to agree");
      }
      return simple(EventKind::kConsented);
    case ActKind::kPause:
      if (!match.rules().pauses) {
        return NotInRules("the rules know no pause");
      }
      if (phase != Phase::kToMove) {
        return Refusal(v1::REASON_NOT_NOW, "the game cannot be paused here");
      }
      return simple(EventKind::kPaused);
    case ActKind::kResume:
      if (phase != Phase::kPaused || match.player(player).resumed) {
        return NoSuchOffer("nobody waits for the player to go on");
      }
      return simple(EventKind::kResumed);
  }
  return Refusal(v1::REASON_BAD_FIELD, "kind: there is no such act", "kind");
}

}  // namespace

absl::StatusOr<MatchEvents> DecideCreate(MatchSettings settings, const GameFinder& find,
                                         const std::array<std::string, kPlayers>& hashes,
                                         const ActContext& context) {
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> asked, find(settings.game));
  settings.game = PlayedText(*asked);
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game, find(settings.game));
  KVINTET_RETURN_IF_ERROR(CheckSettings(*game, settings));
  MatchEvents events = {
      {.kind = EventKind::kCreated, .text = ToJsonLine(ToJson(settings)), .tokens = hashes}};
  if (!settings.players[0].open && !settings.players[1].open) {
    for (MatchEvent& event : FirstStart(*game, settings, context)) {
      events.push_back(std::move(event));
    }
  }
  return Stamped(std::move(events), ClockReading(), context);
}

absl::StatusOr<MatchEvents> DecideJoin(const Match& match, const std::string& name,
                                       const std::string& hash, const ActContext& context) {
  MatchSettings settings = match.settings();
  const int player = settings.players[0].open ? 0 : 1;
  if (!settings.players[At(player)].open) {
    return Refusal(v1::REASON_NO_OPEN_PLACE, "both places are taken");
  }
  if (match.phase() == Phase::kOver) {
    return Refusal(v1::REASON_GAME_OVER, "the match is over");
  }
  settings.players[At(player)].open = false;
  settings.players[At(player)].name = name;
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game,
                           match.find()(settings.game));
  KVINTET_RETURN_IF_ERROR(CheckSettings(*game, settings));
  MatchEvents events = {{.kind = EventKind::kJoined, .player = player, .text = name}};
  events.front().tokens[At(player)] = hash;
  if (!settings.players[At(1 - player)].open) {
    for (MatchEvent& event : FirstStart(*game, settings, context)) {
      events.push_back(std::move(event));
    }
  }
  return Stamped(std::move(events), match, context);
}

absl::StatusOr<MatchEvents> DecideMove(const Match& match, int player, const MoveAct& act,
                                       const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckMayMove(match, player, act));
  if (match.phase() == Phase::kCommit) {
    return DecideCommit(match, player, act, context);
  }
  const MatchGame& game = *match.game();
  Playthrough play = game.play;
  const absl::Status moved = play.ApplyMove(envs::ActorOf(game.seats[At(player)]), act.move);
  if (!moved.ok()) {
    return WithReason(moved, v1::REASON_ILLEGAL_MOVE, "move");
  }
  MatchEvents events = {{.kind = EventKind::kMoved,
                         .player = player,
                         .text = play.Events().back().text,
                         .flag = act.offers_draw}};
  GoOn(&play, context, &events);
  // Q8: the players having gone on so long, the server resets.
  const int forced = match.settings().forced_reset;
  if (forced > 0 && !play.Ended() && match.OccurrencesAt(play) >= forced) {
    events.push_back({.kind = EventKind::kResetAccepted});
  }
  return Stamped(std::move(events), match, context);
}

absl::StatusOr<MatchEvents> DecideAct(const Match& match, int player, int game_number, ActKind kind,
                                      const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckInPlay(match, game_number));
  KVINTET_ASSIGN_OR_RETURN(MatchEvents events, OneEvent(match, player, kind, context));
  return Stamped(std::move(events), match, context);
}

absl::StatusOr<MatchEvents> DecideRematch(const Match& match, int player, int game_number,
                                          const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckGame(match, game_number));
  if (match.phase() != Phase::kOver) {
    return Refusal(v1::REASON_NOT_NOW, "a rematch comes after the game's end");
  }
  if (game_number >= kMostGames) {
    return Refusal(v1::REASON_NOT_NOW, absl::StrCat("a match has at most ", kMostGames, " games"));
  }
  if (match.player(player).wants_rematch) {
    return Refusal(v1::REASON_ALREADY_CHOSEN, "the player has offered a rematch already");
  }
  MatchEvents events = {{.kind = EventKind::kRematchOffered, .player = player}};
  const bool agent = match.settings().players[At(1 - player)].kind == PlayerKind::kAgent;
  if (agent || match.player(1 - player).wants_rematch) {
    KVINTET_ASSIGN_OR_RETURN(MatchEvents start, RematchEvents(match, context));
    events.insert(events.end(), start.begin(), start.end());
  }
  return Stamped(std::move(events), match, context);
}

}  // namespace kvintet::serving
