// Follower: a seat's view that follows a game action by action, by InitialView and Follow alone.
#pragma once

#include <optional>
#include <vector>

#include "tests/conformance/walk.h"

namespace kvintet::conformance {

// Receives every step of a playthrough, and passes on to the view what the seat may know, at the
// time when it may know it. The bytes of Game::Visible decide.
class Follower {
 public:
  Follower(const Game& game, Seat seat);

  Seat seat() const { return seat_; }
  ConstViews View() const { return view_.Span(); }
  // Everything that the seat has seen: the concatenation of Visible.
  const std::string& Seen() const { return seen_; }

  // Call before the step is taken in `play`.
  void See(const Playthrough& play, Actor actor, Action action);
  // Call after the step: follows what the seat now knows.
  void Follow(const Playthrough& play);

 private:
  // A step that is not shown to the seat before the stage is complete.
  struct Step {
    Actor actor = Actor::kSeat0;
    Action action = 0;
  };
  void FollowStep(const Step& step, bool known);
  // Follows the next actors, if the seat is told.
  void FollowActors(const Playthrough& play);

  const Game& game_;
  Seat seat_;
  ViewBuffer view_;
  RepetitionHistory history_;
  std::string seen_;
  Step last_;
  bool last_known_ = false;
  bool in_stage_ = false;
  std::vector<Step> sealed_;
};

// A playthrough with followers for both seats and the spectator.
struct FollowedPlay {
  explicit FollowedPlay(const Game& game);
  absl::Status Apply(Actor actor, Action action);
  // Applies the text of a whole move or the name of an outcome.
  absl::Status ApplyMove(Actor actor, const std::string& text);

  Playthrough play;
  std::vector<Follower> followers;
};

}  // namespace kvintet::conformance
