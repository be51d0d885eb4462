// DirectorAct: what the director of an event does to one of its matches, and why.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "matches/settings/match_settings.h"

namespace kvintet::serving {

// Stored in journals by their names.
enum class DirectorActKind {
  // The clocks stand, and nobody moves, until the director lets play go on.
  kPaused,
  // Play goes on, also where a player had paused it.
  kResumed,
  // Players are given time, or it is taken from them.
  kClocksAdjusted,
  // What the ended match counts for.
  kPointsAdjusted,
  // A player loses for not having come, or by the director's decision.
  kForfeited,
  // A player loses, also after the end.
  kDisqualified,
  // The match counts for nothing, also after the end.
  kVoided,
  // The game begins anew (Konkvest Q8).
  kReset,
  // Another match is played in place of this one.
  kReplayed,
  // The game is a draw or ends by points, also after another end.
  kDecided,
};

struct DirectorAct {
  DirectorActKind kind = DirectorActKind::kPaused;
  // For people; all who look are told it.
  std::string reason = {};
  // Of kForfeited, kDisqualified and kDecided: who loses by it.
  int player = -1;
  // Of kForfeited: the player had come, and has not missed the game (T7).
  bool present = false;
  // Of kClocksAdjusted: milliseconds more for each player; negative: less.
  std::array<int64_t, kPlayers> clock_millis = {};
  // Of kPointsAdjusted and kDecided: tenths of points, by player.
  std::array<int, kPlayers> tenths = {};
  // Of kDecided: the game counts for `tenths`; else it is a draw.
  bool by_points = false;
  // Of kResumed: the player's pause was wrong (T7).
  bool wrong_pause = false;
  // Of kReplayed: the new match.
  std::string match = {};
};

// The name as journals and reports have it: "clocks_adjusted".
std::string DirectorActName(DirectorActKind kind);

// The reason with which the match ends by the act; empty for acts that end nothing.
std::string EndReason(const DirectorAct& act);

// InvalidArgument unless there are 1 to 500 bytes of UTF-8 without control characters, not all of
// them blanks.
absl::Status CheckReason(const std::string& reason, const std::string& field);

// "disqualified player 1: wrong rack": for reports.
std::string DirectorActText(const DirectorAct& act);

// As journals keep it.
std::string DirectorActToJson(const DirectorAct& act);
absl::StatusOr<DirectorAct> DirectorActFromJson(const std::string& text);

}  // namespace kvintet::serving
