// MatchEvent: what happened in a match, as its journal keeps it: replayed, events make the match.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

#include "matches/settings/agent_model.h"
#include "matches/settings/match_clock.h"

namespace kvintet::serving {

// Reasons of ends that count otherwise than a loss: for nothing, and as a game that was missed.
inline constexpr char kVoidEnd[] = "void";
inline constexpr char kForfeitEnd[] = "forfeit";
// Of ends that come when a game has become too long: for nobody where nothing else would have ended
// it, and for nothing where the server keeps no more of it.
inline constexpr char kMaxPliesEnd[] = "max_plies";
inline constexpr char kHistoryFullEnd[] = "history_full";

// Whether a match that ended for this reason is void.
inline bool IsVoidEnd(const std::string& reason) {
  return reason == kVoidEnd || reason == kHistoryFullEnd;
}

// Stored in journals by their names.
enum class EventKind {
  kCreated,         // text: the settings as JSON; tokens: the hashes of those admitted
  kJoined,          // player, text: name; tokens, colours
  kStarted,         // text: the game; flag: player 1 has seat 0; a first game, or a rematch
  kReady,           // player
  kChance,          // text: the outcome
  kMoved,           // player, text: the move; flag: with the offer of a draw
  kCommitted,       // player, text: the move, nonce
  kConsented,       // player agrees to the final two-step
  kDrawAccepted,    // player
  kDrawDeclined,    // player
  kResetOffered,    // player
  kResetAccepted,   // player; or nobody: the server began anew
  kResetDeclined,   // player
  kPaused,          // player
  kResumed,         // player agrees to go on
  kClaimRefused,    // player; text: of what, "time" or "win"
  kAsked,           // player: has let the other wait too long
  kRematchOffered,  // player
  kEnded,  // text: a reason of match play, player: who loses by it (-1: nobody), flag: the other
           // claimed it; empty text: the game's own end. After another end: in its place
  kDirectorActed,   // text: the director's act as JSON (director_act.h); what it brings about
                    // follows
  kClockStarted,    // player: the one who is there; the other, who is late, uses time
  kPauseContested,  // player: not the one who has paused
  kPauseWrong,      // player: has admitted it, or nobody: the server has decided
};

struct MatchEvent {
  EventKind kind = EventKind::kCreated;
  // -1: nobody's.
  int player = -1;
  std::string text = {};
  std::string nonce = {};
  bool flag = false;
  // Hashes of the tokens of players 0 and 1; empty where none is given.
  std::array<std::string, kPlayers> tokens = {};
  // What who joins wishes (T7).
  ColourWish colours = {};
  // kStarted: what plays the agents' moves. kMoved, kCommitted: what has chosen an agent's move,
  // where it is another than before. Not known in journals of before this was written down.
  std::array<AgentModel, kPlayers> agents = {};
  // Milliseconds since 1970.
  int64_t at_millis = 0;
  // The clocks when it happened.
  ClockReading reading = {};
};

// The name as journals have it: "draw_accepted".
std::string EventName(EventKind kind);

// One line.
std::string EventToText(const MatchEvent& event);
// DataLoss where the text is none of ours.
absl::StatusOr<MatchEvent> EventFromText(const std::string& text);

std::string ReadingToText(const ClockReading& reading);
absl::StatusOr<ClockReading> ReadingFromText(const std::string& text);

}  // namespace kvintet::serving
