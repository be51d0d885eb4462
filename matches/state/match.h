// Match: the state machine of one match, built by applying its events.
//
// Acts are decided elsewhere (match_acts.h), by functions that take a const Match. Events are
// applied here, by the same code whether they are live or replayed from the journal.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "envs/text/playthrough.h"
#include "matches/game/end_scoring.h"
#include "matches/game/match_game.h"
#include "matches/game/offers.h"
#include "matches/game/pause.h"
#include "matches/game/repetition_count.h"
#include "matches/settings/match_clock.h"
#include "matches/settings/match_rules.h"
#include "matches/state/match_event.h"
#include "matches/state/match_feeds.h"
#include "matches/state/match_view.h"

namespace kvintet::matches {

// Finds the game for a text. NotFound, InvalidArgument.
using GameFinder =
    std::function<absl::StatusOr<std::shared_ptr<const envs::Game>>(const std::string& text)>;

// The state of one player, apart from moves.
struct PlayerState {
  std::string token_hash = {};
  // The player said so, or showed by an act that it is present, after a scheduled start.
  bool ready = false;
  // What showed it is a hidden choice, so that nobody may see yet that the player is present.
  bool came_unseen = false;
  // T7: the opponent has started this player's clock because the player is late.
  bool clock_started = false;
  bool consented = false;
  bool asked = false;
  bool wants_rematch = false;
};

// How much is kept of a match: events per audience, plies per game.
struct MatchLimits {
  size_t events = 0;
  int plies = 0;
};

class Match {
 public:
  // An empty match. The first event must be kCreated.
  Match(std::string id, GameFinder find, MatchLimits limits);

  // Applies one event. DataLoss if the event is impossible, which means that the journal is
  // damaged; the match must not be used afterwards. `now` is MatchTime::Monotonic, or empty while
  // replaying.
  absl::Status Apply(const MatchEvent& event, std::optional<int64_t> now);
  // Continues the clocks from `reading` after a replay.
  void Resume(const ClockReading& reading, int64_t now) { clock_->Set(reading, now); }

  const std::string& id() const { return id_; }
  // Number of events applied so far.
  int64_t NumEvents() const { return num_events_; }
  int64_t created_millis() const { return created_millis_; }
  const MatchSettings& settings() const { return settings_; }
  const envs::MatchRules& rules() const { return rules_; }
  // The game agreed on.
  const std::shared_ptr<const envs::Game>& agreed() const { return agreed_; }
  // Whether the first game has a scheduled start that has not come yet.
  bool AwaitsStart() const { return games_.empty() && settings_.start_millis > 0 && !end_; }
  // False for a player who has not appeared at a game that began at its scheduled time (Renju §15).
  bool IsThere(int player) const;
  const PlayerState& player(int number) const { return players_[static_cast<size_t>(number)]; }
  const MatchClock& clock() const { return *clock_; }
  Phase phase() const { return phase_; }
  const MatchLimits& limits() const { return limits_; }
  // Total plies of all games.
  int64_t NumPlies() const;
  // The current game; null before the first.
  const MatchGame* game() const { return games_.empty() ? nullptr : &games_.back(); }
  // By number, from 1; null if there is no such game.
  const MatchGame* game(int number) const;
  // The end of the current game, or of a match that never began.
  const std::optional<MatchEnd>& end() const { return end_; }
  const Offers& offers() const { return offers_; }
  const Pause& pause() const { return pause_; }
  // Of the current game, since its last reset.
  const RepetitionCount& repetitions() const { return repetitions_; }
  // The director's acts in order, and whether one of them has stopped the clocks.
  const std::vector<ToldAct>& acts() const { return acts_; }
  bool held() const { return held_; }
  // The players' seats in the current game. Before the first game they are the players' numbers.
  PlayerSeats Seats() const;
  // T7: whether the match waits for this player, whose identity is known, to join or to be ready.
  bool IsAwaited(int player) const;
  // Whether the player must act and has not acted yet.
  bool MustAct(int player) const;
  const GameFinder& find() const { return find_; }

  // Whether all may know that the player has made a hidden choice.
  bool ShowsCommits(int player) const;
  const Feed& feed(Audience audience) const { return feeds_.Of(audience); }

 private:
  absl::Status ApplyCreated(const MatchEvent& event);
  absl::Status ApplyJoined(const MatchEvent& event);
  void ApplyCome(const MatchEvent& event);
  // Derives the game agreed on from the wishes that the players have stated so far.
  absl::Status Agree();
  absl::Status ApplyStarted(const MatchEvent& event);
  absl::Status ApplyCommitted(const MatchEvent& event);
  // Plays the hidden choices of a stage, of which the event is the last.
  absl::Status Reveal(const MatchEvent& event);
  absl::Status ApplyInGame(const MatchEvent& event);
  absl::Status ApplyMoved(const MatchEvent& event);
  absl::Status ApplyOrganised(const MatchEvent& event);
  void ApplyReset();
  void ApplyPause(const MatchEvent& event);
  // The player's pause was wrong (T7).
  void ChargePause(int64_t at_millis);
  void EndPause();
  void ApplyEnded(const MatchEvent& event);
  // What the end of the current game is scored by.
  ScoredGame Scored() const;
  void Moved(int player, bool counts);
  // The game has advanced: tells the audiences, and notes repetitions and the need for consent.
  void Follow(const MatchEvent& event, size_t events_before, const OpenedChoices& opened);
  Phase PhaseNow() const;

  const std::string id_;
  GameFinder find_;
  const MatchLimits limits_;
  int64_t num_events_ = 0;
  int64_t created_millis_ = 0;
  MatchSettings settings_;
  envs::MatchRules rules_;
  std::array<PlayerState, kPlayers> players_;
  std::optional<MatchClock> clock_;
  // The game agreed on so far, for viewers before the first game begins.
  std::shared_ptr<const envs::Game> agreed_;
  std::vector<MatchGame> games_;
  Phase phase_ = Phase::kOpen;
  std::optional<MatchEnd> end_;
  Offers offers_;
  Pause pause_;
  bool held_ = false;
  std::vector<ToldAct> acts_;
  // The stage that needs both players' consent has begun.
  bool asks_consent_ = false;
  RepetitionCount repetitions_;
  MatchFeeds feeds_;
};

}  // namespace kvintet::matches
