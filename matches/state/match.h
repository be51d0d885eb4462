// Match: one match as a state machine that its events make: replayed, they make it again.
//
// What may happen is decided elsewhere (match_acts.h, match_time.h), by asking a match that does
// not change; what has happened is applied here, live and from the journal by the same code.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/text/playthrough.h"
#include "matches/settings/match_clock.h"
#include "matches/settings/match_rules.h"
#include "matches/state/match_event.h"
#include "matches/state/match_game.h"
#include "matches/state/match_list.h"
#include "matches/state/match_sight.h"

namespace kvintet::serving {

// The game of a text. NotFound, InvalidArgument.
using GameFinder =
    std::function<absl::StatusOr<std::shared_ptr<const envs::Game>>(const std::string& text)>;

// What a player has said, besides moves.
struct PlayerState {
  std::string token_hash = {};
  // Said so, or, where the first game began at its hour, has shown by an act that it is there.
  bool ready = false;
  // T7: the other has started its clock, since it is late.
  bool clock_started = false;
  bool consented = false;
  bool resumed = false;
  bool asked = false;
  bool wants_rematch = false;
  // Q8: the ply of the last offer of a reset.
  std::optional<int> offered_reset_at = {};
};

// How much is kept of a match: events for each audience, plies of a game.
struct MatchLimits {
  size_t events = 0;
  int plies = 0;
};

class Match {
 public:
  // Nothing yet: kCreated comes first.
  Match(std::string id, GameFinder find, MatchLimits limits);

  // Follows one event. DataLoss, and the match is not to be used any more, where it cannot have
  // happened: its journal is damaged. `now`: MatchTime::Monotonic, or empty while replaying.
  absl::Status Apply(const MatchEvent& event, std::optional<int64_t> now);
  // Time goes on from a reading: after a replay.
  void Resume(const ClockReading& reading, int64_t now);

  const std::string& id() const { return id_; }
  // Events so far.
  int64_t NumEvents() const { return num_events_; }
  const MatchSettings& settings() const { return settings_; }
  const MatchRules& rules() const { return rules_; }
  // What is agreed to be played.
  const envs::Game& agreed() const { return *agreed_; }
  // Whether the first game is still to begin at its hour.
  bool AwaitsStart() const { return games_.empty() && settings_.start_millis > 0 && !end_; }
  // False of a player who has not come to a game that began at its hour (Renju §15).
  bool IsThere(int player) const;
  const PlayerState& player(int number) const { return players_[static_cast<size_t>(number)]; }
  const MatchClock& clock() const { return *clock_; }
  Phase phase() const { return phase_; }
  const MatchLimits& limits() const { return limits_; }
  // Of all its games.
  int64_t NumPlies() const;
  // Empty before the first game.
  const MatchGame* game() const { return games_.empty() ? nullptr : &games_.back(); }
  // By number, from 1 on; null where there is none.
  const MatchGame* game(int number) const;
  // Of the present game, or of a match that never began.
  const std::optional<MatchEnd>& end() const { return end_; }
  int draw_offered_by() const { return draw_offered_by_; }
  int reset_offered_by() const { return reset_offered_by_; }
  int paused_by() const { return paused_by_; }
  // T7: the other says that the pause is wrong, and that is not settled.
  bool pause_contested() const { return pause_contested_; }
  // Q8: the position has occurred before.
  bool has_cycled() const { return has_cycled_; }
  // Q8: how often the position of `play`, which goes one move on from here, has occurred then; 0
  // where that is not counted.
  int OccurrencesAt(const envs::Playthrough& play) const;
  // What the director has done, in order; whether the clocks stand by it.
  const std::vector<ToldAct>& acts() const { return acts_; }
  bool held() const { return held_; }
  // Empty where the match is of no event.
  std::optional<TournamentSight> TournamentSeen() const;
  // The player's in the present game; before the first as the players are counted.
  envs::Seat SeatOf(int player) const;
  // T7: whether the match waits for the player, who is known, to come or to be ready.
  bool IsAwaited(int player) const;
  // Whether the player must act and has not.
  bool MustAct(int player) const;
  const GameFinder& find() const { return find_; }

  // What the audience sees, at this time.
  MatchSight Sight(Audience audience, int64_t now, int64_t wall_millis) const;
  MatchSummary Summary() const;
  const Feed& feed(Audience audience) const { return feeds_[static_cast<size_t>(audience)]; }
  // What the player's seat knows. REQUIRES: a game has begun.
  Knowledge PlayersKnowledge(int player) const;

 private:
  absl::Status ApplyCreated(const MatchEvent& event);
  absl::Status ApplyJoined(const MatchEvent& event);
  void ApplyCome(const MatchEvent& event);
  // What the players wish as yet makes the game agreed on.
  absl::Status Agree();
  absl::Status ApplyStarted(const MatchEvent& event);
  void NoteAgents(const MatchEvent& event);
  absl::Status ApplyCommitted(const MatchEvent& event);
  absl::Status ApplyMove(envs::Actor actor, const PlayedLine& line);
  absl::Status ApplyInGame(const MatchEvent& event);
  absl::Status ApplyOrganised(const MatchEvent& event);
  void ApplyReset();
  void ApplyPause(const MatchEvent& event);
  // The player's pause was wrong (T7).
  void ChargePause(int64_t at_millis);
  void EndPause();
  void ApplyEnded(const MatchEvent& event);
  MatchEnd EndOf(const MatchEvent& event) const;
  void CountForEvent(MatchEnd* end, bool lost) const;
  std::array<int, envs::kNumSeats> BySeat(const std::array<int, kPlayers>& tenths) const;
  void Moved(int player, bool counts);
  // After the game has gone on: what it tells, what it makes possible.
  void Follow(const MatchEvent& event, size_t events_before,
              const std::array<std::optional<Sealed>, kPlayers>& opened);
  Phase PhaseNow() const;
  ClockRunning RunningNow() const;
  bool StageComplete() const;
  void Tell(const MatchEvent& event, const std::string& text);
  void TellOne(Audience audience, const MatchEvent& event, SeenEvent seen);
  Knowledge KnowledgeOfAudience(Audience audience) const;
  // What plays the player's moves in the present game, where that is known.
  std::optional<PlayingAgent> AgentNow(int player) const;
  PlayerSight SightOf(int player, const ClockReading& reading) const;

  const std::string id_;
  GameFinder find_;
  const MatchLimits limits_;
  int64_t num_events_ = 0;
  int64_t created_millis_ = 0;
  MatchSettings settings_;
  MatchRules rules_;
  std::array<PlayerState, kPlayers> players_;
  std::optional<MatchClock> clock_;
  // The game agreed on as yet, for those who look before the first begins.
  std::shared_ptr<const envs::Game> agreed_;
  std::vector<MatchGame> games_;
  Phase phase_ = Phase::kOpen;
  std::optional<MatchEnd> end_;
  int draw_offered_by_ = -1;
  int reset_offered_by_ = -1;
  int paused_by_ = -1;
  bool pause_contested_ = false;
  bool held_ = false;
  std::vector<ToldAct> acts_;
  bool two_step_ = false;
  bool has_cycled_ = false;
  // Q8: how often each position has occurred, by its key.
  std::unordered_map<Key128, int> positions_;
  std::array<Feed, kAudiences> feeds_;
};

}  // namespace kvintet::serving
