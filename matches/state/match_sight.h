// Knowledge, MatchSight, SeenEvent: what one of those who look may see of a match.
//
// Nothing here can hold what is hidden: of the game it has the view and the record that the game's
// rules make for the seat, of the match what is public and the looker's own choice.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "envs/text/playthrough.h"
#include "matches/settings/match_settings.h"
#include "matches/state/director_act.h"
#include "matches/state/match_event.h"

namespace kvintet::serving {

// Who looks: a player, or anybody else.
enum class Audience { kPlayer0 = 0, kPlayer1 = 1, kSpectators = 2 };
inline constexpr int kAudiences = 3;

// What the match waits for.
//   kHeld: the director
//   kScheduled: the hour at which the first game begins
enum class Phase { kOpen, kReady, kToMove, kCommit, kConsent, kPaused, kOver, kHeld, kScheduled };

// What a seat knows of the game.
struct Knowledge {
  std::shared_ptr<const envs::Game> game;
  envs::Seat seat = envs::Seat::kSpectator;
  envs::ViewBuffer view;
  envs::Trail trail;
  std::string record;
  envs::ActorSet actors;
  // The end by the game's own rules.
  std::optional<envs::Outcome> end;
};

// The one place where the truth becomes knowledge.
Knowledge KnowledgeOf(std::shared_ptr<const envs::Game> game, const envs::Playthrough& play,
                      envs::Seat seat);

// The events of a record from number `first` on.
std::vector<envs::RecordEvent> EventsFrom(const Knowledge& knowledge, size_t first);

// How a game of a match ended. By seat.
struct MatchEnd {
  std::array<double, envs::kNumSeats> returns = {};
  std::array<int32_t, envs::kNumSeats> margin = {};
  // The game's word, or one of match play: "resigned".
  std::string reason = {};
  bool truncated = false;
  // Whether a player had to claim it: a win (R4), or the other's time (R8).
  bool claimed = false;
  // Tournament points in tenths, where they are counted.
  std::optional<std::array<int, envs::kNumSeats>> tenths = {};
};

// Where a match stands in an event, as all may see it: TournamentPlace without the token's hash.
struct TournamentSight {
  std::string event = {};
  int round = 0;
  std::string replays = {};
};

// An act of the director, and the end before it and by it.
struct ToldAct {
  DirectorAct act = {};
  int ply = 0;
  int64_t at_millis = 0;
  std::optional<MatchEnd> former = {};
  std::optional<MatchEnd> end = {};
};

// A sealed choice, or an opened one.
struct Sealed {
  int ply = 0;
  int player = 0;
  std::string seal = {};
  // Empty until it is opened.
  std::string nonce = {};
  std::string move = {};
};

// One player, as all may see it.
struct PlayerSight {
  std::string name = {};
  PlayerKind kind = PlayerKind::kPerson;
  bool open = false;
  std::optional<envs::Seat> seat = {};
  bool ready = false;
  bool consented = false;
  bool resumed = false;
  // Shown only where the rules make it public, or the player is an agent.
  std::optional<std::string> seal = {};
  // Microseconds; `left` where there is a bound.
  int64_t spent = 0;
  std::optional<int64_t> left = {};
  bool running = false;
  bool wants_rematch = false;
  bool colour_blind = false;
  // T7: microseconds for which the match has waited for it to come or to be ready.
  std::optional<int64_t> late = {};
  // Of an agent: what plays for it now, where that is known, and how it was asked to play.
  std::optional<PlayingAgent> agent = {};
  int level = 0;
  double variety = 0;
};

// A match as one audience sees it.
struct MatchSight {
  std::string id = {};
  int game_number = 1;
  Phase phase = Phase::kOpen;
  int ply = 0;
  ClockSettings clock = {};
  // MatchSettings::start_millis.
  int64_t start_millis = 0;
  // TurnBound, and MatchLimits::plies.
  int max_plies = 0;
  int history_plies = 0;
  std::array<PlayerSight, kPlayers> players = {};
  // Who has offered what is still open; -1: nobody.
  int draw_offered_by = -1;
  int reset_offered_by = -1;
  int paused_by = -1;
  bool pause_contested = false;
  bool reset_possible = false;
  std::optional<MatchEnd> end = {};
  // Of a match of an event.
  std::optional<TournamentSight> event = {};
  std::vector<ToldAct> acts = {};
  // Who looks; empty for a spectator.
  std::optional<int> player = {};
  // The looker's own choice while it is sealed.
  std::optional<Sealed> own = {};
  Knowledge knowledge;
  // The last event that the audience has been told.
  int64_t cursor = 0;
  // Milliseconds since 1970.
  int64_t at_millis = 0;
};

// One event as an audience is told it.
struct SeenEvent {
  // 1, 2, ... of the audience.
  int64_t cursor = 0;
  int game_number = 1;
  EventKind kind = EventKind::kCreated;
  // -1: nobody's.
  int player = -1;
  int ply = 0;
  // kMoved, kChance: the text as the seat may write it; kEnded: the reason; kJoined: the name.
  std::string text = {};
  // kCommitted: a seal. kMoved of a sealed choice: it is opened.
  std::optional<Sealed> sealed = {};
  // A kMoved that came with the offer of a draw.
  bool offers_draw = false;
  // Of kDirectorActed.
  std::optional<ToldAct> act = {};
  int64_t at_millis = 0;
};

// The last events of one audience.
class Feed {
 public:
  explicit Feed(size_t most) : most_(most) {}
  void Add(SeenEvent event);
  int64_t Last() const { return last_; }
  // The first cursor that is still here, Last() + 1 where none is.
  int64_t First() const { return last_ + 1 - static_cast<int64_t>(events_.size()); }
  // Those after `cursor`, at most `most` of them. REQUIRES: First() - 1 <= cursor <= Last().
  std::vector<SeenEvent> After(int64_t cursor, size_t most) const;

 private:
  size_t most_;
  int64_t last_ = 0;
  std::deque<SeenEvent> events_;
};

}  // namespace kvintet::serving
