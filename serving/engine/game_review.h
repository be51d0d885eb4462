// GameReview: the decisions of a played game in order, each with what its seat knew at the time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

#include "serving/engine/move_choice.h"
#include "serving/engine/requested_state.h"

namespace kvintet::serving {

// Which decisions to review.
struct ReviewRange {
  // Empty: both seats.
  std::optional<envs::Seat> seat = {};
  // Counted from 0 over the decisions of the selected seats.
  int first = 0;
  // 0: all that follow.
  int count = 0;
};

// One decision.
struct ReviewStep {
  // The index of its event in the record, and its index among the decisions.
  int event = 0;
  int decision = 0;
  // False if it is searched only because its value is needed for the decision before it.
  bool wanted = true;
  PointOfView point = {};
  std::string played = {};
  std::vector<envs::Action> actions = {};
  // Set only in games without hidden information or simultaneous moves. If the game ended with this
  // decision, the game's return for the seat. Otherwise, if the next event is a decision, the
  // factor that converts that decision's value to this seat's point of view.
  std::optional<double> end_value = {};
  std::optional<int> sign_of_next = {};
};

// Not thread-safe.
class GameReview {
 public:
  // Reviews a record, or a seat's record, which has only that seat's decisions. BAD_FIELD for a
  // position.
  static absl::StatusOr<GameReview> Create(const std::shared_ptr<const ServedGame>& game,
                                           const RequestedState& situation,
                                           const ReviewRange& range);

  // The next decision to search; empty at the end. Errors of an invalid record.
  absl::StatusOr<std::optional<ReviewStep>> Next();

 private:
  GameReview(std::shared_ptr<const ServedGame> game, FollowedPlay play, ReviewRange range)
      : game_(std::move(game)), play_(std::move(play)), range_(range) {}
  bool Decides(const envs::RecordEvent& event) const;
  // Whether the value of the next decision tells how good a decision was.
  bool IsOpen() const;
  absl::StatusOr<ReviewStep> Look(const envs::RecordEvent& event) const;
  // Completes the step after its event has been applied, with what the event led to.
  void LookBehind(ReviewStep* step) const;
  absl::Status Follow(const envs::RecordEvent& event);

  std::shared_ptr<const ServedGame> game_;
  FollowedPlay play_;
  ReviewRange range_;
  std::vector<envs::RecordEvent> events_;
  size_t next_ = 0;
  int decisions_ = 0;
  // The decision before this one needs its value.
  bool looked_for_ = false;
};

// What a search says about the move that was played.
struct MoveVerdict {
  std::string best = {};
  // The value of the best action, and how much less the played action is worth. The latter is empty
  // if the search did not visit the played action.
  double value = 0;
  std::optional<double> loss = {};
};

// REQUIRES: the choice is made and its first decision was not forced.
MoveVerdict VerdictOf(const MoveChoice& choice, const ReviewStep& step);

}  // namespace kvintet::serving
