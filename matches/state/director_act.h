// DirectorAct: what the director of a tournament does to one of its matches, and why.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include "matches/settings/match_settings.h"

namespace kvintet::matches {

// Stored in journals by name.
enum class DirectorActKind {
  // The clocks stop, and nobody may move until the director resumes the match.
  kPaused,
  // The match resumes, even if a player had paused it.
  kResumed,
  // Time is added to the players' clocks or taken from them.
  kClocksAdjusted,
  // Changes the points of a match that has ended.
  kPointsAdjusted,
  // A player loses for not having come, or by the director's decision.
  kForfeited,
  // A player loses; possible after the end, too.
  kDisqualified,
  // The match does not count; possible after the end, too.
  kVoided,
  // The game restarts (Konkvest Q8).
  kReset,
  // Another match is played to replace this one.
  kReplayed,
  // The game is a draw or is decided by points; possible after the end, too.
  kDecided,
};

struct DirectorAct {
  DirectorActKind kind = DirectorActKind::kPaused;
  // Text for people, shown to everyone who may watch.
  std::string reason = {};
  // For kForfeited, kDisqualified and kDecided: the player who loses.
  int player = -1;
  // For kForfeited: the player was present, so this is not a missed game (T7).
  bool present = false;
  // For kClocksAdjusted: milliseconds to add for each player; negative values take time away.
  std::array<int64_t, kPlayers> clock_millis = {};
  // For kPointsAdjusted and kDecided: tenths of a point, by player.
  std::array<int, kPlayers> tenths = {};
  // For kDecided: the game counts for `tenths`. Otherwise it is a draw.
  bool by_points = false;
  // For kResumed: the player's pause was wrong (T7).
  bool wrong_pause = false;
  // For kReplayed: the id of the new match.
  std::string match = {};
};

// The name used in journals and reports, e.g. "clocks_adjusted".
std::string DirectorActName(DirectorActKind kind);

// The reason for which the act ends the match; empty for acts that do not end it.
std::string EndReason(const DirectorAct& act);

// InvalidArgument unless the reason is 1 to 500 bytes of UTF-8 without control characters, and not
// all blank.
absl::Status CheckReason(const std::string& reason, const std::string& field);

// Text for reports, e.g. "disqualified player 1: wrong rack".
std::string DirectorActText(const DirectorAct& act);

// The JSON form used in journals.
std::string DirectorActToJson(const DirectorAct& act);
absl::StatusOr<DirectorAct> DirectorActFromJson(const std::string& text);

}  // namespace kvintet::matches
