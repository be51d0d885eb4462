// Creates matches, admits players, and begins games and rematches.
#include <utility>

#include "absl/strings/str_cat.h"

#include "base/status_macros.h"
#include "matches/game/commitment.h"
#include "matches/settings/side_names.h"
#include "matches/state/act_events.h"
#include "serving/errors/refusal.h"

namespace kvintet::matches {
namespace {

using envs::Playthrough;
using envs::Seat;

// Most games of one match, rematches included.
constexpr int kMaxGames = 1000;
// Most plies of a match, all games together, as a multiple of the longest game the server keeps.
constexpr int kMaxLongGames = 10;
constexpr int64_t kLongestWaitMillis = int64_t{366} * 24 * 3600 * 1000;

// The models that would play for the agents.
std::array<AgentModel, kPlayers> AgentsOf(const envs::Game& game, const MatchSettings& settings,
                                          const ActContext& context) {
  std::array<AgentModel, kPlayers> agents;
  const AgentRoster* const roster = context.sources->agents;
  for (size_t player = 0; player < kPlayers; ++player) {
    if (roster != nullptr && settings.players[player].kind == PlayerKind::kAgent) {
      agents[player] = roster->ModelOf(game, settings.players[player]);
    }
  }
  return agents;
}

// Checked before a game is agreed on: random games may play for an agent only if allowed.
absl::Status CheckAgents(const envs::Game& game, const MatchSettings& settings,
                         const ActContext& context) {
  const std::array<AgentModel, kPlayers> agents = AgentsOf(game, settings, context);
  for (size_t player = 0; player < kPlayers; ++player) {
    const bool by_rollouts =
        !agents[player].id.empty() && agents[player].fit == envs::VariantFit::kNone;
    if (by_rollouts && !settings.players[player].allow_rollouts) {
      return Refusal(v1::REASON_NO_MODEL,
                     absl::StrCat("players.agent: no model plays ", game.Spec().text,
                                  "; with allow_rollouts random games would choose its moves"),
                     "players.agent.allow_rollouts");
    }
  }
  return absl::OkStatus();
}

// The events that begin a game. Chance acts at once unless both players must be ready first.
MatchEvents StartEvents(const envs::Game& game, const MatchSettings& settings, bool exchanged,
                        bool all_ready, const ActContext& context) {
  const envs::MatchRules rules = RulesOf(game);
  MatchEvents events = {{.kind = EventKind::kStarted,
                         .text = game.Spec().text,
                         .flag = exchanged,
                         .agents = AgentsOf(game, settings, context)}};
  if (!rules.ready || all_ready) {
    Playthrough play(game);
    AppendConsequences(&play, context, &events);
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

absl::StatusOr<MatchEvents> FirstStart(const MatchSettings& settings, const GameFinder& find,
                                       const ActContext& context) {
  KVINTET_ASSIGN_OR_RETURN(const std::string text, GameOf(settings));
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game, find(text));
  return StartEvents(*game, settings, settings.lot && DrawLot(context), AllAgents(settings),
                     context);
}

// Registers the wishes of a player who joins, for the place that it takes.
absl::Status TakeWish(const Match& match, const ColourWish& wish, int player,
                      MatchSettings* settings) {
  ColourWish& known = settings->players[At(player)].colours;
  // The palette concerns only this player.
  if (match.game() != nullptr && !(wish.first.empty() && wish.opponent.empty())) {
    return Refusal(v1::REASON_BAD_FIELD, "colours: wanted none, since the game has begun",
                   "colours");
  }
  if (known != ColourWish()) {
    return Refusal(v1::REASON_BAD_FIELD,
                   "colours: wanted none, since the director has registered the player's",
                   "colours");
  }
  known = wish;
  return GameByWishes(settings->game, WishesOf(*settings), settings->lot, "colours").status();
}

// The player who had the side that is named first, or -1 while that is undecided (K2).
int FirstPlayer(const MatchGame& game) {
  const std::optional<Seat> first = FirstSide(game.play);
  return first ? game.PlayerOf(envs::ActorOf(*first)) : -1;
}

absl::StatusOr<MatchEvents> RematchEvents(const Match& match, const ActContext& context) {
  const MatchGame& game = *match.game();
  std::string text = game.game->Spec().text;
  // Whether player 1 gets seat 0.
  bool exchanged = (game.seats[0] == Seat::k0) != match.settings().keeps_seats;
  const envs::OptionValues& fixed = match.rules().rematch_with;
  if (const int first = fixed.empty() ? -1 : FirstPlayer(game); first >= 0) {
    text = WithOptions(text, fixed);
    exchanged = first == 0;
  }
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> next, match.find()(text));
  KVINTET_RETURN_IF_ERROR(CheckAgents(*next, match.settings(), context));
  return StartEvents(*next, match.settings(), exchanged, AllAgents(match.settings()), context);
}

// The first open place, or the one that the invitation is for.
absl::StatusOr<int> PlaceFor(const MatchSettings& settings, const std::string& invitation) {
  const std::string hash = invitation.empty() ? "" : HashToken(invitation);
  for (int player = 0; player < kPlayers; ++player) {
    const PlayerSettings& place = settings.players[At(player)];
    if (place.open && SameBytes(place.invitation, hash)) {
      return player;
    }
  }
  return Refusal(v1::REASON_NO_OPEN_PLACE, invitation.empty()
                                               ? "no place is open without an invitation"
                                               : "the invitation is not for an open place");
}

}  // namespace

absl::Status CheckStart(int64_t start_millis, const ActContext& context) {
  const int64_t now = context.sources->time->WallMillis();
  if (start_millis == 0 || (start_millis >= now && start_millis - now <= kLongestWaitMillis)) {
    return absl::OkStatus();
  }
  return Refusal(v1::REASON_BAD_FIELD,
                 absl::StrCat("start_ms: wanted 0 or, in milliseconds since 1970, ", now, " to ",
                              now + kLongestWaitMillis, ", found ", start_millis),
                 "start_ms");
}

absl::StatusOr<MatchEvents> DecideCreate(MatchSettings settings, const GameFinder& find,
                                         const std::array<std::string, kPlayers>& hashes,
                                         const ActContext& context) {
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> asked, find(settings.game));
  AgreeOnGame(*asked, &settings);
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game, find(settings.game));
  KVINTET_RETURN_IF_ERROR(CheckSettings(*game, settings));
  KVINTET_RETURN_IF_ERROR(CheckStart(settings.start_millis, context));
  settings.keeps_seats = settings.keeps_seats || AreColoursWished(WishesOf(settings));
  KVINTET_RETURN_IF_ERROR(CheckAgents(*game, settings, context));
  MatchEvents events = {
      {.kind = EventKind::kCreated, .text = ToJsonLine(ToJson(settings)), .tokens = hashes}};
  const bool open = settings.players[0].open || settings.players[1].open;
  if (!open && settings.start_millis == 0) {
    KVINTET_ASSIGN_OR_RETURN(const MatchEvents start, FirstStart(settings, find, context));
    events.insert(events.end(), start.begin(), start.end());
  }
  return Stamped(std::move(events), ClockReading(), context);
}

