// MatchClock: the time that both players have used, measured by a monotonic clock.
//
// All times are microseconds. A reading holds the time used so far. Readings are journalled with
// every event and periodically between events, so that clocks resume after a restart where they
// stood. No time passes while the match is not served.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "matches/settings/match_settings.h"

namespace kvintet::matches {

inline constexpr int64_t kMicrosPerMilli = 1000;

// How much each player has used of its clock in this game, and how long the opponent has waited for
// the player's pending action.
struct ClockReading {
  std::array<int64_t, kPlayers> spent = {};
  std::array<int64_t, kPlayers> waited = {};
  bool operator==(const ClockReading&) const = default;
};

// Whose time is running: the player's clock, and the opponent's patience with the player.
struct ClockRunning {
  std::array<bool, kPlayers> clock = {};
  std::array<bool, kPlayers> patience = {};
};

// Not thread-safe. `now` is MatchTime::Monotonic.
class MatchClock {
 public:
  explicit MatchClock(ClockSettings settings);

  const ClockSettings& settings() const { return settings_; }

  // The time used by `now`. Before the first Set with a time, or Resume, it is the reading that was
  // set.
  ClockReading Read(int64_t now) const;
  // Continues from `reading`: at once if `now` is given, else when Resume is called.
  void Set(const ClockReading& reading, std::optional<int64_t> now);
  void Resume(int64_t now) { since_ = now; }
  void Run(const ClockRunning& running) { running_ = running; }
  const ClockRunning& Running() const { return running_; }

  // The player has made a move: adds its increment and new stage, and resets the opponent's wait.
  void Moved(int player);
  void StopWaiting(int player) { reading_.waited[static_cast<size_t>(player)] = 0; }
  // Adds this many microseconds to the player's agreed time; negative values take time away.
  void Give(int player, int64_t micros) { given_[static_cast<size_t>(player)] += micros; }
  int64_t Given(int player) const { return given_[static_cast<size_t>(player)]; }
  // Starts another game with full clocks of `share` of the agreed time, of which `reading` is used.
  // Every stage has this share; increments stay whole.
  void StartAgain(double share, const ClockReading& reading = {});

  // Microseconds left to the player, negative once overdrawn. Empty if the clock sets no limit.
  std::optional<int64_t> Left(int player, const ClockReading& reading) const;
  // Whether a player whose clock runs out loses.
  bool HasFlag() const;
  // The budget of one player with ClockKind::kPenalty.
  int64_t Budget() const { return total_; }

 private:
  // This game's share of an agreed time, in microseconds.
  int64_t ShareOf(int64_t millis) const;

  const ClockSettings settings_;
  double share_ = 1;
  // For kHourglass and kPenalty.
  int64_t total_ = 0;
  // Adjustments by the director in this game.
  std::array<int64_t, kPlayers> given_ = {};
  // For kStages: the time granted to each player, its current stage, and its moves in that stage.
  std::array<int64_t, kPlayers> granted_ = {};
  std::array<size_t, kPlayers> stage_ = {};
  std::array<int, kPlayers> moves_ = {};
  ClockReading reading_;
  ClockRunning running_;
  std::optional<int64_t> since_;
};

}  // namespace kvintet::matches
