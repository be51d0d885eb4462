// GomocupClock: how long a move may take, according to the manager's INFO lines.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace kvintet::cli {

// All times are in milliseconds, as the manager sends them.
struct GomocupClock {
  // Per move; 0: as fast as possible. The initial value applies until the manager sends one.
  int64_t timeout_turn = 5000;
  // For all our moves of a game; 0: no limit.
  int64_t timeout_match = 0;
  // What is left of timeout_match, if the manager has said so.
  std::optional<int64_t> time_left = {};
  // Time used by our moves in this game.
  int64_t used = 0;

  // Counts a move that took this long.
  void Spend(int64_t milliseconds) {
    used += milliseconds;
    if (time_left) {
      time_left = std::max<int64_t>(0, *time_left - milliseconds);
    }
  }

  // Resets the clock for a new game.
  void Restart() {
    used = 0;
    time_left.reset();
  }

  // How long to think now: less than a move may take, by a safety margin, and at most an equal
  // share of the game's remaining time for each of kMovesToCome moves.
  std::chrono::milliseconds Budget() const {
    constexpr int64_t kMovesToCome = 20;
    int64_t limit = timeout_turn;
    if (time_left || timeout_match > 0) {
      const int64_t left = time_left.value_or(timeout_match - used);
      limit = std::min(limit, std::max<int64_t>(0, left) / kMovesToCome);
    }
    const int64_t margin = std::min(limit / 2, 100 + limit / 100);
    return std::chrono::milliseconds(limit - margin);
  }
};

}  // namespace kvintet::cli
