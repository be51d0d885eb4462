// Knowledge, MatchView, SeenEvent: what one audience may see of a match.
//
// These types cannot hold hidden information. Of the game they hold the view and record that the
// game's rules produce for the seat; of the match, public facts and the viewer's own choice.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "envs/text/playthrough.h"
#include "matches/game/match_end.h"
#include "matches/settings/match_settings.h"
#include "matches/state/director_act.h"
#include "matches/state/match_event.h"

namespace kvintet::matches {

// Who is watching: one of the players, or anybody else.
enum class Audience { kPlayer0 = 0, kPlayer1 = 1, kSpectators = 2 };
inline constexpr int kAudiences = 3;

// What the match is waiting for. kHeld: the director. kScheduled: the scheduled start of the first
// game.
enum class Phase { kOpen, kReady, kToMove, kCommit, kConsent, kPaused, kOver, kHeld, kScheduled };

// What a seat knows of the game.
struct Knowledge {
  std::shared_ptr<const envs::Game> game;
  envs::Seat seat = envs::Seat::kSpectator;
  envs::ViewBuffer view;
  envs::RepetitionHistory history;
  std::string record;
  envs::ActorSet actors;
  // How the game ended by its own rules, if it did.
  std::optional<envs::Outcome> end;
};

// The only function that turns the full state into a seat's knowledge.
Knowledge KnowledgeOf(std::shared_ptr<const envs::Game> game, const envs::Playthrough& play,
                      envs::Seat seat);

// The events of the record from index `first` on.
std::vector<envs::RecordEvent> EventsFrom(const Knowledge& knowledge, size_t first);

// The public part of TournamentPlace, without the token's hash.
struct PublicTournamentPlace {
  std::string event = {};
  int round = 0;
  std::string replays = {};
};

// An act of the director, with the results before and after it.
struct ToldAct {
  DirectorAct act = {};
  int ply = 0;
  int64_t at_millis = 0;
  std::optional<MatchEnd> former = {};
  std::optional<MatchEnd> end = {};
};

// A hidden choice, or a revealed one.
struct PendingChoice {
  int ply = 0;
  int player = 0;
  std::string seal = {};
  // Empty until the reveal.
  std::string nonce = {};
  std::string move = {};
};

// The public state of one player.
struct PlayerSight {
  std::string name = {};
  PlayerKind kind = PlayerKind::kPerson;
  bool open = false;
  std::optional<envs::Seat> seat = {};
  bool ready = false;
  bool consented = false;
  bool resumed = false;
  // The digest of a hidden choice. Set only if the rules make it public or the player is an agent.
  std::optional<std::string> seal = {};
  // Microseconds. `left` is set if the clock sets a limit.
  int64_t spent = 0;
  std::optional<int64_t> left = {};
  bool running = false;
  bool wants_rematch = false;
  bool colour_blind = false;
  // T7: microseconds for which the match has waited for this player to join or to be ready.
  std::optional<int64_t> late = {};
  // For agents: the model that plays now, if known, and the requested level and variety.
  std::optional<PlayingAgent> agent = {};
  int level = 0;
  double variety = 0;
};

// A match as one audience sees it.
struct MatchView {
  std::string id = {};
  int game_number = 1;
  Phase phase = Phase::kOpen;
  int ply = 0;
  ClockSettings clock = {};
  // MatchSettings::start_millis.
  int64_t start_millis = 0;
  // The values of TurnBound and MatchLimits::plies.
  int max_plies = 0;
  int history_plies = 0;
  std::array<PlayerSight, kPlayers> players = {};
  // Who has made an offer that is still open; -1: nobody.
  int draw_offered_by = -1;
  int reset_offered_by = -1;
  int paused_by = -1;
  bool pause_contested = false;
  bool reset_possible = false;
  std::optional<MatchEnd> end = {};
  // Set for a match of a tournament.
  std::optional<PublicTournamentPlace> event = {};
  std::vector<ToldAct> acts = {};
  // The viewer; empty for a spectator.
  std::optional<int> player = {};
  // The viewer's own choice while it is hidden.
  std::optional<PendingChoice> own = {};
  Knowledge knowledge;
  // The cursor of the last event sent to this audience.
  int64_t cursor = 0;
  // Milliseconds since 1970.
  int64_t at_millis = 0;
};

// One event as an audience sees it.
struct SeenEvent {
  // Counts 1, 2, ... for each audience.
  int64_t cursor = 0;
  int game_number = 1;
  EventKind kind = EventKind::kCreated;
  // -1: no player.
  int player = -1;
  int ply = 0;
  // kMoved, kChance: the text as the seat may know it. kEnded: the reason. kJoined: the name.
  std::string text = {};
  // kCommitted: the digest. kMoved after a hidden choice: the reveal.
  std::optional<PendingChoice> sealed = {};
  // For kMoved: a draw was offered with the move.
  bool offers_draw = false;
  // For kDirectorActed.
  std::optional<ToldAct> act = {};
  int64_t at_millis = 0;
};

// The most recent events of one audience.
class Feed {
 public:
  explicit Feed(size_t most) : most_(most) {}
  void Add(SeenEvent event);
  int64_t Last() const { return last_; }
  // The first cursor still kept, or Last() + 1 if none is.
  int64_t First() const { return last_ + 1 - static_cast<int64_t>(events_.size()); }
  // The events after `cursor`, at most `most`. REQUIRES: First() - 1 <= cursor <= Last().
  std::vector<SeenEvent> After(int64_t cursor, size_t most) const;

 private:
  size_t most_;
  int64_t last_ = 0;
  std::deque<SeenEvent> events_;
};

}  // namespace kvintet::matches
