// Offers: the draw and the reset that are offered in a game and not answered yet.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "matches/settings/match_settings.h"

namespace kvintet::matches {

// Players are given by number; -1 means nobody. One thread at a time may use it.
class Offers {
 public:
  // Who offers a draw (R7) and a reset (Q8).
  int draw_by() const { return draw_by_; }
  int reset_by() const { return reset_by_; }
  // Q8: whether the player's last offer of a reset is long enough ago.
  bool MayOfferReset(int player, int ply) const {
    const std::optional<int>& last = reset_offered_at_[static_cast<size_t>(player)];
    return !last || ply - *last >= kPliesBetweenResets;
  }

  void OfferDraw(int player) { draw_by_ = player; }
  void DeclineDraw() { draw_by_ = -1; }
  void OfferReset(int player, int ply) {
    reset_by_ = player;
    reset_offered_at_[static_cast<size_t>(player)] = ply;
  }
  void DeclineReset() { reset_by_ = -1; }
  // Both offers lapse: a move was made instead of an answer, or the game has ended.
  void Lapse() { draw_by_ = reset_by_ = -1; }
  // The game was reset: another reset may be offered at any time.
  void Reset() {
    reset_by_ = -1;
    reset_offered_at_ = {};
  }

 private:
  // Q8: a player may offer once in ten of its own turns, as turns of both.
  static constexpr int kPliesBetweenResets = 20;

  int draw_by_ = -1;
  int reset_by_ = -1;
  std::array<std::optional<int>, kPlayers> reset_offered_at_ = {};
};

}  // namespace kvintet::matches
