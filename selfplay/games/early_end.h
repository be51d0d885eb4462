// Resignation, Adjudication: when a self-play game ends before the rules end it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "envs/actor.h"
#include "selfplay/settings/self_play_settings.h"

namespace kvintet::selfplay {

// A seat resigns after `resign_decisions` consecutive decisions with values below `resign_value`.
class Resignation {
 public:
  explicit Resignation(const SelfPlaySettings& settings)
      : value_(settings.resign_value), decisions_(settings.resign_decisions) {}

  // Begins a game. With `plays_out` it is played to its end regardless.
  void Start(bool plays_out) {
    bad_decisions_ = {0, 0};
    seat_.reset();
    plays_out_ = plays_out;
  }
  // Counts a decision of the seat, which thinks that the game is worth `value` to it.
  void Judge(envs::Seat seat, double value) {
    int& bad = bad_decisions_[static_cast<size_t>(envs::Index(seat))];
    bad = value < value_ ? bad + 1 : 0;
    if (!seat_.has_value() && bad >= decisions_) {
      seat_ = seat;
    }
  }
  // The seat that resigns now, if any.
  std::optional<envs::Seat> Resigned() const { return plays_out_ ? std::nullopt : seat_; }
  // The first seat that would have resigned in a game that is played out.
  std::optional<envs::Seat> WouldHaveResigned() const { return plays_out_ ? seat_ : std::nullopt; }

 private:
  double value_;
  int decisions_;
  std::array<int, envs::kNumSeats> bad_decisions_ = {0, 0};
  std::optional<envs::Seat> seat_ = {};
  bool plays_out_ = false;
};

// A game ends once the rules know its winner.
class Adjudication {
 public:
  // Begins a game. If it is not `ending`, it is played on, and the winner is only noted.
  void Start(bool ending) {
    winner_.reset();
    ending_ = ending;
  }
  // What the rules know before a decision of the seat: its return, if anything.
  void Note(envs::Seat seat, std::optional<float> known) {
    if (!winner_.has_value() && known.has_value() && std::abs(*known) == 1) {
      winner_ = *known == 1 ? seat : envs::Other(seat);
    }
  }
  // The winner, once known; the game ends only if Ends.
  std::optional<envs::Seat> Winner() const { return winner_; }
  bool Ends() const { return ending_ && winner_.has_value(); }
  // The winner that was known in a game that is played on.
  std::optional<envs::Seat> WouldHaveWon() const { return ending_ ? std::nullopt : winner_; }

 private:
  std::optional<envs::Seat> winner_ = {};
  bool ending_ = false;
};

}  // namespace kvintet::selfplay
