// MatchEvent: something that happened in a match, in the form that the journal stores and replays.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "matches/settings/agent_model.h"
#include "matches/settings/match_clock.h"

namespace kvintet::matches {

// Stored in journals by name.
enum class EventKind {
  kCreated,         // text: the settings as JSON; tokens: the hashes of those admitted
  kJoined,          // player, text: name; tokens, colours
  kStarted,         // text: the game; flag: player 1 has seat 0; a first game, or a rematch
  kReady,           // player
  kChance,          // text: the outcome
  kMoved,           // player, text: the move; flag: with the offer of a draw
  kCommitted,       // player, text: the move, nonce
  kConsented,       // player: agrees to the final two-step
  kDrawAccepted,    // player
  kDrawDeclined,    // player
  kResetOffered,    // player
  kResetAccepted,   // player, or -1 when the server restarts the game
  kResetDeclined,   // player
  kPaused,          // player
  kResumed,         // player: agrees to resume
  kClaimRefused,    // player; text: what was claimed, "time" or "win"
  kAsked,           // player: is warned for keeping the opponent waiting too long
  kRematchOffered,  // player
  kEnded,  // text: a reason of match play, player: the loser (-1: none), flag: the opponent
           // claimed it. Empty text: the game's own end. A later kEnded replaces an earlier one
  kDirectorActed,   // text: the director's act as JSON (director_act.h); its consequences
                    // follow as events
  kClockStarted,    // player: the one who is present; the clock of the late opponent runs
  kPauseContested,  // player: the one who did not pause
  kPauseWrong,      // player: has admitted it; -1: the server has decided
};

struct MatchEvent {
  EventKind kind = EventKind::kCreated;
  // -1: no player.
  int player = -1;
  std::string text = {};
  std::string nonce = {};
  bool flag = false;
  // Hashes of the tokens given to players 0 and 1; empty if none is given.
  std::array<std::string, kPlayers> tokens = {};
  // The colour wishes of the player who joins (T7).
  ColourWish colours = {};
  // kStarted: the models that play for the agents. kMoved, kCommitted: the model that chose an
  // agent's move, if it differs from the one before. Unknown in older journals, which did not
  // record it.
  std::array<AgentModel, kPlayers> agents = {};
  // Milliseconds since 1970.
  int64_t at_millis = 0;
  // The clock readings at the time of the event.
  ClockReading reading = {};
};

// The name used in journals, e.g. "draw_accepted".
std::string EventName(EventKind kind);

// The event as one line of text.
std::string EventToText(const MatchEvent& event);
// DataLoss if the text was not written by EventToText.
absl::StatusOr<MatchEvent> EventFromText(const std::string& text);

std::string ReadingToText(const ClockReading& reading);
absl::StatusOr<ClockReading> ReadingFromText(const std::string& text);

}  // namespace kvintet::matches
