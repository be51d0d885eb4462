// Follower: a seat's view that follows a game action by action, by InitialView and Follow alone.
#pragma once

#include <optional>
#include <vector>

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Is told every step of a playthrough, and passes on what the seat may know, when it may know it:
// the bytes of Game::Visible decide.
class Follower {
 public:
  Follower(const Game& game, Seat seat);

  Seat seat() const { return seat_; }
  ConstViews View() const { return view_.Span(); }
  // All that the seat has seen: the concatenation of Visible.
  const std::string& Seen() const { return seen_; }

  // Before the step is taken in `play`.
  void See(const Playthrough& play, Actor actor, Action action);
  // After it: follows what the seat now knows.
  void Follow(const Playthrough& play);

 private:
  // A step that the seat is not told before the stage is complete.
  struct Step {
    Actor actor = Actor::kSeat0;
    Action action = 0;
  };
  void FollowStep(const Step& step, bool known);
  // Who acts next, where that is told.
  void FollowActors(const Playthrough& play);

  const Game& game_;
  Seat seat_;
  ViewBuffer view_;
  Trail trail_;
  std::string seen_;
  Step last_;
  bool last_known_ = false;
  bool in_stage_ = false;
  std::vector<Step> sealed_;
};

// A playthrough with followers of both seats and the spectator.
struct FollowedPlay {
  explicit FollowedPlay(const Game& game);
  absl::Status Apply(Actor actor, Action action);
  // A whole move's text, or an outcome's name.
  absl::Status ApplyMove(Actor actor, const std::string& text);

  Playthrough play;
  std::vector<Follower> followers;
};

}  // namespace kvintet::conformance
