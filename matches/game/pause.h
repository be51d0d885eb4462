// Pause: a player's pause of a game, and who has agreed to resume (T7).
#pragma once

#include <array>
#include <cstddef>

#include "matches/settings/match_settings.h"

namespace kvintet::matches {

// Keeps HasResumed true for both players after a pause has ended. One thread at a time may use it.
class Pause {
 public:
  // Before a game begins: no pause.
  Pause() = default;
  // No pause yet. Players who are agents always agree to resume.
  explicit Pause(const std::array<bool, kPlayers>& agents) : agents_(agents), resumed_(agents) {}

  // The player who paused the game; -1: it is not paused.
  int by() const { return by_; }
  // The opponent says that the pause is wrong, and this is not settled.
  bool contested() const { return contested_; }
  bool HasResumed(int player) const { return resumed_[static_cast<size_t>(player)]; }
  bool BothHaveResumed() const { return resumed_[0] && resumed_[1]; }

  void Begin(int player) {
    by_ = player;
    resumed_ = agents_;
  }
  // The player agrees to resume, and so withdraws its objection.
  void Resume(int player) {
    resumed_[static_cast<size_t>(player)] = true;
    contested_ = contested_ && player == by_;
  }
  void Contest() { contested_ = true; }
  // Ends the pause, if there is one.
  void End() {
    if (by_ >= 0) {
      resumed_ = {true, true};
    }
    by_ = -1;
    contested_ = false;
  }

 private:
  std::array<bool, kPlayers> agents_ = {};
  std::array<bool, kPlayers> resumed_ = {};
  int by_ = -1;
  bool contested_ = false;
};

}  // namespace kvintet::matches
