// MatchEnd: how a game of a match ended, and the reasons that are not the game's own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "envs/actor.h"

namespace kvintet::matches {

// Reasons of ends that do not count as a normal loss: the game is void, or it was missed.
inline constexpr char kVoidEnd[] = "void";
inline constexpr char kForfeitEnd[] = "forfeit";
// Reasons of ends for games that became too long. With kMaxPliesEnd nobody wins, since nothing else
// would have ended the game. With kHistoryFullEnd the match is void, since the server keeps no more
// plies.
inline constexpr char kMaxPliesEnd[] = "max_plies";
inline constexpr char kHistoryFullEnd[] = "history_full";

// Whether a match that ended for this reason is void.
inline bool IsVoidEnd(const std::string& reason) {
  return reason == kVoidEnd || reason == kHistoryFullEnd;
}

// How a game of a match ended. Arrays are by seat.
struct MatchEnd {
  std::array<double, envs::kNumSeats> returns = {};
  std::array<int32_t, envs::kNumSeats> margin = {};
  // The game's own reason, or one of match play such as "resigned".
  std::string reason = {};
  bool truncated = false;
  // Whether a player had to claim it: a win (R4), or the opponent's time (R8).
  bool claimed = false;
  // Tournament points in tenths, if they are counted.
  std::optional<std::array<int, envs::kNumSeats>> tenths = {};
};

}  // namespace kvintet::matches