absl::StatusOr<MatchEvents> DecideJoin(const Match& match, const JoinAct& act,
                                       const std::string& hash, const ActContext& context) {
  MatchSettings settings = match.settings();
  KVINTET_ASSIGN_OR_RETURN(const int player, PlaceFor(settings, act.invitation));
  if (match.phase() == Phase::kOver) {
    return Refusal(v1::REASON_GAME_OVER, "the match is over");
  }
  // An invited player has the name that the director has given.
  PlayerSettings& joined = settings.players[At(player)];
  const std::string name = act.invitation.empty() ? act.name : joined.name;
  joined.open = false;
  joined.name = name;
  if (act.colours) {
    KVINTET_RETURN_IF_ERROR(TakeWish(match, *act.colours, player, &settings));
  }
  KVINTET_ASSIGN_OR_RETURN(const std::shared_ptr<const envs::Game> game,
                           match.find()(settings.game));
  KVINTET_RETURN_IF_ERROR(CheckSettings(*game, settings));
  KVINTET_RETURN_IF_ERROR(CheckAgents(*game, settings, context));
  MatchEvents events = {
      {.kind = EventKind::kJoined, .player = player, .text = name, .colours = joined.colours}};
  events.front().tokens[At(player)] = hash;
  // With a scheduled start, the game begins at that time or has begun already.
  if (!settings.players[At(1 - player)].open && settings.start_millis == 0) {
    KVINTET_ASSIGN_OR_RETURN(const MatchEvents start, FirstStart(settings, match.find(), context));
    events.insert(events.end(), start.begin(), start.end());
  }
  return Stamped(std::move(events), match, context);
}

MatchEvents DecideStart(const Match& match, const ActContext& context) {
  const MatchSettings& settings = match.settings();
  bool all_ready = true;
  for (int player = 0; player < kPlayers; ++player) {
    const bool agent = settings.players[At(player)].kind == PlayerKind::kAgent;
    all_ready = all_ready && (agent || match.player(player).ready);
  }
  const bool exchanged = settings.lot && DrawLot(context);
  return Stamped(StartEvents(*match.agreed(), match.settings(), exchanged, all_ready, context),
                 match, context);
}

absl::StatusOr<MatchEvents> DecideRematch(const Match& match, int player, int game_number,
                                          const ActContext& context) {
  KVINTET_RETURN_IF_ERROR(CheckGame(match, game_number));
  if (match.settings().event) {
    return Refusal(v1::REASON_NOT_IN_RULES,
                   "match: the tournament's director decides what is played next", "match");
  }
  if (match.phase() != Phase::kOver) {
    return Refusal(v1::REASON_NOT_NOW, "a rematch is possible only after the game's end");
  }
  if (game_number >= kMaxGames) {
    return Refusal(v1::REASON_NOT_NOW, absl::StrCat("a match has at most ", kMaxGames, " games"));
  }
  if (match.NumPlies() >= int64_t{kMaxLongGames} * match.limits().plies) {
    return Refusal(
        v1::REASON_NOT_NOW,
        absl::StrCat("the match has ", match.NumPlies(),
                     " plies, the most that are kept of one match; begin another match"));
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

}  // namespace kvintet::matches
