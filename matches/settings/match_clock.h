// MatchClock: the time of both players, by a monotonic clock while it runs.
//
// All times are microseconds. What has been used is a reading; readings are journalled with every
// event and now and then between, so that time goes on after a restart where it stood: while nobody
// served the match, nobody's time ran.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "matches/settings/match_settings.h"

namespace kvintet::serving {

// How much each player has used of its clock in this game, and how long the other has waited for
// what the player now has to do.
struct ClockReading {
  std::array<int64_t, kPlayers> spent = {};
  std::array<int64_t, kPlayers> waited = {};
  bool operator==(const ClockReading&) const = default;
};

// Who uses time now: of the clock, and of the other's patience.
struct ClockRunning {
  std::array<bool, kPlayers> clock = {};
  std::array<bool, kPlayers> patience = {};
};

// One thread at a time. `now` is MatchTime::Monotonic.
class MatchClock {
 public:
  explicit MatchClock(ClockSettings settings);

  const ClockSettings& settings() const { return settings_; }

  // What has been used by `now`; while nothing has been resumed, what was set.
  ClockReading Read(int64_t now) const;
  // Time goes on from `reading`, at once if there is a now, else from Resume on.
  void Set(const ClockReading& reading, std::optional<int64_t> now);
  void Resume(int64_t now) { since_ = now; }
  void Run(const ClockRunning& running) { running_ = running; }
  const ClockRunning& Running() const { return running_; }

  // The player has made a move: what comes with it is granted, and nobody waits for it any more.
  void Moved(int player);
  void StopWaiting(int player) { reading_.waited[static_cast<size_t>(player)] = 0; }
  // The player has so much more, or less, than was agreed on: microseconds.
  void Give(int player, int64_t micros) { given_[static_cast<size_t>(player)] += micros; }
  int64_t Given(int player) const { return given_[static_cast<size_t>(player)]; }
  // Another game begins with full clocks, of `share` of the time agreed on, and this used of them.
  void StartAgain(double share, const ClockReading& reading = {});

  // What is left to the player; empty where there is no such bound. Negative once it is overdrawn.
  std::optional<int64_t> Left(int player, const ClockReading& reading) const;
  // Whether an empty clock loses.
  bool HasFlag() const;
  // The budget of ClockKind::kPenalty, a player's.
  int64_t Budget() const { return total_; }

 private:
  const ClockSettings settings_;
  // Of kHourglass and kPenalty.
  int64_t total_ = 0;
  // By the director, in this game.
  std::array<int64_t, kPlayers> given_ = {};
  // Of kStages: what each player has been given, in which stage it is, and its moves there.
  std::array<int64_t, kPlayers> granted_ = {};
  std::array<size_t, kPlayers> stage_ = {};
  std::array<int, kPlayers> moves_ = {};
  ClockReading reading_;
  ClockRunning running_;
  std::optional<int64_t> since_;
};

}  // namespace kvintet::serving
