// GomocupClock: how long a move may take, by what a manager's INFO lines said.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace kvintet::cli {

// All in milliseconds, as the manager sends them.
struct GomocupClock {
  // For each move; 0: as fast as possible. What the manager does not say is ours.
  int64_t timeout_turn = 5000;
  // For all moves of a game; 0: no limit.
  int64_t timeout_match = 0;
  // Of that, what is left, if the manager has said so.
  std::optional<int64_t> time_left = {};
  // Of our moves in this game.
  int64_t used = 0;

  // Counts a move that took so long.
  void Spend(int64_t milliseconds) {
    used += milliseconds;
    if (time_left) {
      time_left = std::max<int64_t>(0, *time_left - milliseconds);
    }
  }

  // A new game begins.
  void Restart() {
    used = 0;
    time_left.reset();
  }

  // How long to think now: a margin less than a move may take, and of a game's time a share that
  // leaves as much for each of many moves to come.
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
